//go:build linux || darwin

package index

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// spaceBeside is how many bytes may still be written beside a path, and how
// many its file system has. Where that is not known, known is false.
func spaceBeside(path string) (free, total uint64, known bool) {
	var s syscall.Statfs_t
	if syscall.Statfs(path, &s) != nil {
		return 0, 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), uint64(s.Blocks) * uint64(s.Bsize), true
}

// hold locks a file as bolt does, and reports whether it could within a time.
// The lock goes with the file.
func hold(f *os.File, within time.Duration) bool {
	for end := time.Now().Add(within); syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil; {
		if time.Now().After(end) {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return true
}

// giveBack lets go of the pages of a mapped file, which come back when they are
// read.
func giveBack(file []byte) {
	if len(file) > 0 {
		_ = unix.Madvise(file, unix.MADV_DONTNEED) // it is advice
	}
}
