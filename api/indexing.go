package api

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"assay/index"
	postgresindex "assay/index/postgres"
	"assay/store"
	"assay/store/postgres"
)

// lockWait is how long an index that another process has open is waited for.
const lockWait = 200 * time.Millisecond

// Index is what the use cases ask of an index of the archive. Its methods may
// be called from several goroutines.
type Index interface {
	// Games, Explore and Similar search what was taken in.
	Games(ctx context.Context, q index.Query) (index.Result, error)
	Explore(ctx context.Context, e index.Exploration) (index.Explored, error)
	Similar(ctx context.Context, l index.SimilarityQuery) (index.Similar, error)

	// Ahead counts what was played from positions, and how many games have
	// them, before anybody asks, and takes down where pieces stood together in
	// games of their rules. After each step rest is told how long it took, and
	// ends all by an error.
	Precompute(ctx context.Context, all []index.Exploration, rest func(took time.Duration) error) error
	// Frequent is how many games make a position worth that, and how many
	// positions are at most.
	Frequent() (games, positions int)
	// Frequency tells how many games of a query have a position, of those that
	// at least so many have.
	Frequency(ctx context.Context, q index.Query, least int) (index.Frequency, error)

	// State tells how the index does. It waits for nothing.
	State() index.State
	// CatchUp takes in all changes of the archive. progress, where not nil, is
	// told how many changes are done of how many, since the call began.
	CatchUp(ctx context.Context, progress func(done, total int64)) error
	// Rebuild makes the index anew, while it answers searches.
	Rebuild(ctx context.Context, progress func(done, total int64)) error
	// Check compares what the index holds with what a rebuild would give.
	Check(ctx context.Context) ([]index.Fault, error)
	// Close ends all use of the index.
	Close() error
}

// searcher gives the index, opened at its first use. One that is damaged, of
// another version or of another archive begins anew: it holds nothing of its
// own.
func (a *Archive) searcher(ctx context.Context) (Index, error) {
	return a.searcherTelling(ctx, a.tell)
}

// searcherTelling tells of faults otherwise, if it is the one who opens it.
func (a *Archive) searcherTelling(ctx context.Context, report func(error)) (Index, error) {
	if x := a.index.Load(); x != nil {
		return *x, nil
	}
	select {
	case a.opening <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-a.opening }()
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

// openIndex opens the index in its database, or in its folder.
func (a *Archive) openIndex(ctx context.Context, report func(error)) (x Index, err error) {
	o, where := index.Options{LockWait: lockWait, Memory: a.config.IndexMemory, Report: report}, a.indexPath()
	if address := a.config.IndexDatabase; address != "" {
		where = postgres.Redacted(address)
		x, err = opening(postgresindex.Open(ctx, address, feed{a}, o))
	} else {
		x, err = opening(index.Open(ctx, where, feed{a}, o))
		if index.NeedsRebuild(err) {
			report(err)
			x, err = opening(index.Renew(where, feed{a}, o))
		}
	}
	if ctx.Err() == nil && err != nil && !errors.As(err, new(*index.Error)) && !errors.As(err, new(*store.Error)) {
		err = &index.Error{Path: where, Problem: index.ErrUnusable, Cause: err}
	}
	return x, err
}

// opening is an index of any kind, none where there is an error.
func opening[X Index](x X, err error) (Index, error) {
	if err != nil {
		return nil, err
	}
	return x, nil
}

func (a *Archive) indexPath() string { return filepath.Join(a.config.Data, indexName) }

// indexing reports the index's progress as this package does.
func indexing(progress func(Progress)) func(done, total int64) {
	if progress == nil {
		return nil
	}
	began := time.Now()
	return func(done, total int64) {
		progress(Progress{Stage: "index", Done: done, Total: total, Elapsed: time.Since(began)})
	}
}

// CatchUp brings the index up to the archive. The error is an *index.Error that
// matches index.ErrLocked while another process has the index: that process
// keeps it up to date.
func (a *Archive) CatchUp(ctx context.Context, progress func(Progress)) error {
	x, err := a.searcher(ctx)
	if err != nil {
		return err
	}
	return x.CatchUp(ctx, indexing(progress))
}

// Reindex builds the index anew from the archive. Searches go on meanwhile.
// Where another process has the index, that process is asked to, and waited
// for.
func (a *Archive) Reindex(ctx context.Context, progress func(Progress)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	x, err := a.searcher(ctx)
	if errors.Is(err, index.ErrLocked) {
		if err := a.request(); err != nil {
			return err
		}
		x, err = a.await(ctx)
	}
	if err != nil || x == nil {
		return err
	}
	if err := x.Rebuild(ctx, indexing(progress)); err != nil {
		return err
	}
	return a.settle(ctx)
}

// settle has an index of Bleve's merge its segments, where nobody follows the
// archive, beside whom they are merged. Who ends it leaves them to whoever
// opens the index next.
func (a *Archive) settle(ctx context.Context) error {
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

// indexState is how the index does; its zero value where it is not open yet.
// Nothing is waited for.
func (a *Archive) indexState() index.State {
	if x := a.index.Load(); x != nil {
		return (*x).State()
	}
	return index.State{}
}

// Lag says how much of the archive an answer does not know of. It says nothing
// where it knows of all.
type Lag struct {
	Indexed *int64 `json:"indexed,omitempty"` // the last change of the archive that it knows of
	Behind  int64  `json:"behind,omitempty"`  // how many changes have come since
}

// lag compares what an answer knows of with the archive's last change as it was
// before the answer.
func lag(newest, indexed int64) Lag {
	if indexed >= newest {
		return Lag{}
	}
	return Lag{Indexed: &indexed, Behind: newest - indexed}
}
