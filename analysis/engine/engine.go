// Package engine searches positions of any defined variant for the best moves:
// iterative deepening with principal variation search, a shared hash table,
// null-move, futility and late-move pruning, and a tapered static evaluation
// derived from the variant's rules.
//
// The default evaluation derives piece values and piece-square tables from how
// pieces move. For some variants, values fitted to games are built in (folder
// fits).
package engine

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"assay/analysis/rules"
)

// Engine holds the hash table, the evaluators and the move histories. It runs
// one search at a time.
type Engine struct {
	table      *table
	evaluators map[*rules.Rules]*evaluator
	workers    []*worker    // with the move-ordering histories of earlier searches, one per thread
	lastRules  *rules.Rules // rules of the last search; other rules reset the workers
	fullWidth  bool         // tests only: no pruning, reductions or extensions
}

// New returns an engine with a hash table of that many megabytes, at least 1.
func New(megabytes int) *Engine {
	return &Engine{table: newTable(megabytes), evaluators: map[*rules.Rules]*evaluator{}}
}

// Clear empties the hash table and the histories, so that the next search
// equals a new engine's.
func (e *Engine) Clear() {
	e.table.clear()
	for _, w := range e.workers {
		if w.histories != nil {
			*w.histories = histories{}
		}
	}
}

// Learn selects the evaluation of a variant: the first fit for it in the
// folders, else a built-in fit, else the default evaluation. It returns the fit
// that it found, or nil. If a file cannot be read, Learn returns its error and
// changes nothing. Variants that were never passed to Learn use the built-in
// fits.
func (e *Engine) Learn(r *rules.Rules, from Fits) (*Fit, error) {
	fit, err := append(slices.Clip(from), BuiltIn()...).Of(r)
	if err == nil {
		e.Use(r, fit)
	}
	return fit, err
}

// Use selects a fit as the evaluation of a variant, or the default evaluation
// if f is nil.
func (e *Engine) Use(r *rules.Rules, f *Fit) { e.evaluators[r] = newEvaluator(r, f) }

// Forget drops all evaluators and histories, so that they keep no rules in
// memory.
func (e *Engine) Forget() {
	clear(e.evaluators)
	e.lastRules, e.workers = nil, nil
}

// evaluator returns the evaluator of a variant and creates it at first use.
func (e *Engine) evaluator(r *rules.Rules) *evaluator {
	if e.evaluators[r] == nil {
		if _, err := e.Learn(r, nil); err != nil {
			panic(err) // the built-in files are tested
		}
	}
	return e.evaluators[r]
}

// Search searches a position until a limit is reached or the context ends, and
// does not change it. If report is not nil, each completed iteration reports
// its lines. The result has a line whenever there is a legal move, even if the
// search is stopped at once.
//
// On one thread, with a new or cleared engine and limits on nodes, depth or
// mate alone, every run returns the same lines.
func (e *Engine) Search(ctx context.Context, p *rules.Position, limits Limits, report func(Line)) Result {
	began := time.Now()
	if _, over := p.OutcomeBefore(true); over {
		return Result{}
	}
	limits.Threads = max(limits.Threads, 1)
	if limits.Nodes > 0 { // so that nodes not yet shared cannot exceed the limit
		limits.Threads = min(limits.Threads, int(min(1+limits.Nodes/(4*shareInterval), math.MaxInt32)))
	}
	m := e.evaluator(p.Rules())
	e.table.nextSearch()
	if e.lastRules != p.Rules() {
		e.lastRules, e.workers = p.Rules(), nil
	}
	for len(e.workers) < limits.Threads {
		e.workers = append(e.workers, new(worker))
	}
	s := &task{limits: limits, table: e.table, eval: m, began: began, report: report, fullWidth: e.fullWidth}
	moves := s.rootMoves(p)
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
	for n := range limits.Threads - 1 {
		helpers.Go(func() { newWorker(s, p, moves, e.workers[n+1], n+1).deepen() })
	}
	w := newWorker(s, p, moves, e.workers[0], 0)
	w.deepen()
	s.stop.Store(true)
	helpers.Wait()
	return Result{Lines: w.lines(), Nodes: s.nodes.Load()}
}

// task is the state that the threads of one search share.
type task struct {
	limits    Limits
	table     *table
	eval      *evaluator
	began     time.Time
	report    func(Line)
	stop      atomic.Bool
	nodes     atomic.Uint64
	fullWidth bool
}

// rootMoves returns the legal moves that Limits allows.
func (s *task) rootMoves(p *rules.Position) []rules.Move {
	legal := p.Moves(nil)
	if len(s.limits.Moves) == 0 {
		return legal
	}
	return slices.DeleteFunc(legal, func(m rules.Move) bool { return !slices.Contains(s.limits.Moves, m) })
}
