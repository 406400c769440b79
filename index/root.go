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

// format is the layout of the folder, of the terms and of the words. A change
// that an older or newer program would misread needs another number.
const format = 9

// root is the folder of an index: a small file, index.bolt, that is locked
// while the index is open and names the current generation, and one subfolder
// for each generation: the current one, and during a rebuild the next.
type root struct {
	path string
	db   *bolt.DB
	file fs.FileInfo // of the small file
}

var (
	rootBucket    = []byte("index")
	formatKey     = []byte("format")
	generationKey = []byte("generation")
)

const generationPrefix = "generation-"

func rootPath(path string) string { return filepath.Join(path, "index.bolt") }

func openRoot(path string, wait time.Duration) (r *root, err error) {
	defer guard(path, &err)()
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	name := rootPath(path)
	var damaged error
	db, err := bolt.Open(name, 0o644, &bolt.Options{Timeout: wait, OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
		f, err := os.OpenFile(name, flag, mode)
		if err != nil || !hold(f, wait) {
			return f, err // bolt says that it is locked
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

// there reports whether the folder is still the one that was opened: it may be
// deleted at any time.
func (r *root) there() error {
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

// generations lists the numbers of the generations that have a folder.
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

// removeOthers deletes every generation but one: those that a rebuild left
// behind, ended or replaced.
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

// current reads the number of the current generation, 0 if there is none yet.
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

// setCurrent names the current generation, durably and at once.
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

// open opens the current generation and holds it to the source, or makes the
// first.
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

// reopen opens a generation and holds it to the source.
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

// renew deletes every generation, which gives their room back, and makes an
// empty one.
func (r *root) renew() (g *generation, err error) {
	defer guard(r.path, &err)()
	if r.there() != nil {
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

// next is the number of a generation that is to be made.
func (r *root) next() (uint64, error) {
	numbers, err := r.generations()
	number := uint64(1)
	for _, n := range numbers {
		number = max(number, n+1)
	}
	return number, err
}

// build makes a new generation, lets it catch up with the source, and names it
// current.
func (r *root) build(ctx context.Context, source Source, o Options, progress func(done, total int64)) (*generation, error) {
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
