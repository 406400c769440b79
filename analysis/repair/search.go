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

// word is a token: the text of one ply.
type word struct {
	text string
	slot int // index of the ply in the record, or -1 for an inserted one
}

// found is a candidate: a token sequence and the edits that made it.
type found struct {
	row   []word
	edits []edit
	cost  float64
	fault int // first illegal token, or len(row)
}

// Limits of a search: plies read or compared, tokens searched before an error,
// additional legal plies that make an edit worth keeping, candidates kept
// between rounds, and the cost of a candidate.
const (
	maxReads   = 400_000
	lookBack   = 40
	worthwhile = 1
	maxOpen    = 12
	maxCost    = 24.0
)

// Limits of edits per candidate: alwaysEdits in any record, one per pliesAnEdit
// plies, and maxEdits at most. After fewEdits, only cheap kinds of edits are
// tried.
const (
	alwaysEdits = 3
	pliesAnEdit = 5
	maxEdits    = 10
	fewEdits    = 2
	lessMisread = costSquare
)

// maxJudged bounds the candidates checked for plausibility, maxProved those
// that are written and verified.
const (
	maxJudged = 40
	maxProved = 8
)

// slack is how much more than the best a candidate may cost.
const slack = 5

// search looks for candidates that are legal to the end.
type search struct {
	ctx    context.Context
	rec    *parser.Record
	start  *rules.Position
	source notation.Notation
	bent   numbers
	like   *likeness
	hand   *hand
	reads  *int
	done   map[string]bool // sequences tried, by their texts
	ends   []found
	best   float64 // lowest cost of ends
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

// row returns the tokens of the record.
func (s *search) row() []word {
	row := make([]word, len(s.rec.Moves))
	for i := range row {
		row[i] = word{s.rec.Moves[i].Text, i}
	}
	return row
}

// run returns the cheapest legal candidates, by cost.
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

// cheapest keeps the cheapest legal candidates.
func (s *search) cheapest(most int) {
	slices.SortStableFunc(s.ends, func(a, b found) int { return cmp.Compare(a.cost, b.cost) })
	n := 0
	for n < len(s.ends) && n < most && s.ends[n].cost <= s.ends[0].cost+slack {
		n++
	}
	s.ends = s.ends[:n]
}

// judge adds the costs of implausible moves and of deviations from the record's
// style, if there are several candidates.
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

// prospect is the sort key of an illegal candidate; lower is better.
func (f *found) prospect() float64 {
	return f.cost + 0.1*float64(len(f.row)-f.fault)
}

func (s *search) spent() bool { return *s.reads > maxReads || s.ctx.Err() != nil }

// replay plays the tokens from k on and returns the index of the first illegal
// one. p is the position at k and is left unchanged.
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

// read returns the legal move of a text.
func (s *search) read(p *rules.Position, text string) (rules.Move, bool) {
	m, fault := s.reading(p, text)
	return m, fault == nil
}

// ended is the error of a ply after the end of the game.
var ended = &notation.Fault{Reason: "over"}

// reading returns the legal move of a text, or the error with the move that it
// most probably means.
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

// widen tries every edit at or before the error of a candidate. It adds legal
// results to ends and returns those that lead farther.
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

// try applies edits to one candidate.
type try struct {
	*search
	from *found
}

// take applies an edit; p is the position at its first token. It reports
// whether the result is worth further edits.
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
