package engine

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// largePages asks Linux for huge pages, which spare page-table walks in a large
// hash table. A failure is ignored.
func largePages(b []byte) {
	page := os.Getpagesize()
	skip := -uintptr(unsafe.Pointer(&b[0])) & uintptr(page-1)
	if n := (len(b) - int(skip)) / page * page; n > 0 {
		_ = unix.Madvise(b[skip:int(skip)+n], unix.MADV_HUGEPAGE)
	}
}
