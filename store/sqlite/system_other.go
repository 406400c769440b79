//go:build !linux

package sqlite

import (
	"errors"
	"io"
	"net/url"

	"assay/store"
)

// freeSpace is not supported here.
func freeSpace(string) (free, total int64, err error) { return 0, 0, errors.ErrUnsupported }

// writableBeside returns false: SQLite's error decides.
func writableBeside(string) bool { return false }

// claim does nothing here: folders of killed processes are not removed.
func claim(string) (held io.Closer, ok bool, err error) { return nil, false, nil }

// exclude checks whether a process has the archive at path open. The error then
// matches [store.ErrBusy].
func exclude(path string) (io.Closer, error) {
	db, err := connect(path, Options{}, url.Values{"mode": {"rw"}}, unchecked)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if _, err := db.Exec(`PRAGMA journal_mode = DELETE`); kindOf(err) == store.ErrBusy {
		return nil, &store.Error{Path: path, Kind: store.ErrBusy}
	}
	return io.NopCloser(nil), nil
}
