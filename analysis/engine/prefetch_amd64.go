package engine

import "unsafe"

// prefetch loads memory into the processor's cache.
//
//go:noescape
func prefetch(p unsafe.Pointer)
