//go:build !linux && !darwin

package main

import "os"

// locks reports whether a file is this process' now. Nobody is kept off where
// files are not locked in the way that is known here.
func locks(*os.File) bool { return true }
