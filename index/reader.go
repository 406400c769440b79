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

// Reader is an index at some moment, after a whole batch of changes: posting
// lists and tapes. [Games], [Explore] and [MostSimilar] work on every
// implementation.
type Reader interface {
	// Cursor returns the sequence number of the last indexed change.
	Cursor() int64
	// Damaged returns the games that no search can find, ascending.
	Damaged() []int64
	// Words reports whether word lookups are exact.
	Words() bool
	// Parts returns the parts of the index. Each game is in one part.
	Parts() []Part
	// Page returns up to limit games after a number that meet all conditions,
	// ascending, and the start of the next page (0 for the last page).
	// Work.Candidates is the number of all games that meet the conditions.
	Page(ctx context.Context, conditions []Condition, after int64, limit int, explain bool) (games []int64, next int64,
		w Work, err error)
	// Candidates starts reading the games to scan.
	Candidates(ctx context.Context, w Filter) (Candidates, error)
}

// Part identifies an immutable part of the index for ever: its games and their
// content never change.
type Part any

// Filter selects the games to scan, and says for what they are scanned.
type Filter struct {
	// Conditions that the games must meet.
	Conditions []Condition
	// Exclude excludes games that meet all of these conditions.
	Exclude []Condition
	// Rules of the tapes; nil if none are needed.
	Rules *rules.Rules
	// Match is the condition to be evaluated; nil for other purposes.
	Match *Match
	// Skip reports parts to skip; nil means none.
	Skip func(Part) bool
	// Only are games of skipped parts that must be read nevertheless. They are
	// numbered as in [Occupancies].
	Only map[Part]*roaring.Bitmap
	// Explain requests the number of games of each lookup, if it must be
	// counted.
	Explain bool
}

// Candidates are games to scan, in batches.
type Candidates interface {
	// Most returns an upper bound of the number of batches.
	MaxBatches() int
	// Next returns the next batch; false if there is none or ctx has ended. It
	// is safe for concurrent use.
	Next(ctx context.Context) (Batch, bool)
	// Close ends the reading. It returns the lookups, and the error that
	// prevented reading, except the end of the context.
	Close() (Work, error)
}

// Batch is a number of games to scan, numbered from 0.
type Batch interface {
	Len() int
	// Part returns the part that contains them.
	Part() Part
	Game(n int) int64
	// Entry returns an entry that is valid until the next call.
	Entry(n int) *Entry
	// Fact reports whether a condition on headers or verdict, as listed by
	// [pattern.Matcher.Game], is met.
	Fact(condition, n int) bool
	// Reach returns what the material of a game's main line says about each
	// need of the condition. If there is one need, where says at which plies it
	// is met, for [pattern.Matcher.Holds]; nil if unknown. The memory of
	// possible is reused.
	Reach(n int, possible []bool) (where []bool, reach Reach)
}

// Reach says whether a line meets each need of a condition at some ply.
type Reach uint8

// The possible answers.
const (
	Unknown Reach = iota
	Missed
	Reached
)

// run scans the selected games on all processors. Each worker takes batches
// until none is left. It reports whether the time limit ended the scan. A panic
// of a worker becomes an error.
func run(ctx context.Context, l Reader, w Filter, within time.Duration,
	work func(ctx context.Context, next func() (Batch, bool))) (done Work, cut bool, err error) {
	limited, cancel := withLimit(ctx, within)
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
	for range min(runtime.GOMAXPROCS(0), c.MaxBatches()) {
		workers.Go(func() {
			var fault error
			defer func() {
				if fault != nil {
					once.Do(func() { err = fault })
				}
			}()
			defer recoverFaults("", &fault)()
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

// withLimit returns a context with a time limit, unless it is 0.
func withLimit(ctx context.Context, within time.Duration) (context.Context, context.CancelFunc) {
	if within <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, within)
}
