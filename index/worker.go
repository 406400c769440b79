package index

import (
	"context"
	"sync"

	"assay/index/pattern"
	"assay/index/tape"
)

// scanResult is the combined result of all workers.
type scanResult struct {
	mu          sync.Mutex
	games       []int64
	read, plies uint64
	replayed    uint64
	failed      error // the first error
}

func (f *scanResult) add(w *worker) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.games = append(f.games, w.games...)
	f.read += uint64(w.read)
	f.plies += uint64(w.plies)
	if w.exact != nil {
		f.replayed += w.exact.replayed
	}
	if f.failed == nil {
		f.failed = w.failed
	}
}

// worker evaluates a condition on one game after another.
type worker struct {
	matcher    *pattern.Matcher
	exact      *replayer    // nil if tapes decide
	player     *tape.Player // nil for a condition on games alone
	whole      bool         // the condition concerns material alone
	variations bool
	facts      []bool
	possible   []bool        // reused memory
	analysis   tape.Analysis // of the current game

	games       []int64
	read, plies int64
	failed      error
}

func newWorker(q *Query) *worker {
	relaxed, other := q.Match.relax()
	w := &worker{matcher: pattern.Compile(relaxed.Condition, relaxed.Rules), variations: q.Variations}
	if relaxed.Rules != nil {
		w.player = tape.NewPlayer(relaxed.Rules)
		w.player.Flat = w.matcher.Flat()
		w.whole = pattern.NeedsOf(relaxed.Condition, relaxed.Rules).Sufficient()
	}
	if other {
		w.exact = &replayer{match: q.Match, matcher: pattern.Compile(q.Match.Condition, q.Match.Rules),
			player: tape.NewPlayer(q.Match.Rules), variations: q.Variations}
	}
	w.facts = make([]bool, len(w.matcher.GameConditions()))
	return w
}

// run scans games until ctx ends.
func (w *worker) run(ctx context.Context, b Batch) {
	w.matcher.SetContext(ctx)
	for n := range b.Len() {
		if ctx.Err() != nil || w.failed != nil {
			return
		}
		e := b.Entry(n)
		for i, asked := range w.matcher.GameConditions() {
			w.facts[i] = factOf(asked, b, n, e, i)
		}
		if !w.matcher.BeginGame(w.facts) {
			continue
		}
		hit := w.player == nil || w.holds(b, n, e)
		if hit && w.exact != nil {
			hit, w.failed = w.exact.matches(ctx, b.Game(n), e, w.facts, w.opinionsOf(e))
		}
		if hit && ctx.Err() == nil {
			w.games = append(w.games, b.Game(n))
		}
	}
}

// factsOf evaluates the game conditions of a matcher for a game.
func factsOf(m *pattern.Matcher, b Batch, n int) []bool {
	facts := make([]bool, len(m.GameConditions()))
	for i, asked := range m.GameConditions() {
		facts[i] = factOf(asked, b, n, b.Entry(n), i)
	}
	return facts
}

// factOf evaluates the i-th game condition from the entry of the n-th game of a
// batch or from its posting lists.
func factOf(asked pattern.Node, b Batch, n int, e *Entry, i int) bool {
	switch asked := asked.(type) {
	case pattern.Result:
		return asked.Holds(entryResults[e.result])
	case pattern.Date:
		return asked.Holds(int(e.earliest), int(e.latest))
	case pattern.Rated:
		return asked.Holds([2]int{int(e.ratings[0]), int(e.ratings[1])})
	case pattern.Games:
		return asked.Has(b.Game(n))
	}
	return b.Fact(i, n)
}

// holds evaluates the lines of a game up to the first hit. It skips the main
// line if its material excludes a hit.
func (w *worker) holds(b Batch, n int, e *Entry) bool {
	if e.tape == nil {
		return false
	}
	possible, reach := b.Reach(n, w.possible)
	if possible != nil {
		w.possible = possible
	}
	switch {
	case reach == Reached && w.whole:
		return true
	case reach == Missed && !w.variations:
		return false
	}
	lines, err := w.player.Load(e.tape)
	if err != nil {
		return false
	}
	w.player.Analysis = w.opinionsOf(e)
	if !w.variations {
		lines = 1
	}
	w.read++
	for line := range lines {
		switch {
		case line > 0:
			possible = nil
		case reach == Missed:
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

// opinionsOf returns the engine analysis of a game, or nil if there is none. It
// is valid until the next call.
func (w *worker) opinionsOf(e *Entry) *tape.Analysis {
	if e.analysis == nil || !w.analysis.Read(e.analysis) {
		return nil
	}
	return &w.analysis
}
