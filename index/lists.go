package index

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"assay/analysis/rules"
)

// Lists are an index as it was after some whole batch of changes: where lists
// of games and their tapes come from. What is asked of them, and how games are
// run through, is the same for every kind of index: see [Games], [Explore] and
// [MostSimilar].
type Lists interface {
	// Cursor is the sequence number of the last change taken in.
	Cursor() int64
	// Damaged are the games that no search can find, ascending.
	Damaged() []int64
	// Words says that a lookup of words finds no game but those that have them.
	Words() bool
	// Parts are the parts of the index, each game in one.
	Parts() []Part
	// Page gives those games behind a number that meet all conditions, at most
	// limit of them, ascending, and where the next page begins, 0 if there is
	// none. The candidates of the work are how many games meet all conditions.
	Page(ctx context.Context, conditions []Condition, after int64, limit int, explain bool) (games []int64, next int64, w Work, err error)
	// Candidates begins to read the games that are to be run through.
	Candidates(ctx context.Context, w Wanted) (Candidates, error)
}

// Part tells a part of an index from all others there ever are; its games are
// always the same, and what is known of them.
type Part any

// Wanted says which games are to be run through, and for what.
type Wanted struct {
	// Conditions are those that the games meet.
	Conditions []Condition
	// But are others: games that meet all of these are not wanted.
	But []Condition
	// Rules are those of the tapes; nil where none is wanted.
	Rules *rules.Rules
	// Match is what will be asked of them, nil for something else than a
	// condition.
	Match *Match
	// Known are the parts whose games are not to be read; nil for none.
	Known func(Part) bool
	// Some are those of them that are all the same, whatever the conditions, as
	// [Stays] number them.
	Some map[Part]*roaring.Bitmap
	// Explain asks for the numbers of games of the lookups, where they have to
	// be counted.
	Explain bool
}

// Candidates are games to be run through, some at a time.
type Candidates interface {
	// Most is how many batches there are at most.
	Most() int
	// Next gives the next batch; false where there is none, or ctx has ended.
	// It may be called from several goroutines.
	Next(ctx context.Context) (Batch, bool)
	// Close ends the reading and tells what was looked up, and what kept the
	// games from being read, if anything but the end of the context did.
	Close() (Work, error)
}

// Batch is some games to be run through, by numbers from 0.
type Batch interface {
	Len() int
	// Part is where they all are.
	Part() Part
	Game(n int) int64
	// Entry is good until that of another game is asked for.
	Entry(n int) *Entry
	// Fact reports whether a condition on the game holds: of those that
	// [pattern.Matcher.Game] tells, one on headers or the verdict.
	Fact(condition, n int) bool
	// Reach tells what is known of the material of a game's main line, and
	// where the condition has one need also where it is met, as
	// [pattern.Matcher.Holds] takes it; nil where that is not known. The memory
	// of possible is used again.
	Reach(n int, possible []bool) (where []bool, reach Reach)
}

// Reach is whether a line meets each need of a condition somewhere.
type Reach uint8

// What may be known of it.
const (
	Unknown Reach = iota
	Missed
	Reached
)

// run has workers run through the games wanted on all processors, each taking
// batches until there are none. It reports whether the time was over before. A
// worker's panic is the error.
func run(ctx context.Context, l Lists, w Wanted, within time.Duration, work func(ctx context.Context, next func() (Batch, bool))) (done Work, cut bool, err error) {
	limited, cancel := bounded(ctx, within)
	defer cancel()
	c, err := l.Candidates(limited, w)
	switch {
	case err != nil && limited.Err() != nil && ctx.Err() == nil:
		return NewWork(w.Conditions), true, nil
	case err != nil:
		return Work{}, false, err
	}
	next := func() (Batch, bool) { return c.Next(limited) }
	var once sync.Once
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), c.Most()) {
		workers.Go(func() {
			var fault error
			defer func() {
				if fault != nil {
					once.Do(func() { err = fault })
				}
			}()
			defer guard("", &fault)()
			work(limited, next)
		})
	}
	workers.Wait()
	cut = limited.Err() != nil
	done, fault := c.Close()
	if cut && errors.Is(fault, limited.Err()) {
		fault = nil
	}
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case err == nil:
		err = fault
	}
	return done, cut, err
}

// bounded ends a context after a time, if one is given.
func bounded(ctx context.Context, within time.Duration) (context.Context, context.CancelFunc) {
	if within <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, within)
}
