package engine

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

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
	Places    []Place  `json:"places,omitempty"` // likewise
	Terms     []Term   `json:"terms,omitempty"`  // likewise
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

// Place is by how much it changes what a kind of piece is worth where it
// stands, in hundredths of a pawn, and what it is worth that it can go from
// there. Its squares are those of the First side's ranks from the first on, and
// of each the files from the edge to the middle: the other files, and the
// Second side's ranks, mirror them.
type Place struct {
	Piece    string `json:"piece"`
	Early    []int  `json:"early"`    // while both sides have much
	Late     []int  `json:"late"`     // when little is left
	Mobility [2]int `json:"mobility"` // of each square that it can go to, early and late, in sixteenths; in place of what the formula has
}

// Term is what one of something that positions are judged by counts, in
// sixteenths of a hundredth of a pawn, or of the danger to a royal.
type Term struct {
	Name  string `json:"name"`
	Early int    `json:"early"`
	Late  int    `json:"late,omitempty"` // 0 for danger
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
		fit, err := readFit(text)
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

// readFit reads a fit and refuses what cannot be.
func readFit(text []byte) (*Fit, error) {
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
	for _, place := range f.Places {
		for _, n := range slices.Concat(place.Early, place.Late, place.Mobility[:]) {
			if n < -mostWorth || n > mostWorth {
				return nil, fmt.Errorf("%s: %d is no worth of a square from %d to %d", place.Piece, n, -mostWorth, mostWorth)
			}
		}
	}
	terms := new(weights).terms()
	for _, t := range f.Terms {
		if _, ok := terms[t.Name]; !ok {
			return nil, fmt.Errorf("there is no term %q", t.Name)
		}
		if max(t.Early, -t.Early, t.Late, -t.Late) > mostWorth {
			return nil, fmt.Errorf("%s: %d or %d is not from %d to %d", t.Name, t.Early, t.Late, -mostWorth, mostWorth)
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
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		free := m.freedom[t]
		n := Folded(r)
		f.Places = append(f.Places, Place{
			Piece: r.PieceName(t), Early: make([]int, n), Late: make([]int, n), Mobility: [2]int{free.early, free.late},
		})
	}
	terms := m.by.terms()
	for _, name := range slices.Sorted(maps.Keys(terms)) {
		t := Term{Name: name, Early: *terms[name].early}
		if late := terms[name].late; late != nil {
			t.Late = *late
		}
		f.Terms = append(f.Terms, t)
	}
	return f
}

// Folded is how many squares a Place tells apart.
func Folded(r *rules.Rules) int { return (r.Files() + 1) / 2 * r.Ranks() }

// Fold is the number of a side's square in a Place.
func Fold(r *rules.Rules, side rules.Side, s rules.Square) int {
	file, rank := int(s)%r.Files(), int(s)/r.Files()
	if side == rules.Second {
		rank = r.Ranks() - 1 - rank
	}
	return rank*((r.Files()+1)/2) + min(file, r.Files()-1-file)
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

// called finds kinds of a game by their names. Of several that share one, such
// as a piece and what is promoted to it, each call finds the next.
func called(r *rules.Rules) func(name string) (rules.PieceType, bool) {
	last := map[string]rules.PieceType{}
	return func(name string) (rules.PieceType, bool) {
		for t := last[name] + 1; int(t) <= r.Types(); t++ {
			if r.PieceName(t) == name {
				last[name] = t
				return t, true
			}
		}
		return rules.NoPieceType, false
	}
}

// take puts what was fitted in the place of what the formula says; nil changes
// nothing.
func (w *worths) take(f *Fit, r *rules.Rules) {
	if f == nil {
		return
	}
	if len(f.Terms) > 0 {
		by := *w.by
		terms := by.terms()
		for _, fitted := range f.Terms {
			known := terms[fitted.Name]
			if *known.early = fitted.Early; known.late != nil {
				*known.late = fitted.Late
			}
		}
		w.by = &by
	}
	kind := called(r)
	for _, fitted := range f.Worths {
		if t, ok := kind(fitted.Piece); ok {
			w.board[t], w.late[t] = fitted.Board, fitted.Late
			if fitted.Hand != 0 {
				w.hand[t] = fitted.Hand
			}
		}
	}
}

// takePlaces adds to the worths of squares what was fitted; nil adds nothing.
func (m *mind) takePlaces(f *Fit) {
	if f == nil {
		return
	}
	r := m.rules
	kind := called(r)
	for _, place := range f.Places {
		t, ok := kind(place.Piece)
		if !ok || len(place.Early) != Folded(r) || len(place.Late) != Folded(r) {
			continue
		}
		m.freedom[t] = term{place.Mobility[0], place.Mobility[1]}
		for _, side := range []rules.Side{rules.First, rules.Second} {
			pc := rules.NewPiece(t, side)
			for s := range rules.Square(r.Files() * r.Ranks()) {
				at := Fold(r, side, s)
				m.place.early[pc][s] = int16(max(min(int(m.place.early[pc][s])+place.Early[at], 30000), -30000))
				m.place.late[pc][s] = int16(max(min(int(m.place.late[pc][s])+place.Late[at], 30000), -30000))
			}
		}
	}
}

// Judge tells what positions of a game are worth without looking ahead. It is
// safe for concurrent use.
type Judge struct{ mind *mind }

// NewJudge returns one that judges by a fit; nil for the formula.
func NewJudge(r *rules.Rules, f *Fit) *Judge { return &Judge{newMind(r, f)} }

// Worth is what a position is worth to First, in hundredths of a pawn, and how
// much of what counts early counts there, from 0 to 1.
func (j *Judge) Worth(p *rules.Position) (worth int, early float64) {
	v := new(view)
	worth = j.mind.judge(p, v)
	if p.Side() == rules.Second {
		worth = -worth
	}
	return worth, float64(j.mind.left(v.material)) / 256
}
