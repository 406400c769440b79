package engine

import "unsafe"

// prefetch brings memory near while other work is done.
//
//go:noescape
func prefetch(p unsafe.Pointer)
