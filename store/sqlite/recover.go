package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"assay/store"
)

// Recovered says what [Recover] did.
type Recovered struct {
	Games int    // of the archive as it is now, deleted ones included
	Kept  string // where the archive that was replaced lies; empty where there was none
}

// Recover puts a copy of a backup in the place of the archive at path, once it
// has been found sound and brought to the schema of this program. The backup
// stays as it is. The archive that it replaces is kept beside it with its log
// of changes, which a plain copy over the file would have played into the
// backup.
//
// The error matches [store.ErrBusy] where anybody has the archive open, and
// [store.ErrCorrupt] for a backup that is not sound; its others are those of
// [Copy]. Nothing has changed then. A process that is killed within leaves the
// old archive, the new one or none, and in every case the old one whole under
// one of the two names.
func Recover(ctx context.Context, path, backup string) (*Recovered, error) {
	if now, err := os.Stat(path); err == nil {
		if given, err := os.Stat(backup); err == nil && os.SameFile(now, given) {
			return nil, &store.Error{Path: backup, Kind: store.ErrExists, Err: errors.New("it is the archive itself")}
		}
	}
	folder, remove, err := scratch(path)
	if err != nil {
		return nil, classify(path, err)
	}
	defer remove()
	fresh := filepath.Join(folder, "archive.db")
	if err := Copy(ctx, backup, fresh); err != nil {
		return nil, err
	}
	games, err := prove(ctx, fresh)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s cannot be recovered", backup), err)
	}
	if err := flush(fresh); err != nil {
		return nil, classify(path, err)
	}
	held, err := exclude(path)
	if err == nil {
		defer held.Close()
	} else if !errors.Is(err, store.ErrMissing) {
		return nil, err
	}
	kept, err := setAside(path)
	if err != nil {
		return nil, classify(path, err)
	}
	if err := os.Rename(fresh, path); err != nil {
		return nil, classify(path, err)
	}
	return &Recovered{Games: games, Kept: kept}, classify(path, flush(filepath.Dir(path)))
}

// prove brings an archive to the schema of this program, looks for damage and
// counts its games. It leaves one file.
func prove(ctx context.Context, path string) (games int, err error) {
	s, err := Open(ctx, path, Options{Readers: 1})
	if err != nil {
		return 0, err
	}
	faults, err := s.Check(ctx)
	if err == nil && len(faults) > 0 {
		err = &store.Error{Path: path, Kind: store.ErrCorrupt, Err: fmt.Errorf("%d faults, the first: %v", len(faults), faults[0])}
	}
	if err == nil {
		err = s.fault(ctx, s.reader.QueryRowContext(ctx, `SELECT count(*) FROM games`).Scan(&games))
	}
	return games, errors.Join(err, s.Close())
}

// setAside gives the archive at path, with its log of changes, another name,
// and tells it. Both have their new names before either loses the old one,
// which the archive does first: a log is never left to another archive.
func setAside(path string) (kept string, err error) {
	name := vacant(strings.TrimSuffix(path, ".db") + "-replaced-" + time.Now().UTC().Format("20060102-150405"))
	var parts []string
	if _, err := os.Lstat(path); err == nil {
		parts, kept = append(parts, ""), name
	}
	if written(path) {
		parts = append(parts, "-wal")
	}
	linked := true
	for _, part := range parts {
		linked = linked && os.Link(path+part, name+part) == nil
	}
	for _, part := range parts {
		if linked {
			err = os.Remove(path + part)
		} else { // a file system without links
			os.Remove(name + part)
			err = os.Rename(path+part, name+part)
		}
		if err != nil {
			return kept, err
		}
	}
	for _, part := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return kept, err
		}
	}
	return kept, nil
}
