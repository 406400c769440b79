package index

import (
	"context"
	"slices"
	"sync"

	"assay/index/pattern"
	"assay/index/tape"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
)

// scan is the running of a condition through candidates of one segment.
type scan struct {
	content    *content
	candidates []uint32
	facts      []func(document uint32) bool // whether a condition on the game holds
	meeting    []meeting                    // of each need of the condition
}

// newScan prepares the tapes and looks up what the condition asks of games.
func newScan(ctx context.Context, s *scorch.SegmentSnapshot, c *content, candidates *roaring.Bitmap, q *Query) (*scan, error) {
	m := q.Match
	sc := &scan{content: c, candidates: candidates.ToArray()}
	if m.Rules != nil {
		own, err := condition{field: rulesField, terms: []string{rulesName(m.Rules)}}.find(s)
		if err != nil {
			return nil, err
		}
		prepared, err := c.prepare(ctx, m.Rules, own)
		if err != nil {
			return nil, err
		}
		sc.meeting = meetings(prepared, pattern.NeedsOf(m.Condition, m.Rules))
	}
	for _, n := range pattern.Compile(m.Condition, m.Rules).Game() {
		fact, err := sc.fact(s, n)
		if err != nil {
			return nil, err
		}
		sc.facts = append(sc.facts, fact)
	}
	return sc, nil
}

// meeting is which materials of a segment meet a need.
type meeting []bool

func meetings(all *materials, needs *pattern.Needs) []meeting {
	met := make([]meeting, needs.Len())
	for i := range met {
		met[i] = make(meeting, all.count())
		for n := range met[i] {
			met[i][n] = needs.Met(i, all.at(n))
		}
	}
	return met
}

// reaches reports whether each need is met somewhere in the main line of a
// game, and for a condition with one need where, as [pattern.Matcher.Holds]
// takes it. The memory of possible is used again.
func (sc *scan) reaches(e *entry, possible []bool) (where []bool, reaches bool) {
	for _, met := range sc.meeting {
		possible = possible[:0]
		last := -1
		for i, n := range e.materials {
			possible = append(possible, met[n])
			if met[n] {
				last = i
			}
		}
		if last < 0 {
			return nil, false
		}
		possible = possible[:last+1]
	}
	if len(sc.meeting) != 1 {
		return nil, true
	}
	return possible, true
}

// fact answers a condition on the game.
func (sc *scan) fact(s *scorch.SegmentSnapshot, n pattern.Node) (func(uint32) bool, error) {
	entries := sc.content.entries
	switch n := n.(type) {
	case pattern.Result:
		return func(d uint32) bool { return n.Holds(entryResults[entries[d].result]) }, nil
	case pattern.Date:
		return func(d uint32) bool { return n.Holds(int(entries[d].earliest), int(entries[d].latest)) }, nil
	case pattern.Verdict:
		hits, err := condition{field: verdictField, terms: []string{n.Text}}.find(s)
		return func(d uint32) bool { return hits.Contains(d) != n.Not }, err
	case pattern.Header:
		conditions := headerConditions(n)
		work := newWork(conditions)
		hits, err := find(s, conditions, &work)
		return func(d uint32) bool { return hits.Contains(d) }, err
	}
	panic("index: a condition that is none on the game")
}

// found is what the workers found.
type found struct {
	mu          sync.Mutex
	games       []int64
	read, plies uint64
	cut         bool
}

// runScans runs the condition through all candidates, on all processors.
func runScans(ctx context.Context, scans []*scan, q *Query, work *Work) (result *found, err error) {
	type task struct {
		scan *scan
		part []uint32
	}
	var tasks []task
	for _, sc := range scans {
		for part := range slices.Chunk(sc.candidates, chunk) {
			tasks = append(tasks, task{sc, part})
		}
	}
	result = new(found)
	result.cut, err = share(ctx, len(tasks), func(next func() (int, bool)) {
		w := newWorker(q)
		for i, ok := next(); ok; i, ok = next() {
			w.run(ctx, tasks[i].scan, tasks[i].part)
		}
		result.add(w)
	})
	work.Read, work.Plies = result.read, result.plies
	return result, err
}

func (f *found) add(w *worker) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.games = append(f.games, w.games...)
	f.read += uint64(w.read)
	f.plies += uint64(w.plies)
}

// worker runs a condition through one game after another.
type worker struct {
	matcher   *pattern.Matcher
	player    *tape.Player // nil for a condition on games alone
	whole     bool         // the condition asks for material alone
	sideLines bool
	facts     []bool
	possible  []bool        // memory
	opinions  tape.Opinions // of the game at hand

	games       []int64
	read, plies int64
}

func newWorker(q *Query) *worker {
	w := &worker{matcher: pattern.Compile(q.Match.Condition, q.Match.Rules), sideLines: q.SideLines}
	if q.Match.Rules != nil {
		w.player = tape.NewPlayer(q.Match.Rules)
		w.whole = pattern.NeedsOf(q.Match.Condition, q.Match.Rules).Whole()
	}
	w.facts = make([]bool, len(w.matcher.Game()))
	return w
}

// run looks at games until ctx ends.
func (w *worker) run(ctx context.Context, sc *scan, documents []uint32) {
	for _, d := range documents {
		if ctx.Err() != nil {
			return
		}
		for i, holds := range sc.facts {
			w.facts[i] = holds(d)
		}
		if !w.matcher.Ask(w.facts) {
			continue
		}
		if w.player == nil || w.holds(sc, &sc.content.entries[d]) {
			w.games = append(w.games, sc.content.games[d])
		}
	}
}

// holds runs through the lines of a game up to the first hit. The main line is
// left out where its material tells that it has none.
func (w *worker) holds(sc *scan, e *entry) bool {
	if e.tape == nil {
		return false
	}
	possible, reaches := sc.reaches(e, w.possible)
	if possible != nil {
		w.possible = possible
	}
	switch {
	case reaches && w.whole:
		return true
	case !reaches && !w.sideLines:
		return false
	}
	lines, err := w.player.Load(e.tape)
	if err != nil {
		return false
	}
	w.player.Opinions = nil
	if e.opinions != nil && w.opinions.Read(e.opinions) {
		w.player.Opinions = &w.opinions
	}
	if !w.sideLines {
		lines = 1
	}
	w.read++
	for line := range lines {
		switch {
		case line > 0:
			possible = nil
		case !reaches:
			continue
		}
		holds := w.matcher.Holds(w.player, line, possible)
		w.plies += int64(w.player.Ply)
		if holds {
			return true
		}
	}
	return false
}
