package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"

	"assay/store"
)

// place is where an open archive lies. SQLite goes on with the file that it has
// opened, whatever becomes of its name: what is written then is lost with it.
type place struct {
	path  string
	still bool
	taken atomic.Pointer[fs.FileInfo]
}

// take remembers the file that lies there now.
func (p *place) take(path string, still bool) error {
	p.path, p.still = path, still
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	p.taken.Store(&info)
	return nil
}

// look reports whether that file is still there, and as long as it was at
// least: nothing that Assay does makes it shorter. The error matches
// [store.ErrReplaced].
func (p *place) look() error {
	taken := p.taken.Load()
	if taken == nil {
		return nil // it is being opened
	}
	info, err := os.Stat(p.path)
	switch {
	case err != nil:
		return &store.Error{Path: p.path, Kind: store.ErrReplaced, Err: err}
	case !os.SameFile(*taken, info):
		return &store.Error{Path: p.path, Kind: store.ErrReplaced, Err: errors.New("another file lies there")}
	case info.Size() < (*taken).Size():
		return &store.Error{Path: p.path, Kind: store.ErrReplaced, Err: fmt.Errorf("it has %d bytes and had %d", info.Size(), (*taken).Size())}
	case p.still && written(p.path):
		return &store.Error{Path: p.path, Kind: store.ErrReplaced, Err: errors.New("somebody writes it who could not have")}
	}
	if info.Size() > (*taken).Size() {
		p.taken.Store(&info)
	}
	return nil
}

// written reports whether there are changes beside the archive that are not
// moved into it.
func written(path string) bool {
	log, err := os.Stat(path + "-wal")
	return err == nil && log.Size() > 0
}

// isStill reports whether an archive that SQLite cannot open for reading, for
// the reason given, lies where nobody can write: SQLite wants to write beside a
// file even to read it. The error is the reason where it is not.
func isStill(path string, reason error) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, reason
	}
	f.Close()
	switch {
	case writableBeside(path):
		return false, reason
	case written(path):
		return false, &store.Error{Path: path, Kind: store.ErrDenied,
			Err: fmt.Errorf("its last changes lie in %s-wal, and to read them the folder has to be writable: copy both files to one that is", path)}
	}
	return true, nil
}
