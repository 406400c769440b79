package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"

	"assay/store"
)

// fileIdentity identifies the file of an open archive. If the file is renamed
// or deleted, SQLite continues to use the open file, and everything it writes
// is lost.
type fileIdentity struct {
	path      string
	immutable bool
	info      atomic.Pointer[fs.FileInfo]
}

// remember stores the identity of the file at path.
func (p *fileIdentity) remember(path string, still bool) error {
	p.path, p.immutable = path, still
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	p.info.Store(&info)
	return nil
}

// check checks that path is still the same file and has not shrunk; Assay never
// makes it shorter. The error matches [store.ErrReplaced].
func (p *fileIdentity) check() error {
	taken := p.info.Load()
	if taken == nil {
		return nil // still being opened
	}
	info, err := os.Stat(p.path)
	switch {
	case err != nil:
		return &store.Error{Path: p.path, Kind: store.ErrReplaced, Err: err}
	case !os.SameFile(*taken, info):
		return &store.Error{Path: p.path, Kind: store.ErrReplaced, Err: errors.New("the path is another file now")}
	case info.Size() < (*taken).Size():
		return &store.Error{Path: p.path, Kind: store.ErrReplaced,
			Err: fmt.Errorf("it shrank from %d to %d bytes", (*taken).Size(), info.Size())}
	case p.immutable && hasLog(p.path):
		return &store.Error{Path: p.path, Kind: store.ErrReplaced,
			Err: errors.New("another process writes to it although it was read-only")}
	}
	if info.Size() > (*taken).Size() {
		p.info.Store(&info)
	}
	return nil
}

// hasLog reports whether the write-ahead log has changes that are not yet in
// the archive's file.
func hasLog(path string) bool {
	log, err := os.Stat(path + "-wal")
	return err == nil && log.Size() > 0
}

// canReadImmutable reports whether an archive that SQLite failed to open can be
// read as immutable. This is so if its folder is read-only, because SQLite
// creates files even for reading. If not, it returns reason or a better error.
func canReadImmutable(path string, reason error) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, reason
	}
	f.Close()
	switch {
	case writableBeside(path):
		return false, reason
	case hasLog(path):
		return false, &store.Error{Path: path, Kind: store.ErrDenied,
			Err: fmt.Errorf("its last changes are in %s-wal, which can only be read in a writable folder: copy both "+
				"files to one", path)}
	}
	return true, nil
}
