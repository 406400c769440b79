//go:build !linux

package engine

// largePages does nothing on systems without this request.
func largePages([]byte) {}
