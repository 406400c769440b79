//go:build !linux && !darwin

package index

import (
	"os"
	"time"
)

// diskSpace is not implemented on this system.
func diskSpace(string) (free, total uint64, known bool) { return 0, 0, false }

// lockFile leaves locking to bolt.
func lockFile(*os.File, time.Duration) bool { return false }

// returnPages does nothing on this system.
func returnPages([]byte) {}
