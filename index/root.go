package index

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// format is the layout of the folder, of the terms and of the words. A change that an older or newer program would
// misread needs another number.
const format = 5

// root is the folder of an index: a small file, index.bolt, that is locked while the index is open and names the current
// generation, and one subfolder for each generation: the current one, and during a rebuild the next.
type root struct {
	path string
	db   *bolt.DB
}

var (
	rootBucket    = []byte("index")
	formatKey     = []byte("format")
	generationKey = []byte("generation")
)

const generationPrefix = "generation-"

// minRootPages is how many pages bolt gives a new file.
const minRootPages = 4

func rootPath(path string) string { return filepath.Join(path, "index.bolt") }

func openRoot(path string, wait time.Duration) (r *root, err error) {
	defer damage(path, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	name := rootPath(path)
	// bolt maps the file and trusts its size: one that was cut must be noticed before.
	if info, err := os.Stat(name); err == nil && info.Size() > 0 && info.Size() < int64(minRootPages*os.Getpagesize()) {
		return nil, &Error{Path: path, Problem: ErrDamaged, Cause: fmt.Errorf("%s has only %d bytes", name, info.Size())}
	}
	db, err := bolt.Open(name, 0o644, &bolt.Options{Timeout: wait})
	var pathErr *os.PathError
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, &Error{Path: path, Problem: ErrLocked, Cause: err}
	case errors.As(err, &pathErr):
		return nil, err
	case err != nil:
		return nil, &Error{Path: path, Problem: ErrDamaged, Cause: err}
	}
	return &root{path: path, db: db}, nil
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

// removeOthers deletes every generation but one: those that a rebuild left behind, ended or replaced.
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

// open opens the current generation, or makes the first.
func (r *root) open() (*generation, error) {
	number, err := r.current()
	if err != nil {
		return nil, err
	}
	if err := r.removeOthers(number); err != nil {
		return nil, err
	}
	if number != 0 {
		return openGeneration(r.path, r.folder(number), number)
	}
	g, err := createGeneration(r.path, r.folder(1), 1)
	if err != nil {
		return nil, err
	}
	if err := r.setCurrent(1); err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, nil
}

// build makes a new generation, lets it catch up with the source, and names it current.
func (r *root) build(ctx context.Context, source Source, o Options, progress func(done, total int64)) (*generation, error) {
	numbers, err := r.generations()
	if err != nil {
		return nil, err
	}
	number := uint64(1)
	for _, n := range numbers {
		number = max(number, n+1)
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
