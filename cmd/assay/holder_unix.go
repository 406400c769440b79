//go:build linux || darwin

package main

import (
	"os"
	"syscall"
)

// locks reports whether this process has locked a file.
func locks(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
