package search

import (
	"context"
	"errors"
	"time"

	"assay/api/request"
	"assay/index"
)

// Index is the interface of the archive's index. It is safe for concurrent use.
type Index interface {
	// Games, Explore and Similar search the indexed games.
	Games(ctx context.Context, q index.Query) (index.Result, error)
	Explore(ctx context.Context, e index.Exploration) (index.Explored, error)
	Similar(ctx context.Context, l index.SimilarityQuery) (index.Similar, error)

	// Precompute counts the moves played from positions and the games that
	// reach them, and records where pieces stood together. After each step it
	// calls rest with the step's duration; an error of rest ends it.
	Precompute(ctx context.Context, all []index.Exploration, rest func(took time.Duration) error) error
	// Frequent returns the minimum number of games for which precomputing a
	// position pays, and the maximum number of positions.
	Frequent() (games, positions int)
	// Frequency returns how many games of a query reach a position, for
	// positions that at least minGames games reach.
	Frequency(ctx context.Context, q index.Query, minGames int) (index.Frequency, error)

	// State returns the state of the index. It does not block.
	State() index.State
	// CatchUp indexes all changes of the archive. progress, if not nil, is
	// called with the number of changes indexed since the call and their total.
	CatchUp(ctx context.Context, progress func(done, total int64)) error
	// Rebuild builds the index again. Searches continue meanwhile.
	Rebuild(ctx context.Context, progress func(done, total int64)) error
	// Check compares the index with the result of a rebuild.
	Check(ctx context.Context) ([]index.Fault, error)
	// Close closes the index.
	Close() error
}

// OpenedIndex returns the index and opens it at its first use. If it is damaged
// or belongs to another version or archive, it is created again from the
// archive.
func (f *Finder) OpenedIndex(ctx context.Context) (Index, error) {
	return f.OpenedIndexReporting(ctx, f.reportResult)
}

// OpenedIndexReporting is OpenedIndex with another report function, used if
// this call opens the index.
func (f *Finder) OpenedIndexReporting(ctx context.Context, report func(error)) (Index, error) {
	if x := f.index.Load(); x != nil {
		return *x, nil
	}
	select {
	case f.indexLock <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-f.indexLock }()
	if x := f.index.Load(); x != nil {
		return *x, nil
	}
	if f.closed.Load() {
		return nil, index.ErrClosed
	}
	x, err := f.config.Open(ctx, f.Feed(), report)
	if err != nil {
		return nil, err
	}
	f.index.Store(&x)
	return x, nil
}

// indexProgress converts a progress function for the index.
func indexProgress(progress func(request.Progress)) func(done, total int64) {
	if progress == nil {
		return nil
	}
	began := time.Now()
	return func(done, total int64) {
		progress(request.Progress{Stage: "index", Done: done, Total: total, Elapsed: time.Since(began)})
	}
}

// CatchUp indexes all changes of the archive. If another process uses the
// index, the error is an *index.Error that matches index.ErrLocked; that
// process then keeps the index up to date.
func (f *Finder) CatchUp(ctx context.Context, progress func(request.Progress)) error {
	x, err := f.OpenedIndex(ctx)
	if err != nil {
		return err
	}
	defer f.progressed.Notify()
	return x.CatchUp(ctx, f.signalling(indexProgress(progress)))
}

// Reindex rebuilds the index from the archive. Searches continue meanwhile. If
// another process uses the index, Reindex asks it to rebuild and waits.
func (f *Finder) Reindex(ctx context.Context, progress func(request.Progress)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	x, err := f.OpenedIndex(ctx)
	if errors.Is(err, index.ErrLocked) {
		if err := f.requestRebuild(); err != nil {
			return err
		}
		x, err = f.awaitRebuild(ctx)
	}
	if err != nil || x == nil {
		return err
	}
	if err := x.Rebuild(ctx, indexProgress(progress)); err != nil {
		return err
	}
	return f.MergeSegments(ctx)
}

// MergeSegments merges the segments of a Bleve index. It does nothing while
// Follow runs, because the index then merges in the background. If ctx ends,
// the next process to open the index merges them.
func (f *Finder) MergeSegments(ctx context.Context) error {
	x := f.index.Load()
	if x == nil || f.following.Load() {
		return nil
	}
	own, ok := (*x).(*index.Index)
	if !ok {
		return nil
	}
	if err := own.ForceMerge(ctx); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// indexState returns the state of the index, zero if it is not open. It does
// not block.
func (f *Finder) indexState() index.State {
	if x := f.index.Load(); x != nil {
		return (*x).State()
	}
	return index.State{}
}

// Lag is the number of changes that a response does not reflect. It is zero if
// the response is up to date.
type Lag struct {
	Indexed *int64 `json:"indexed,omitempty"` // last change reflected
	Behind  int64  `json:"behind,omitempty"`  // number of later changes
}

// lag compares the last change that a response reflects with the last change of
// the archive, read before the search.
func lag(newest, indexed int64) Lag {
	if indexed >= newest {
		return Lag{}
	}
	return Lag{Indexed: &indexed, Behind: newest - indexed}
}
