package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/mattn/go-sqlite3"

	"assay/store"
)

// VersionError reports that the schema is not the one of this program. It
// matches [store.ErrNewer] or [store.ErrOlder].
type VersionError struct {
	Path         string
	Found, Known int
}

func (e *VersionError) Error() string {
	if e.Found > e.Known {
		return fmt.Sprintf("%s: %v: its schema is %d; this program knows schemas up to %d", e.Path, store.ErrNewer,
			e.Found, e.Known)
	}
	return fmt.Sprintf("%s: %v: its schema is %d; when it is opened for writing, it is migrated to %d and a "+
		"copy is kept",
		e.Path, store.ErrOlder, e.Found, e.Known)
}

// Is implements the matching of [errors.Is].
func (e *VersionError) Is(target error) bool {
	return target == store.ErrNewer && e.Found > e.Known || target == store.ErrOlder && e.Found < e.Known
}

// fault wraps an SQLite or file error in a [store.Error] with its kind. Other
// errors are returned unchanged; if ctx has ended, the context's cause is.
func (s *Archive) fault(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return classify(s.path, err)
}

func classify(path string, err error) error {
	if _, ok := errors.AsType[*store.Error](err); ok {
		return err
	}
	if kind := kindOf(err); kind != nil {
		return &store.Error{Path: path, Kind: kind, Err: err}
	}
	return err
}

func kindOf(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		switch {
		case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
			return store.ErrFull
		case errors.Is(err, syscall.EROFS):
			return store.ErrReadOnly
		case errors.Is(err, syscall.EIO):
			return store.ErrDisk
		case errors.Is(err, fs.ErrNotExist):
			return store.ErrMissing
		case errors.Is(err, fs.ErrPermission):
			return store.ErrDenied
		}
		return nil
	}
	switch e.Code & 0xff { // errors of a backup have the extended code here
	case sqlite3.ErrNotADB:
		return store.ErrNotArchive
	case sqlite3.ErrCorrupt:
		return store.ErrCorrupt
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return store.ErrBusy
	case sqlite3.ErrReadonly:
		return store.ErrReadOnly
	case sqlite3.ErrPerm, sqlite3.ErrAuth, sqlite3.ErrCantOpen:
		return store.ErrDenied
	case sqlite3.ErrFull:
		return store.ErrFull
	case sqlite3.ErrNomem:
		return store.ErrMemory
	case sqlite3.ErrIoErr:
		switch {
		case e.ExtendedCode == sqlite3.ErrIoErrShortRead:
			return store.ErrCorrupt
		case e.ExtendedCode == sqlite3.ErrIoErrNoMem:
			return store.ErrMemory
		case e.SystemErrno == syscall.ENOSPC, e.SystemErrno == syscall.EDQUOT:
			return store.ErrFull
		}
		return store.ErrDisk
	}
	return nil
}
