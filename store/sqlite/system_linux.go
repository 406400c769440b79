package sqlite

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"assay/store"
)

// freeSpace returns the available and the total bytes on the disk of path.
func freeSpace(path string) (free, total int64, err error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(path), &s); err != nil {
		return 0, 0, err
	}
	return int64(s.Bavail) * s.Bsize, int64(s.Blocks) * s.Bsize, nil
}

// writableBeside reports whether files can be created in the folder of path.
func writableBeside(path string) bool {
	const writing = 2
	return syscall.Access(filepath.Dir(path), writing) == nil
}

// claim locks a folder until held is closed or the process ends. ok is false if
// another process holds the lock.
func claim(folder string) (held io.Closer, ok bool, err error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, false, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = nil
		}
		return nil, false, err
	}
	return f, true, nil
}

// The byte range that SQLite locks. Every process that has an archive open
// holds a shared lock on a part of it.
const (
	lockStart = 0x40000000
	lockBytes = 512

	setOpenFileLock = 37 // F_OFD_SETLK, which also excludes other descriptors of this process
)

// exclude locks the archive at path exclusively until the result is closed. The
// error matches [store.ErrBusy] if a process has it open, or
// [store.ErrMissing].
func exclude(path string) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, classify(path, err)
	}
	lock := syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart, Start: lockStart, Len: lockBytes}
	err = syscall.FcntlFlock(f.Fd(), setOpenFileLock, &lock)
	if err == nil {
		return f, nil
	}
	f.Close()
	if errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EACCES) {
		return nil, &store.Error{Path: path, Kind: store.ErrBusy}
	}
	return nil, &fs.PathError{Op: "lock", Path: path, Err: err}
}
