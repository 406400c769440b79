package repair

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"assay/analysis"
	"assay/analysis/engine"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// word is the text of one ply in a row.
type word struct {
	text string
	slot int // the ply of the record that it stands for, from 0; -1 for one that is missing there
}

// found is a row, and how it was made.
type found struct {
	row   []word
	edits []edit
	cost  float64
	fault int // the first word that does not hold; len(row) where all do
}

// Bounds of a search: how many plies are read in all, or written to be
// compared, how far before a fault its cause is looked for, how many plies
// farther an edit has to lead to be worth another, how many such rows are gone
// on with, and what all edits of one cost at most.
const (
	maxReads   = 400_000
	lookBack   = 40
	worthwhile = 1
	maxOpen    = 12
	maxCost    = 24.0
)

// How many edits are put together: the first ones in any record, others where
// there are so many plies for each, and maxEdits at most. Beyond the first
// fewEdits only plies that are doubled, swapped, or misread at less cost are
// looked for.
const (
	alwaysEdits = 3
	pliesAnEdit = 5
	maxEdits    = 10
	fewEdits    = 2
	lessMisread = costSquare
)

// maxJudged is how many rows that hold are looked at for good sense, and
// maxProved how many are written out and proved.
const (
	maxJudged = 40
	maxProved = 8
)

// slack is how much dearer than the best a row may be to be offered too.
const slack = 5

// search looks for rows that hold to their end.
type search struct {
	ctx    context.Context
	rec    *parser.Record
	start  *rules.Position
	source notation.Notation
	bent   numbers
	like   *likeness
	hand   *hand
	reads  *int
	done   map[string]bool // rows that were tried, by their texts
	ends   []found
	best   float64 // cost of those
}

func newSearch(ctx context.Context, reads *int, rec *parser.Record, g *analysis.Game) (*search, bool) {
	source, ok := notation.For(rec, g.Start())
	if !ok || len(rec.Moves) == 0 {
		return nil, false
	}
	s := &search{ctx: ctx, rec: rec, start: g.Start(), source: source, like: newLikeness(), reads: reads, done: map[string]bool{}, best: math.Inf(1)}
	s.bent, s.hand = numbersOf(s.start, rec), s.handOf()
	return s, true
}

// row is that of the record.
func (s *search) row() []word {
	row := make([]word, len(s.rec.Moves))
	for i := range row {
		row[i] = word{s.rec.Moves[i].Text, i}
	}
	return row
}

// run gives the cheapest rows that hold, by cost.
func (s *search) run() []found {
	first := found{row: s.row()}
	p := s.start.Clone()
	first.fault = s.replay(p, first.row, 0)
	if first.fault == len(first.row) {
		return []found{first}
	}
	open := []found{first}
	for range min(maxEdits, max(alwaysEdits, len(first.row)/pliesAnEdit)) {
		var next []found
		for i := range open {
			next = append(next, s.widen(&open[i])...)
		}
		if len(s.ends) > 0 || s.spent() {
			break
		}
		slices.SortStableFunc(next, func(a, b found) int { return cmp.Compare(a.prospect(), b.prospect()) })
		open = next[:min(len(next), maxOpen)]
	}
	s.cheapest(maxJudged)
	s.judge()
	s.cheapest(maxProved)
	return s.ends
}

// cheapest keeps so many of the ends at most, by cost.
func (s *search) cheapest(most int) {
	slices.SortStableFunc(s.ends, func(a, b found) int { return cmp.Compare(a.cost, b.cost) })
	n := 0
	for n < len(s.ends) && n < most && s.ends[n].cost <= s.ends[0].cost+slack {
		n++
	}
	s.ends = s.ends[:n]
}

// judge adds to the costs of the ends what is odd of the moves played in them,
// and of how the plies behind them are written, where there is a choice.
func (s *search) judge() {
	if len(s.ends) < 2 {
		return
	}
	sense, p := &sense{s.ctx, engine.New(1), map[uint64]float64{}}, s.start.Clone()
	asked, least := touched(s.ends), math.Inf(1)
	given := make([]float64, len(s.ends))
	for i := range s.ends {
		end, odd := &s.ends[i], 0
		for j, w := range end.row {
			m, _ := s.read(p, w.text)
			if asked[j] {
				given[i] += sense.loss(p, m)
			}
			if !s.hand.writes(p, m, w.text) {
				odd++
			}
			p.Play(m)
		}
		for range end.row {
			p.Undo()
		}
		end.cost += min(costHand, costOdd*float64(odd))
		least = min(least, given[i])
	}
	for i := range s.ends {
		s.ends[i].cost += nonsense(given[i] - least)
	}
}

// prospect is the less the more a row that does not hold promises.
func (f *found) prospect() float64 {
	return f.cost + 0.1*float64(len(f.row)-f.fault)
}

func (s *search) spent() bool { return *s.reads > maxReads || s.ctx.Err() != nil }

// replay reads a row from word k on, whose position p is, and gives the first
// that does not hold. The position is left as it was.
func (s *search) replay(p *rules.Position, row []word, k int) int {
	i := k
	for ; i < len(row) && !s.spent(); i++ {
		m, ok := s.read(p, row[i].text)
		if !ok {
			break
		}
		p.Play(m)
	}
	for range i - k {
		p.Undo()
	}
	return i
}

// read is the legal move that a text is.
func (s *search) read(p *rules.Position, text string) (rules.Move, bool) {
	m, fault := s.reading(p, text)
	return m, fault == nil
}

// ended is the fault of a ply behind the end of the game.
var ended = &notation.Fault{Reason: "over"}

// reading is the legal move that a text is, or why it is none, with the move
// that it most probably means.
func (s *search) reading(p *rules.Position, text string) (rules.Move, *notation.Fault) {
	*s.reads++
	m, _, _, fault := s.source.Read(p, text)
	if fault != nil {
		return m, fault
	}
	if _, over := p.OutcomeBefore(true); over {
		return m, ended
	}
	return m, nil
}

// widen tries every edit at the fault of a row and before it. Rows that hold
// are ends; those that hold farther are given back.
func (s *search) widen(f *found) (farther []found) {
	p := s.start.Clone()
	for i := range f.fault {
		m, _ := s.read(p, f.row[i].text)
		p.Play(m)
	}
	t := try{search: s, from: f}
	for k := f.fault; k >= 0 && f.fault-k <= lookBack && !s.spent(); k-- {
		if k < f.fault {
			p.Undo()
		}
		for _, e := range s.editsAt(p, f, k) {
			if row, ok := t.take(p, e); ok {
				farther = append(farther, row)
			}
		}
	}
	if row, ok := t.take(s.start.Clone(), swapColumns); ok {
		farther = append(farther, row)
	}
	return farther
}

// try applies edits to one row.
type try struct {
	*search
	from *found
}

// take applies an edit from whose first word on p stands. It reports whether
// the row is worth another edit.
func (t *try) take(p *rules.Position, e edit) (found, bool) {
	next := found{edits: append(slices.Clip(t.from.edits), e)}
	for _, e := range next.edits {
		next.cost += e.cost
	}
	if t.spent() || next.cost > maxCost || next.cost-t.bent.before > t.best+slack {
		return found{}, false
	}
	row := e.apply(t.from.row)
	next.row = row
	next.fault = t.replay(p, row, e.at)
	ends := next.fault == len(row)
	if !ends && next.fault < t.from.fault+worthwhile+len(row)-len(t.from.row) {
		return found{}, false
	}
	var key strings.Builder
	for _, w := range row {
		key.WriteString(w.text)
		key.WriteByte('\n')
	}
	if t.done[key.String()] {
		return found{}, false
	}
	t.done[key.String()] = true
	next.cost += t.bent.cost(row) - t.bent.before
	if ends {
		t.ends = append(t.ends, next)
		t.best = min(t.best, next.cost)
	}
	return next, !ends
}
