//go:build !linux

package engine

// largePages does nothing where the system chooses the size of its pages alone.
func largePages([]byte) {}
