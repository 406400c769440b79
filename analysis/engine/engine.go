// Package engine finds the best moves of a position of any defined game, and
// what it is worth. It knows of a game what its rules say, and sets nothing by
// hand for any of them.
package engine

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"assay/analysis/rules"
)

// Engine is a table of positions and what was derived from games. One search
// runs on it at a time.
type Engine struct {
	table *table
	minds map[*rules.Rules]*mind
	past  []*memory    // of each thread, what moves were good in earlier searches
	of    *rules.Rules // the game that it is of
	whole bool         // tests only: every move is searched, as deep as all others
}

// New returns an engine with a table of so many megabytes, 1 at least.
func New(megabytes int) *Engine {
	return &Engine{table: newTable(megabytes), minds: map[*rules.Rules]*mind{}}
}

// Clear forgets every position, so that the next search is that of a new
// engine.
func (e *Engine) Clear() {
	e.table.clear()
	e.past = nil
}

// Learn has a game judged by what was fitted for it in some folders, or came
// with the engine; by the formula where nothing was. Without it the engine
// takes what it came with. It gives what was found, nil for nothing. The error
// is one of a file, and nothing is learnt.
func (e *Engine) Learn(r *rules.Rules, from Fits) (*Fit, error) {
	fit, err := append(slices.Clip(from), BuiltIn()...).Of(r)
	if err == nil {
		e.Take(r, fit)
	}
	return fit, err
}

// Take has a game judged by a fit, or by the formula where it is nil.
func (e *Engine) Take(r *rules.Rules, f *Fit) { e.minds[r] = newMind(r, f) }

// mind is what the engine makes of a game.
func (e *Engine) mind(r *rules.Rules) *mind {
	if e.minds[r] == nil {
		if _, err := e.Learn(r, nil); err != nil {
			panic(err) // the files are built in, and tested
		}
	}
	return e.minds[r]
}

// Search looks for the best moves of a position, which it leaves as it is,
// until a limit is met or the context ends, and reports each line as it
// deepens; report may be nil. On one thread, with a new or a cleared engine,
// and with no limit but on nodes, depth or mate, it gives the same lines on
// every run. There is a line whenever there is a move, however soon it ends.
func (e *Engine) Search(ctx context.Context, p *rules.Position, limits Limits, report func(Line)) Result {
	began := time.Now()
	if _, over := p.OutcomeBefore(true); over {
		return Result{}
	}
	m := e.mind(p.Rules())
	e.table.turn()
	if e.of != p.Rules() {
		e.of, e.past = p.Rules(), nil
	}
	for len(e.past) < max(limits.Threads, 1) {
		e.past = append(e.past, new(memory))
	}
	s := &task{limits: limits, table: e.table, mind: m, began: began, report: report, whole: e.whole}
	moves := s.first(p)
	if len(moves) == 0 {
		return Result{}
	}
	if limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limits.Time)
		defer cancel()
	}
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()
	var helpers sync.WaitGroup
	for n := range max(limits.Threads, 1) - 1 {
		helpers.Go(func() { newWorker(s, p, moves, e.past[n+1], n+1).deepen() })
	}
	w := newWorker(s, p, moves, e.past[0], 0)
	w.deepen()
	s.stop.Store(true)
	helpers.Wait()
	return Result{Lines: w.lines(), Nodes: s.nodes.Load()}
}

// task is what the threads of one search share.
type task struct {
	limits Limits
	table  *table
	mind   *mind
	began  time.Time
	report func(Line)
	stop   atomic.Bool
	nodes  atomic.Uint64
	whole  bool
}

// first is the first moves to be searched.
func (s *task) first(p *rules.Position) []rules.Move {
	legal := p.Moves(nil)
	if len(s.limits.Moves) == 0 {
		return legal
	}
	return slices.DeleteFunc(legal, func(m rules.Move) bool { return !slices.Contains(s.limits.Moves, m) })
}
