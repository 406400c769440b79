package api

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"assay/index"
	"assay/store"
)

// The parts of an archive's folder.
const (
	storeName = "archive.db"
	indexName = "index"
)

// lockWait is how long an index that another process has open is waited for.
const lockWait = 200 * time.Millisecond

// Archive is an open archive with its index. It can do all that an [Arbiter]
// can, and is safe for concurrent use.
type Archive struct {
	*Arbiter
	store *store.Store
	held  held

	mu     sync.Mutex // guards the opening and closing of index
	index  *index.Index
	closed bool
}

// Open opens the archive in the folder c.Data, creating both unless c.ReadOnly.
// Its errors are those of NewArbiter and store.Open.
func Open(ctx context.Context, c Config) (*Archive, error) {
	arbiter, err := NewArbiter(c)
	if err != nil {
		return nil, err
	}
	if c.Data == "" {
		return nil, &InputError{Field: "data", Value: c.Data, Want: "the folder of the archive"}
	}
	if !c.ReadOnly {
		if err := os.MkdirAll(c.Data, 0o755); err != nil {
			return nil, err
		}
	}
	s, err := store.Open(ctx, filepath.Join(c.Data, storeName), store.Options{ReadOnly: c.ReadOnly})
	if err != nil {
		return nil, err
	}
	return &Archive{Arbiter: arbiter, store: s}, nil
}

// Close ends all use of the archive.
func (a *Archive) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	var err error
	if a.index != nil {
		err = a.index.Close()
		a.index = nil
	}
	return errors.Join(err, a.store.Close())
}

// Progress tells how far a long job has come.
type Progress struct {
	Stage   string // "verify" or "import", in bytes of files, or "index", in changes of the archive
	Done    int64
	Total   int64 // 0 when it is not known
	Games   int64 // of files: read so far
	Elapsed time.Duration
}

// searcher gives the index, opened at its first use. One that is damaged or of
// another version is built anew: it holds nothing of its own.
func (a *Archive) searcher(ctx context.Context, progress func(Progress)) (*index.Index, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.closed:
		return nil, index.ErrClosed
	case a.index != nil:
		return a.index, nil
	}
	x, err := index.Open(a.indexPath(), feed{a}, index.Options{LockWait: lockWait})
	if errors.Is(err, index.ErrDamaged) || errors.Is(err, index.ErrVersion) {
		x, err = index.Rebuild(ctx, a.indexPath(), feed{a}, index.Options{LockWait: lockWait}, indexing(progress))
	}
	if err != nil {
		return nil, err
	}
	a.index = x
	return x, nil
}

// indexed is the number of the last change that the index has taken in, 0 while
// it has not been used.
func (a *Archive) indexed() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.index == nil {
		return 0
	}
	return a.index.Cursor()
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
	x, err := a.searcher(ctx, progress)
	if err != nil {
		return err
	}
	err = x.CatchUp(ctx, indexing(progress))
	if errors.Is(err, index.ErrAhead) {
		err = x.Rebuild(ctx, indexing(progress))
	}
	return err
}

// follow catches up after a change. That another process has the index is no
// fault then, nor is the end of the caller's patience: the change is archived.
func (a *Archive) follow(ctx context.Context) error {
	err := a.CatchUp(ctx, nil)
	if errors.Is(err, index.ErrLocked) || err != nil && ctx.Err() != nil {
		return nil
	}
	return err
}

// Follow keeps the index up to the archive, whoever writes to it, until ctx
// ends. Errors go to report, and the next round tries again.
func (a *Archive) Follow(ctx context.Context, report func(error)) {
	round := time.NewTicker(followEvery)
	defer round.Stop()
	for {
		if err := a.behind(ctx); err != nil && ctx.Err() == nil {
			report(err)
		}
		select {
		case <-round.C:
		case <-ctx.Done():
			return
		}
	}
}

// followEvery is how often Follow looks for changes of other processes.
const followEvery = time.Second

// behind catches up if there is anything to catch up with.
func (a *Archive) behind(ctx context.Context) error {
	newest, err := a.store.Sequence(ctx)
	if err != nil {
		return err
	}
	x, err := a.searcher(ctx, nil)
	if err != nil || x.Cursor() == newest {
		return err
	}
	return a.CatchUp(ctx, nil)
}

// Reindex builds the index anew from the archive. Searches go on meanwhile.
func (a *Archive) Reindex(ctx context.Context, progress func(Progress)) error {
	a.mu.Lock()
	x := a.index
	if x == nil && !a.closed {
		defer a.mu.Unlock()
		var err error
		a.index, err = index.Rebuild(ctx, a.indexPath(), feed{a}, index.Options{LockWait: lockWait}, indexing(progress))
		return err
	}
	a.mu.Unlock()
	if x == nil {
		return index.ErrClosed
	}
	return x.Rebuild(ctx, indexing(progress))
}

// Backup copies the archive in the folder c.Data as it is now to a new file, while others read and write. It may be of
// an earlier schema. The index is not copied: it is built again from the copy. The error matches store.ErrExists where
// the file is there already.
func Backup(ctx context.Context, c Config, path string) error {
	return store.Copy(ctx, filepath.Join(c.Data, storeName), path)
}

// Recover puts a copy of a backup in the place of the archive in the folder c.Data, which nobody may have open. Its
// errors are those of store.Recover.
func Recover(ctx context.Context, c Config, backup string) (*store.Recovered, error) {
	if err := os.MkdirAll(c.Data, 0o755); err != nil {
		return nil, err
	}
	return store.Recover(ctx, filepath.Join(c.Data, storeName), backup)
}

// Damage is one thing that Check found.
type Damage struct {
	Part   string `json:"part"`           // archive or index
	Kind   string `json:"kind"`           // as store.Fault and index.Fault name it
	Game   int64  `json:"game,omitempty"` // 0 where it is about no one game
	Detail string `json:"detail"`
}

func (d Damage) String() string { return fmt.Sprintf("%s: %s", d.Part, d.Detail) }
