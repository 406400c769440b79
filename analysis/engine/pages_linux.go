package engine

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// largePages asks the system to hold memory in pages of megabytes, so that the
// processor finds those of a large table without walking its page table. A
// system that will not goes on with small ones.
func largePages(b []byte) {
	page := os.Getpagesize()
	skip := -uintptr(unsafe.Pointer(&b[0])) & uintptr(page-1)
	if n := (len(b) - int(skip)) / page * page; n > 0 {
		_ = unix.Madvise(b[skip:int(skip)+n], unix.MADV_HUGEPAGE)
	}
}
