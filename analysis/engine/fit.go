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

// Fit holds evaluation values of one variant fitted to game results.
type Fit struct {
	Variant   string        `json:"variant"`
	Revision  string        `json:"revision"` // of the definition for which it is valid
	Games     int           `json:"games"`
	Positions int           `json:"positions"`
	Nodes     uint64        `json:"nodes"`            // searched per move of these games
	Values    []PieceValue  `json:"worths,omitempty"` // empty: the default values
	Tables    []SquareTable `json:"places,omitempty"` // empty: the default tables
	Terms     []Term        `json:"terms,omitempty"`  // empty: the default terms
	Curve     Estimate      `json:"curve"`            // constant of the win% curve, per centipawn; 0: the default
	Match     *MatchResult  `json:"match,omitempty"`  // against the default evaluation; nil if not played
}

// PieceValue is the value of a piece type in centipawns; errors are half-widths
// of 95 % intervals.
type PieceValue struct {
	Piece     string `json:"piece"`
	Board     int    `json:"board"` // middlegame
	Late      int    `json:"late"`  // endgame
	Error     int    `json:"error"`
	Hand      int    `json:"hand,omitempty"` // 0 if it is never in hand
	HandError int    `json:"handError,omitempty"`
}

// SquareTable is a correction of the piece-square table of a piece type, in
// centipawns, and its mobility term. Its squares are folded: ranks from First's
// first rank, and in each the files from the edge to the middle. The other half
// of the board and Second's side mirror them.
type SquareTable struct {
	Piece    string `json:"piece"`
	Early    []int  `json:"early"`    // middlegame
	Late     []int  `json:"late"`     // endgame
	Mobility [2]int `json:"mobility"` // per reachable square, middlegame and endgame, in sixteenths
}

// Term is a fitted evaluation parameter, in sixteenths of a centipawn, or a
// factor of the danger to a royal.
type Term struct {
	Name  string `json:"name"`
	Early int    `json:"early"`
	Late  int    `json:"late,omitempty"` // 0 for factors of danger
}

// Estimate is a number with the half-width of its 95 % interval.
type Estimate struct {
	Value float64 `json:"value"`
	Error float64 `json:"error"`
}

// MatchResult is the result of a match of a fit against the default evaluation.
type MatchResult struct {
	Games int     `json:"games"`
	Nodes uint64  `json:"nodes"` // per move
	Score float64 `json:"score"` // percent of the points
	Error float64 `json:"error"` // half-width of the 95 % interval
}

//go:embed fits
var embedded embed.FS

// Fits are folders of fits, searched in order. Each has one file per variant,
// named by its ID. Fits for other revisions of the definition are ignored.
type Fits []fs.FS

// BuiltIn returns the embedded fits.
func BuiltIn() Fits {
	folder, err := fs.Sub(embedded, "fits")
	if err != nil {
		panic(err) // the name is a valid path
	}
	return Fits{folder}
}

// Of returns the fit of a variant, or nil if there is none. It returns an error
// if a file cannot be read or contains invalid values.
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

// maxFitted bounds the values in a fit, either way.
const maxFitted = 10_000

// readFit parses a fit and rejects values out of range.
func readFit(text []byte) (*Fit, error) {
	f := new(Fit)
	if err := json.Unmarshal(text, f); err != nil {
		return nil, err
	}
	for _, w := range f.Values {
		for _, n := range []int{w.Board, w.Late, w.Hand} {
			if n < -maxFitted || n > maxFitted {
				return nil, fmt.Errorf("%s: value %d is not from %d to %d", w.Piece, n, -maxFitted, maxFitted)
			}
		}
	}
	for _, place := range f.Tables {
		for _, n := range slices.Concat(place.Early, place.Late, place.Mobility[:]) {
			if n < -maxFitted || n > maxFitted {
				return nil, fmt.Errorf(
					"%s: square value %d is not from %d to %d",
					place.Piece,
					n,
					-maxFitted,
					maxFitted,
				)
			}
		}
	}
	terms := new(parameters).terms()
	for _, t := range f.Terms {
		if _, ok := terms[t.Name]; !ok {
			return nil, fmt.Errorf("there is no term %q", t.Name)
		}
		if max(t.Early, -t.Early, t.Late, -t.Late) > maxFitted {
			return nil, fmt.Errorf("%s: %d or %d is not from %d to %d", t.Name, t.Early, t.Late, -maxFitted, maxFitted)
		}
	}
	if f.Curve.Value < 0 || f.Curve.Value > 1 {
		return nil, fmt.Errorf("curve: %v is no constant from 0 to 1", f.Curve.Value)
	}
	return f, nil
}

// DefaultFit returns the default evaluation of a variant as a fit.
func DefaultFit(r *rules.Rules) *Fit {
	m := newEvaluator(r, nil)
	f := &Fit{Variant: r.Definition().ID, Revision: r.Definition().Revision()}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if m.royal.Has(t) {
			continue
		}
		w := PieceValue{Piece: r.PieceName(t), Board: m.mg[t], Late: m.eg[t]}
		if m.canHold(t) {
			w.Hand = m.hand[t]
		}
		f.Values = append(f.Values, w)
	}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		free := m.mobility[t]
		n := Folded(r)
		f.Tables = append(f.Tables, SquareTable{
			Piece: r.PieceName(t), Early: make([]int, n), Late: make([]int, n), Mobility: [2]int{free.mg, free.eg},
		})
	}
	terms := m.params.terms()
	for _, name := range slices.Sorted(maps.Keys(terms)) {
		t := Term{Name: name, Early: *terms[name].mg}
		if late := terms[name].eg; late != nil {
			t.Late = *late
		}
		f.Terms = append(f.Terms, t)
	}
	return f
}

// Folded returns the number of squares of a SquareTable.
func Folded(r *rules.Rules) int { return (r.Files() + 1) / 2 * r.Ranks() }

// Fold returns the index in a SquareTable of a square, seen from a side.
func Fold(r *rules.Rules, side rules.Side, s rules.Square) int {
	file, rank := int(s)%r.Files(), int(s)/r.Files()
	if side == rules.Second {
		rank = r.Ranks() - 1 - rank
	}
	return rank*((r.Files()+1)/2) + min(file, r.Files()-1-file)
}

// canHold reports whether a side can have a piece type in hand.
func (m *evaluator) canHold(t rules.PieceType) bool {
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

// called returns a function that finds piece types by name. If several share a
// name, such as a piece and its promoted form, each call returns the next.
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

// applyValues replaces default parameters and piece values by fitted ones. A
// nil fit changes nothing.
func (w *pieceValues) applyValues(f *Fit, r *rules.Rules) {
	if f == nil {
		return
	}
	if len(f.Terms) > 0 {
		by := *w.params
		terms := by.terms()
		for _, fitted := range f.Terms {
			known := terms[fitted.Name]
			if *known.mg = fitted.Early; known.eg != nil {
				*known.eg = fitted.Late
			}
		}
		w.params = &by
	}
	kind := called(r)
	for _, fitted := range f.Values {
		if t, ok := kind(fitted.Piece); ok {
			w.mg[t], w.eg[t] = fitted.Board, fitted.Late
			if fitted.Hand != 0 {
				w.hand[t] = fitted.Hand
			}
		}
	}
}

// applyTables adds fitted piece-square corrections and mobility. A nil fit
// changes nothing.
func (m *evaluator) applyTables(f *Fit) {
	if f == nil {
		return
	}
	r := m.rules
	kind := called(r)
	for _, place := range f.Tables {
		t, ok := kind(place.Piece)
		if !ok || len(place.Early) != Folded(r) || len(place.Late) != Folded(r) {
			continue
		}
		m.mobility[t] = term{place.Mobility[0], place.Mobility[1]}
		for _, side := range []rules.Side{rules.First, rules.Second} {
			pc := rules.NewPiece(t, side)
			for s := range rules.Square(r.Files() * r.Ranks()) {
				at := Fold(r, side, s)
				m.pst.mg[pc][s] = int16(max(min(int(m.pst.mg[pc][s])+place.Early[at], 30000), -30000))
				m.pst.eg[pc][s] = int16(max(min(int(m.pst.eg[pc][s])+place.Late[at], 30000), -30000))
			}
		}
	}
}

// StaticEvaluator evaluates positions of a variant without searching. It is
// safe for concurrent use.
type StaticEvaluator struct{ eval *evaluator }

// NewStaticEvaluator returns an evaluator with a fit, or with the default
// evaluation if f is nil.
func NewStaticEvaluator(r *rules.Rules, f *Fit) *StaticEvaluator {
	return &StaticEvaluator{newEvaluator(r, f)}
}

// Evaluate returns the static evaluation from First's view in centipawns, and
// the weight of middlegame values, from 0 to 1.
func (j *StaticEvaluator) Evaluate(p *rules.Position) (score int, early float64) {
	v := new(evaluations)
	score = j.eval.staticEval(p, v)
	if p.Side() == rules.Second {
		score = -score
	}
	return score, float64(j.eval.phase(v.material)) / 256
}
