package api

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"assay/api/request"
	"assay/index"
	postgresindex "assay/index/postgres"
	"assay/store"
	"assay/store/postgres"
)

// lockWait is the time to wait for an index that another process has open.
const lockWait = 200 * time.Millisecond

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

// openedIndex returns the index and opens it at its first use. If it is damaged
// or belongs to another version or archive, it is created again from the
// archive.
func (a *Archive) openedIndex(ctx context.Context) (Index, error) {
	return a.openedIndexReporting(ctx, a.reportResult)
}

// openedIndexReporting is openedIndex with another report function, used if
// this call opens the index.
func (a *Archive) openedIndexReporting(ctx context.Context, report func(error)) (Index, error) {
	if x := a.index.Load(); x != nil {
		return *x, nil
	}
	select {
	case a.indexLock <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-a.indexLock }()
	if x := a.index.Load(); x != nil {
		return *x, nil
	}
	if a.closed.Load() {
		return nil, index.ErrClosed
	}
	x, err := a.openIndex(ctx, report)
	if err != nil {
		return nil, err
	}
	a.index.Store(&x)
	return x, nil
}

// openIndex opens the index in its database or folder.
func (a *Archive) openIndex(ctx context.Context, report func(error)) (x Index, err error) {
	o, where := index.Options{LockWait: lockWait, Memory: a.config.IndexMemory, Report: report}, a.indexPath()
	if address := a.config.IndexDatabase; address != "" {
		where = postgres.Redacted(address)
		x, err = asIndex(postgresindex.Open(ctx, address, changeFeed{a}, o))
	} else {
		x, err = asIndex(index.Open(ctx, where, changeFeed{a}, o))
		if index.NeedsRebuild(err) {
			report(err)
			x, err = asIndex(index.Renew(where, changeFeed{a}, o))
		}
	}
	if ctx.Err() == nil && err != nil && !errors.As(err, new(*index.Error)) && !errors.As(err, new(*store.Error)) {
		err = &index.Error{Path: where, Problem: index.ErrUnusable, Cause: err}
	}
	return x, err
}

// asIndex converts an index to the interface; it returns nil on error.
func asIndex[X Index](x X, err error) (Index, error) {
	if err != nil {
		return nil, err
	}
	return x, nil
}

func (a *Archive) indexPath() string { return filepath.Join(a.config.Data, indexName) }

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
func (a *Archive) CatchUp(ctx context.Context, progress func(request.Progress)) error {
	x, err := a.openedIndex(ctx)
	if err != nil {
		return err
	}
	return x.CatchUp(ctx, indexProgress(progress))
}

// Reindex rebuilds the index from the archive. Searches continue meanwhile. If
// another process uses the index, Reindex asks it to rebuild and waits.
func (a *Archive) Reindex(ctx context.Context, progress func(request.Progress)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	x, err := a.openedIndex(ctx)
	if errors.Is(err, index.ErrLocked) {
		if err := a.requestRebuild(); err != nil {
			return err
		}
		x, err = a.awaitRebuild(ctx)
	}
	if err != nil || x == nil {
		return err
	}
	if err := x.Rebuild(ctx, indexProgress(progress)); err != nil {
		return err
	}
	return a.mergeSegments(ctx)
}

// mergeSegments merges the segments of a Bleve index. It does nothing while
// Follow runs, because the index then merges in the background. If ctx ends,
// the next process to open the index merges them.
func (a *Archive) mergeSegments(ctx context.Context) error {
	x := a.index.Load()
	if x == nil || a.following.Load() {
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
func (a *Archive) indexState() index.State {
	if x := a.index.Load(); x != nil {
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
