package api

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"assay/index"
	"assay/store"
)

// The parts of an archive's folder.
const (
	storeName = "archive.db"
	indexName = "index"
)

// Archive is an open archive with its index. It can do all that an [Arbiter]
// can, and is safe for concurrent use.
type Archive struct {
	*Arbiter
	store *store.Store
	held  held

	opening chan struct{} // holds one token: whoever has it opens or closes the index
	index   atomic.Pointer[index.Index]
	closed  atomic.Bool
	*follower
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
	return &Archive{Arbiter: arbiter, store: s, opening: make(chan struct{}, 1), follower: newFollower(c.Report)}, nil
}

// Close ends all use of the archive.
func (a *Archive) Close() error {
	a.closed.Store(true)
	a.opening <- struct{}{}
	defer func() { <-a.opening }()
	var err error
	if x := a.index.Swap(nil); x != nil {
		err = x.Close()
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
