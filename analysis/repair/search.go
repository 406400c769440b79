package repair

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// token is the text of one ply.
type token struct {
	text string
	slot int // index of the ply in the record, or -1 for an inserted one
}

// candidate is a token sequence and the edits that made it.
type candidate struct {
	tokens       []token
	edits        []edit
	cost         float64
	firstIllegal int // first illegal token, or len(row)
}

// Limits of a search: plies read or compared, tokens searched before an error,
// additional legal plies that an edit must gain, candidates kept
// between rounds, and the cost of a candidate.
const (
	maxReads = 400_000
	lookBack = 40
	minGain  = 1
	maxOpen  = 12
	maxCost  = 24.0
)

// Limits of edits per candidate: alwaysEdits in any record, one per
// pliesPerEdit plies, and maxEdits at most. After fewEdits, only cheap kinds of
// edits are tried.
const (
	alwaysEdits     = 3
	pliesPerEdit    = 5
	maxEdits        = 10
	fewEdits        = 2
	maxMisreadLater = costSquare
)

// maxPlausible bounds the candidates checked for plausibility, maxVerified the
// candidates that are written and verified.
const (
	maxPlausible = 160
	maxVerified  = 8
)

// slack bounds the extra cost of a candidate over the best.
const slack = 5

// search looks for candidates that are legal to the end.
type search struct {
	ctx        context.Context
	rec        *parser.Record
	start      *rules.Position
	source     notation.Notation
	numbers    moveNumbers
	similarity *similarity
	style      *writingStyle
	reads      *int
	tried      map[string]bool // sequences tried, by their texts
	legal      []candidate
	bestCost   float64 // lowest cost of legal
}

func newSearch(ctx context.Context, reads *int, rec *parser.Record, g *analysis.Game) (*search, bool) {
	source, ok := notation.For(rec, g.Start())
	if !ok || len(rec.Moves) == 0 {
		return nil, false
	}
	s := &search{ctx: ctx, rec: rec, start: g.Start(), source: source, similarity: newSimilarity(), reads: reads,
		tried: map[string]bool{}, bestCost: math.Inf(1)}
	s.numbers, s.style = numbersOf(s.start, rec), s.styleOfRecord()
	return s, true
}

// tokens returns the tokens of the record.
func (s *search) tokens() []token {
	row := make([]token, len(s.rec.Moves))
	for i := range row {
		row[i] = token{s.rec.Moves[i].Text, i}
	}
	return row
}

// run returns the cheapest legal candidates, by cost.
func (s *search) run() []candidate {
	first := candidate{tokens: s.tokens()}
	p := s.start.Clone()
	first.firstIllegal = s.replay(p, first.tokens, 0)
	if first.firstIllegal == len(first.tokens) {
		return []candidate{first}
	}
	open := []candidate{first}
	for range min(maxEdits, max(alwaysEdits, len(first.tokens)/pliesPerEdit)) {
		var next []candidate
		for i := range open {
			next = append(next, s.expand(&open[i])...)
		}
		if len(s.legal) > 0 || s.exhausted() {
			break
		}
		slices.SortStableFunc(next, func(a, b candidate) int { return cmp.Compare(a.prospect(), b.prospect()) })
		open = next[:min(len(next), maxOpen)]
	}
	s.cheapest(maxPlausible)
	s.addPlausibility()
	s.cheapest(maxVerified)
	return s.legal
}

// cheapest keeps the cheapest legal candidates.
func (s *search) cheapest(most int) {
	slices.SortStableFunc(s.legal, func(a, b candidate) int { return cmp.Compare(a.cost, b.cost) })
	n := 0
	for n < len(s.legal) && n < most && s.legal[n].cost <= s.legal[0].cost+slack {
		n++
	}
	s.legal = s.legal[:n]
}

// prospect is the sort key of an illegal candidate; lower is better.
func (f *candidate) prospect() float64 {
	return f.cost + 0.1*float64(len(f.tokens)-f.firstIllegal)
}

func (s *search) exhausted() bool { return *s.reads > maxReads || s.ctx.Err() != nil }

// replay plays the tokens from k on and returns the index of the first illegal
// one. p is the position at k; it is not changed.
func (s *search) replay(p *rules.Position, row []token, k int) int {
	i := k
	for ; i < len(row) && !s.exhausted(); i++ {
		m, ok := s.readLegal(p, row[i].text)
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

// readLegal returns the legal move of a text.
func (s *search) readLegal(p *rules.Position, text string) (rules.Move, bool) {
	m, fault := s.readMove(p, text)
	return m, fault == nil
}

// afterEnd is the error of a ply after the end of the game.
var afterEnd = &notation.Fault{Reason: "over"}

// readMove returns the legal move of a text, or the error with the move that it
// most probably means.
func (s *search) readMove(p *rules.Position, text string) (rules.Move, *notation.Fault) {
	*s.reads++
	m, _, _, fault := s.source.Read(p, text)
	if fault != nil {
		return m, fault
	}
	if _, over := p.OutcomeBefore(true); over {
		return m, afterEnd
	}
	return m, nil
}

// expand tries every edit at or before the error of a candidate. It adds legal
// results to legal, and returns the results with more legal plies than before.
func (s *search) expand(f *candidate) (farther []candidate) {
	p := s.start.Clone()
	for i := range f.firstIllegal {
		m, _ := s.readLegal(p, f.tokens[i].text)
		p.Play(m)
	}
	t := expansion{search: s, base: f}
	for k := f.firstIllegal; k >= 0 && f.firstIllegal-k <= lookBack && !s.exhausted(); k-- {
		if k < f.firstIllegal {
			p.Undo()
		}
		for _, e := range s.editsAt(p, f, k) {
			if row, ok := t.apply(p, e); ok {
				farther = append(farther, row)
			}
		}
	}
	if row, ok := t.apply(s.start.Clone(), swapColumns); ok {
		farther = append(farther, row)
	}
	return farther
}

// expansion applies edits to one candidate.
type expansion struct {
	*search
	base *candidate
}

// apply applies an edit. p is the position at the first token of the edit. It
// reports whether the result needs further edits.
func (t *expansion) apply(p *rules.Position, e edit) (candidate, bool) {
	next := candidate{edits: append(slices.Clip(t.base.edits), e)}
	for _, e := range next.edits {
		next.cost += e.cost
	}
	if t.exhausted() || next.cost > maxCost || next.cost-t.numbers.costBefore > t.bestCost+slack {
		return candidate{}, false
	}
	row := e.apply(t.base.tokens)
	next.tokens = row
	next.firstIllegal = t.replay(p, row, e.at)
	ends := next.firstIllegal == len(row)
	if !ends && next.firstIllegal < t.base.firstIllegal+minGain+len(row)-len(t.base.tokens) {
		return candidate{}, false
	}
	var key strings.Builder
	for _, w := range row {
		key.WriteString(w.text)
		key.WriteByte('\n')
	}
	if t.tried[key.String()] {
		return candidate{}, false
	}
	t.tried[key.String()] = true
	next.cost += t.numbers.cost(row) - t.numbers.costBefore
	if ends {
		t.legal = append(t.legal, next)
		t.bestCost = min(t.bestCost, next.cost)
	}
	return next, !ends
}
