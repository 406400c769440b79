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

// Recovered is the result of [Recover].
type Recovered struct {
	Games int    // games of the recovered archive, including deleted ones
	Kept  string // path of the replaced archive; "" for none
}

// Recover replaces the archive at path by a copy of a backup, after verifying
// and migrating the copy. The replaced archive is kept next to it together with
// its write-ahead log. A plain copy over the file would leave that log in
// place, and SQLite would replay it into the backup.
//
// The error matches [store.ErrBusy] if a process has the archive open,
// [store.ErrCorrupt] if the backup is damaged, or is one of [Copy]. Nothing has
// changed then. If the process is killed, path holds the old archive, the new
// one or none; the old one is complete at path or at its new name.
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
	games, err := verifyCopy(ctx, fresh)
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
	return &Recovered{Games: games, Kept: kept}, classify(path, flushFolder(filepath.Dir(path)))
}

// verifyCopy migrates and checks an archive and returns its number of games. It
// leaves a single file.
func verifyCopy(ctx context.Context, path string) (games int, err error) {
	s, err := Open(ctx, path, Options{Readers: 1})
	if err != nil {
		return 0, err
	}
	faults, err := s.Check(ctx)
	if err == nil && len(faults) > 0 {
		err = &store.Error{Path: path, Kind: store.ErrCorrupt,
			Err: fmt.Errorf("%d errors, the first: %v", len(faults), faults[0])}
	}
	if err == nil {
		err = s.fault(ctx, s.reader.QueryRowContext(ctx, `SELECT count(*) FROM games`).Scan(&games))
	}
	return games, errors.Join(err, s.Close())
}

// setAside renames the archive at path with its write-ahead log and returns the
// new path, or "" if there is no archive. Both files get their new names first.
// Then the old name of the archive is removed, and after it the log's, so that
// a log never remains for another archive.
func setAside(path string) (renamed string, err error) {
	name := unusedPath(strings.TrimSuffix(path, ".db") + "-replaced-" + time.Now().UTC().Format("20060102-150405"))
	var parts []string
	if _, err := os.Lstat(path); err == nil {
		parts, renamed = append(parts, ""), name
	}
	if hasLog(path) {
		parts = append(parts, "-wal")
	}
	linked := true
	for _, part := range parts {
		linked = linked && os.Link(path+part, name+part) == nil
	}
	for _, part := range parts {
		if linked {
			err = os.Remove(path + part)
		} else { // file system without hard links
			os.Remove(name + part)
			err = os.Rename(path+part, name+part)
		}
		if err != nil {
			return renamed, err
		}
	}
	for _, part := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return renamed, err
		}
	}
	return renamed, nil
}
