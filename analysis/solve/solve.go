// Package solve solves problems with stipulations: direct, self, reflex, help
// and series play, in any variant. It tries every legal move, so a complete
// search proves that no other solution exists.
package solve

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"assay/analysis/rules"
)

// Settings are what to look for besides the solutions, and limits.
type Settings struct {
	// Tries also looks for first moves that exactly one defence refutes.
	Tries bool
	// SetPlay also solves as if the other side moved first.
	SetPlay bool
	// Variations also collects the play after the key; battles only.
	Variations bool
	// Tsume applies the customs of tsume shogi to a direct mate: every move of
	// the attacker gives check, futile interpositions do not count, the mate is
	// the shortest, and the attacker's hand is empty at its end if possible.
	Tsume bool
	// Most is the number of solutions after which the search ends; 0 means no
	// limit.
	Most int
	// Nodes is the number of moves tried after which the search ends; 0 means
	// no limit.
	Nodes uint64
	// Workers is the number of threads; 0 means one for each processor.
	Workers int
}

// Kind is what a solution is.
type Kind string

// The kinds of solutions.
const (
	Actual  Kind = "solution"
	SetPlay Kind = "set play"
	Try     Kind = "try"
)

// Solution is one solution of a problem.
type Solution struct {
	Kind Kind
	// Moves are the plies of the solution. In battles they are the key and the
	// longest defence; after a try, the key and its refutation.
	Moves []rules.Move
	// Surplus is the number of pieces in the attacker's hand at the end of the
	// solution of a tsume problem.
	Surplus int
	// Variations has the play after the key of a battle.
	Variations []Variation
}

// Variation is a defence and all moves that answer it. More than one answer is
// a dual.
type Variation struct {
	Defence rules.Move
	Answers []Answer
}

// Answer is a move of the side that reaches the goal, and the play after it.
type Answer struct {
	Move       rules.Move
	Variations []Variation
}

// Result is what a search found.
type Result struct {
	Solutions []Solution
	Nodes     uint64 // moves tried
	// Complete reports that there are no other solutions.
	Complete bool
}

// errOver is the error for a position in which the game is over.
var errOver = errors.New("the game is over in this position")

// errNoCheck is the error for a goal that needs checks in a variant without
// them.
var errNoCheck = errors.New("the variant has no check; use the goal win, as in win2 or hwin3")

// errCannotPass is the error for set play or a series when the side to move is
// in check.
var errCannotPass = errors.New("the side to move is in check and cannot pass")

// errWrongSide is the error for a proof game of which the length does not fit
// the side to move.
var errWrongSide = errors.New("after whole moves, as in dia4, the side that began is to move; " +
	"after half moves, as in dia4.5, the other one")

// errNotTsume is the error for the customs of tsume shogi with another
// stipulation than a direct mate.
var errNotTsume = errors.New("the customs of tsume shogi apply to a direct mate, such as #3")

// Solve solves a problem. The side to move plays first. When the context ends,
// it returns what it has.
func Solve(ctx context.Context, p *rules.Position, s Stipulation, set Settings) (Result, error) {
	target := p
	p = s.Start(p)
	if _, over := p.Outcome(); over {
		return Result{}, errOver
	}
	if s.Goal == Array && !s.Series && s.plies() > 0 && (target.Side() == p.Side()) == s.Half {
		return Result{}, errWrongSide
	}
	if s.Goal == Check && !p.Rules().HasCheck() {
		return Result{}, errNoCheck
	}
	if set.Tsume && (s.Series || s.Play != Direct || s.Goal != Mate) {
		return Result{}, errNotTsume
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	run := &run{stipulation: s, settings: set, ctx: ctx, cancel: cancel, table: newTable()}
	if s.Goal == Array {
		run.proof = newProof(p, target)
	}
	if set.SetPlay {
		if err := run.setPlay(p); err != nil {
			return Result{}, err
		}
	}
	switch {
	case set.Tsume:
		run.shortest(p, s, s.Moves)
	case s.plies() == 0:
		s.Half = target.Side() != p.Side()
		run.shortest(p, s, mostProof)
	default:
		run.each(p, Actual, s)
	}
	slices.SortStableFunc(run.found.Solutions, func(a, b Solution) int {
		return slices.Compare(order(a), order(b))
	})
	run.found.Nodes, run.found.Complete = run.nodes.Load(), ctx.Err() == nil
	return run.found, nil
}

// order sorts set play first, then solutions, then tries, each in the order of
// their moves.
func order(s Solution) []uint64 {
	values := []uint64{uint64(slices.Index([]Kind{SetPlay, Actual, Try}, s.Kind))}
	for _, m := range s.Moves {
		values = append(values, uint64(m))
	}
	return values
}

// run is the state that all workers of a search share.
type run struct {
	stipulation Stipulation
	settings    Settings
	ctx         context.Context
	cancel      context.CancelFunc
	table       *table
	proof       *proof // nil unless games are looked for
	nodes       atomic.Uint64
	mu          sync.Mutex
	found       Result
}

// add adds a solution, and ends the search when there are enough.
func (r *run) add(s Solution) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if most := r.settings.Most; most > 0 && len(r.found.Solutions) >= most {
		r.cancel()
		return
	}
	r.found.Solutions = append(r.found.Solutions, s)
}

// setPlay solves as if the other side moved first, with half a move less.
func (r *run) setPlay(p *rules.Position) error {
	s := r.stipulation
	if s.Series || s.Goal == Array {
		return errors.New("series and proof games have no set play")
	}
	if p.JudgeNull() != nil {
		return errCannotPass
	}
	after := p.Clone()
	after.Play(rules.PassMove)
	if s.Play != Help {
		w := r.worker(after)
		for _, v := range w.variations(s.Moves) {
			w.addSetPlay(v, s.Moves)
		}
		w.check()
		return nil
	}
	if s.Half {
		s.Half = false
	} else {
		s.Moves, s.Half = s.Moves-1, true
	}
	if s.plies() > 0 {
		r.each(after, SetPlay, s)
	}
	return nil
}

// mostProof is the number of moves up to which the shortest proof games are
// searched.
const mostProof = 8

// shortest solves with the fewest moves that succeed.
func (r *run) shortest(p *rules.Position, s Stipulation, most int) {
	s.Moves = 1
	if s.Half {
		s.Moves = 0
	}
	for ; len(r.found.Solutions) == 0 && s.Moves <= most && r.ctx.Err() == nil; s.Moves++ {
		r.each(p, Actual, s)
	}
}

// each solves from every first move, on all workers.
func (r *run) each(p *rules.Position, kind Kind, s Stipulation) {
	moves := p.Moves(nil)
	if r.settings.Tsume {
		moves = p.Checks(nil)
	}
	workers := r.settings.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var done sync.WaitGroup
	for range min(workers, len(moves)) {
		w := r.worker(p)
		w.stipulation, w.kind = s, kind
		w.check()
		done.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(moves) || w.over {
					break
				}
				w.first(moves[i])
			}
			w.check()
		})
	}
	done.Wait()
}

// worker returns a worker with a position of its own.
func (r *run) worker(p *rules.Position) *worker {
	w := &worker{run: r, stipulation: r.stipulation, p: p.Clone(), table: r.table,
		hasCheck: p.Rules().HasCheck()}
	if r.proof != nil {
		w.estimator = newEstimator(r.proof, p.Rules())
	}
	return w
}

// worker searches on one thread.
type worker struct {
	run         *run
	stipulation Stipulation
	kind        Kind
	p           *rules.Position
	table       *table
	hasCheck    bool
	estimator   *estimator // nil unless games are looked for
	line        []rules.Move
	lists       [][]rules.Move // move lists that are free
	killers     [2*maxMoves + 1]rules.Move
	nodes       uint64 // moves tried since the last check
	over        bool
}

// check adds the worker's moves to those of the search, and notes whether the
// search must end.
func (w *worker) check() {
	nodes := w.run.nodes.Add(w.nodes)
	w.nodes = 0
	if most := w.run.settings.Nodes; most > 0 && nodes > most {
		w.run.cancel()
	}
	w.over = w.run.ctx.Err() != nil
}

// play plays a move, and counts it.
func (w *worker) play(m rules.Move) {
	w.p.Play(m)
	if w.nodes++; w.nodes == 1024 {
		w.check()
	}
}

// moves returns the legal moves, in a list that free takes back.
func (w *worker) moves() []rules.Move {
	return w.p.Moves(w.list())
}

// lastMoves returns the legal moves that may reach the goal.
func (w *worker) lastMoves() []rules.Move {
	if w.hasCheck && (w.stipulation.Goal == Mate || w.stipulation.Goal == Check) {
		return w.p.Checks(w.list())
	}
	return w.moves()
}

func (w *worker) list() []rules.Move {
	n := len(w.lists)
	if n == 0 {
		return make([]rules.Move, 0, 64)
	}
	list := w.lists[n-1][:0]
	w.lists = w.lists[:n-1]
	return list
}

func (w *worker) free(list []rules.Move) { w.lists = append(w.lists, list) }

// reached reports whether the move just played reached the goal against the
// side to move.
func (w *worker) reached() bool {
	p := w.p
	if w.estimator != nil {
		return w.estimator.reached(p)
	}
	side := p.Side()
	o, over := p.Ended()
	switch w.stipulation.Goal {
	case Mate:
		if over {
			return o.WonBy(side.Other()) && p.Royal(side) == rules.NoSquare
		}
		return w.hasCheck && p.InCheck(side) && !p.HasMove()
	case Stalemate:
		return !over && !p.InCheck(side) && !p.HasMove()
	case Check:
		return !over && p.InCheck(side)
	}
	if !over && !p.HasMove() {
		o, over = p.Outcome()
	}
	return over && o.WonBy(side.Other())
}

// ended reports whether the rules ended the game with the last move.
func (w *worker) ended() bool {
	_, over := w.p.Ended()
	return over
}

// first solves from one first move.
func (w *worker) first(m rules.Move) {
	switch s := w.stipulation; {
	case s.Series:
		w.series(m, s.Moves)
	case s.Play == Help:
		w.help(m, s.plies())
	default:
		w.key(m)
	}
}

// solved adds the line of moves as a solution.
func (w *worker) solved() {
	w.run.add(Solution{Kind: w.kind, Moves: slices.Clone(w.line)})
}
