//go:build !amd64

package engine

import "unsafe"

func prefetch(unsafe.Pointer) {}
