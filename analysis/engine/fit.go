package engine

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"assay/analysis/rules"
)

// Fit is what was fitted of a game to the results of games: what its pieces are
// worth, and how fast an advantage turns into wins.
type Fit struct {
	Variant   string   `json:"variant"`
	Revision  string   `json:"revision"` // of the definition that it holds for
	Games     int      `json:"games"`
	Positions int      `json:"positions"`
	Nodes     uint64   `json:"nodes"`            // searched for each move of the games
	Worths    []Worth  `json:"worths,omitempty"` // none for the formula
	Curve     Estimate `json:"curve"`            // constant by hundredths of a pawn; 0 for none
	Match     *Proof   `json:"match,omitempty"`  // of the worths against the formula; nil for none
}

// Worth is what a kind of piece is worth, in hundredths of a pawn, with errors
// at 95 % confidence.
type Worth struct {
	Piece     string `json:"piece"`
	Board     int    `json:"board"` // while both sides have much
	Late      int    `json:"late"`  // when little is left
	Error     int    `json:"error"`
	Hand      int    `json:"hand,omitempty"` // 0 where none is held
	HandError int    `json:"handError,omitempty"`
}

// Estimate is a number with its error at 95 % confidence.
type Estimate struct {
	Value float64 `json:"value"`
	Error float64 `json:"error"`
}

// Proof is a match of what was fitted against the formula.
type Proof struct {
	Games int     `json:"games"`
	Nodes uint64  `json:"nodes"` // a move
	Score float64 `json:"score"` // per cent of the points
	Error float64 `json:"error"` // of it, at 95 % confidence
}

//go:embed worths
var embedded embed.FS

// Fits find what was fitted for a game in folders of files, one a game by its
// id, the first that has it. What was fitted for another revision of the game's
// definition is not found. Nil finds nothing.
type Fits []fs.FS

// BuiltIn are the fits that come with the engine.
func BuiltIn() Fits {
	folder, err := fs.Sub(embedded, "worths")
	if err != nil {
		panic(err) // the name is a valid path
	}
	return Fits{folder}
}

// Of finds what was fitted for a game, nil where nothing was. The error is one
// of a file that cannot be read, with which nothing is found either.
func (f Fits) Of(r *rules.Rules) (*Fit, error) {
	name := r.Definition().ID + ".json"
	for _, folder := range f {
		text, err := fs.ReadFile(folder, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		fit, err := ReadFit(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if fit.Revision == r.Definition().Revision() {
			return fit, nil
		}
	}
	return nil, nil
}

// mostWorth bounds what a piece may be said to be worth, either way.
const mostWorth = 10_000

// ReadFit reads a fit and refuses what cannot be.
func ReadFit(text []byte) (*Fit, error) {
	f := new(Fit)
	if err := json.Unmarshal(text, f); err != nil {
		return nil, err
	}
	for _, w := range f.Worths {
		for _, n := range []int{w.Board, w.Late, w.Hand} {
			if n < -mostWorth || n > mostWorth {
				return nil, fmt.Errorf("%s: %d is no worth from %d to %d", w.Piece, n, -mostWorth, mostWorth)
			}
		}
	}
	if f.Curve.Value < 0 || f.Curve.Value > 1 {
		return nil, fmt.Errorf("curve: %v is no constant from 0 to 1", f.Curve.Value)
	}
	return f, nil
}

// Formula is what the formula says of a game, as a fit that changes nothing.
func Formula(r *rules.Rules) *Fit {
	m := newMind(r, nil)
	f := &Fit{Variant: r.Definition().ID, Revision: r.Definition().Revision()}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if m.royal.Has(t) {
			continue
		}
		w := Worth{Piece: r.PieceName(t), Board: m.board[t], Late: m.late[t]}
		if m.held(t) {
			w.Hand = m.hand[t]
		}
		f.Worths = append(f.Worths, w)
	}
	return f
}

// held reports whether a side can have a kind off the board.
func (m *mind) held(t rules.PieceType) bool {
	for captor := rules.PieceType(1); int(captor) <= m.rules.Types(); captor++ {
		for victim := rules.PieceType(1); int(victim) <= m.rules.Types(); victim++ {
			if to, kept := m.rules.Receives(captor, victim); kept && to == t {
				return true
			}
		}
	}
	start := m.rules.Start()
	return start.InHand(rules.First, t)+start.InHand(rules.Second, t) > 0
}

// take puts what was fitted in the place of what the formula says; nil changes
// nothing.
func (w *worths) take(f *Fit, r *rules.Rules) {
	if f == nil {
		return
	}
	for _, fitted := range f.Worths {
		if t, ok := r.PieceTypeNamed(fitted.Piece); ok {
			w.board[t], w.late[t] = fitted.Board, fitted.Late
			if fitted.Hand != 0 {
				w.hand[t] = fitted.Hand
			}
		}
	}
}

// Judge tells what positions of a game are worth without looking ahead. It is
// safe for concurrent use.
type Judge struct{ mind *mind }

// NewJudge returns one that judges by a fit; nil for the formula.
func NewJudge(r *rules.Rules, f *Fit) *Judge { return &Judge{newMind(r, f)} }

// Worth is what a position is worth to First, in hundredths of a pawn.
func (j *Judge) Worth(p *rules.Position) int {
	worth := j.mind.judge(p, new(view))
	if p.Side() == rules.Second {
		return -worth
	}
	return worth
}
