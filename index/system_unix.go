//go:build linux || darwin

package index

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// diskSpace returns the free and total bytes of a path's file system; known
// is false if the system does not report them.
func diskSpace(path string) (free, total uint64, known bool) {
	var s syscall.Statfs_t
	if syscall.Statfs(path, &s) != nil {
		return 0, 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), uint64(s.Blocks) * uint64(s.Bsize), true
}

// lockFile locks a file as bolt does, and reports whether it succeeded in time.
// Closing the file releases the lock.
func lockFile(f *os.File, within time.Duration) bool {
	for end := time.Now().Add(within); syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil; {
		if time.Now().After(end) {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return true
}

// returnPages returns the pages of a mapped file to the system; reading loads
// them again.
func returnPages(file []byte) {
	if len(file) > 0 {
		_ = unix.Madvise(file, unix.MADV_DONTNEED) // only advice
	}
}
