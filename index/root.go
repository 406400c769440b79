package index

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// format is the version of the folder's layout, the terms and the word rules.
// Increase it with every incompatible change.
const format = 10

// root is the folder of an index: the file index.bolt, which is locked while
// the index is open and names the current generation, and one subfolder per
// generation (the current one, and the next during a rebuild).
type root struct {
	path string
	db   *bolt.DB
	file fs.FileInfo // of index.bolt
}

var (
	rootBucket    = []byte("index")
	formatKey     = []byte("format")
	generationKey = []byte("generation")
)

const generationPrefix = "generation-"

func rootPath(path string) string { return filepath.Join(path, "index.bolt") }

func openRoot(path string, wait time.Duration) (r *root, err error) {
	defer recoverFaults(path, &err)()
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	name := rootPath(path)
	var damaged error
	db, err := bolt.Open(name, 0o644,
		&bolt.Options{Timeout: wait, OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			f, err := os.OpenFile(name, flag, mode)
			if err != nil || !lockFile(f, wait) {
				return f, err // bolt reports that it is locked
			}
			if damaged = checkPages(name); damaged != nil {
				return nil, errors.Join(damaged, f.Close())
			}
			return f, nil
		}})
	var pathErr *os.PathError
	switch {
	case damaged != nil:
		return nil, &Error{Path: path, Problem: ErrDamaged, Cause: damaged}
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, &Error{Path: path, Problem: ErrLocked, Cause: err}
	case errors.As(err, &pathErr):
		return nil, err
	case err != nil:
		return nil, &Error{Path: path, Problem: ErrDamaged, Cause: err}
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &root{path: path, db: db, file: info}, nil
}

// checkFolder reports whether the folder is still the opened one; it may be
// deleted at any time.
func (r *root) checkFolder() error {
	info, err := os.Stat(rootPath(r.path))
	if err == nil && !os.SameFile(info, r.file) {
		err = errors.New("it was replaced")
	}
	if err != nil {
		return &Error{Path: r.path, Problem: ErrDamaged, Cause: err}
	}
	return nil
}

func (r *root) close() error { return r.db.Close() }

func (r *root) folder(number uint64) string {
	return filepath.Join(r.path, generationPrefix+strconv.FormatUint(number, 10))
}

// generations returns the numbers of the existing generations.
func (r *root) generations() ([]uint64, error) {
	entries, err := os.ReadDir(r.path)
	if err != nil {
		return nil, err
	}
	var numbers []uint64
	for _, e := range entries {
		digits, found := strings.CutPrefix(e.Name(), generationPrefix)
		if !found {
			continue
		}
		if number, err := strconv.ParseUint(digits, 10, 64); err == nil {
			numbers = append(numbers, number)
		}
	}
	return numbers, nil
}

// removeOthers deletes all generations except one: leftovers of rebuilds.
func (r *root) removeOthers(keep uint64) error {
	numbers, err := r.generations()
	if err != nil {
		return err
	}
	for _, number := range numbers {
		if number == keep {
			continue
		}
		if err := os.RemoveAll(r.folder(number)); err != nil {
			return err
		}
	}
	return nil
}

// current reads the number of the current generation; 0 if there is none.
func (r *root) current() (number uint64, err error) {
	err = r.db.View(func(tx *bolt.Tx) error {
		b := tx.Bucket(rootBucket)
		if b == nil {
			return nil
		}
		f, n := b.Get(formatKey), b.Get(generationKey)
		if len(f) != 8 || len(n) != 8 {
			return &Error{Path: r.path, Problem: ErrDamaged, Cause: errors.New("no generation is named")}
		}
		if found := binary.BigEndian.Uint64(f); found != format {
			return &Error{Path: r.path, Problem: ErrVersion, Cause: fmt.Errorf("format %d, not %d", found, format)}
		}
		number = binary.BigEndian.Uint64(n)
		return nil
	})
	return number, err
}

// setCurrent stores the current generation durably and atomically.
func (r *root) setCurrent(number uint64) error {
	return r.db.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(rootBucket)
		if err != nil {
			return err
		}
		if err := b.Put(formatKey, binary.BigEndian.AppendUint64(nil, format)); err != nil {
			return err
		}
		return b.Put(generationKey, binary.BigEndian.AppendUint64(nil, number))
	})
}

// open opens and verifies the current generation, or creates the first.
func (r *root) open(ctx context.Context, source Source) (*generation, error) {
	number, err := r.current()
	if err != nil {
		return nil, err
	}
	if number == 0 {
		return r.renew()
	}
	if err := r.removeOthers(number); err != nil {
		return nil, err
	}
	return r.reopen(ctx, source, number)
}

// reopen opens a generation and verifies it against the source.
func (r *root) reopen(ctx context.Context, source Source, number uint64) (*generation, error) {
	g, err := openGeneration(r.path, r.folder(number), number)
	if err != nil {
		return nil, err
	}
	if err := g.verify(ctx, source); err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, nil
}

// renew deletes every generation and creates an empty one.
func (r *root) renew() (g *generation, err error) {
	defer recoverFaults(r.path, &err)()
	if r.checkFolder() != nil {
		found, err := openRoot(r.path, defaultLockWait)
		if err != nil {
			return nil, err
		}
		if err := r.close(); err != nil {
			return nil, errors.Join(err, found.close())
		}
		*r = *found
	}
	number, err := r.next()
	if err != nil {
		return nil, err
	}
	if err := r.removeOthers(0); err != nil {
		return nil, err
	}
	if g, err = createGeneration(r.path, r.folder(number), number); err != nil {
		return nil, err
	}
	if err := r.setCurrent(number); err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, nil
}

// next returns the number for a new generation.
func (r *root) next() (uint64, error) {
	numbers, err := r.generations()
	number := uint64(1)
	for _, n := range numbers {
		number = max(number, n+1)
	}
	return number, err
}

// build creates a generation, indexes the whole source, and makes it current.
func (r *root) build(ctx context.Context, source Source, o Options, progress func(done, total int64)) (*generation,
	error) {
	number, err := r.next()
	if err != nil {
		return nil, err
	}
	g, err := createGeneration(r.path, r.folder(number), number)
	if err != nil {
		return nil, err
	}
	err = g.catchUp(ctx, source, o.BatchPositions, progress)
	if err == nil {
		err = r.setCurrent(number)
	}
	if err != nil {
		return nil, errors.Join(err, g.close(), os.RemoveAll(g.folder))
	}
	return g, nil
}
