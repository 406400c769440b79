// Command assay proves, archives, searches and serves game records of chess
// variants. README.md and docs show each command at work.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// garbagePercent lets the heap grow to five times what lives before it is
// collected: records are read by the million and live for a moment. GOGC
// stands over it.
const garbagePercent = 400

// softMemory is the memory in bytes from which on the heap is collected as
// often as keeps it there: merging the index of a large archive has more than
// records alive. GOMEMLIMIT stands over it.
const softMemory = 512 << 20

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
	// A closed pipe is an error of the write that meets it, so that an archive
	// in use is closed before the program ends.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	code := run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)
	os.Exit(code)
}

// importMemory stands instead of softMemory where records are taken in.
const importMemory = 176 << 20

// takeLess has a command take less memory, and more time to collect it, unless
// GOMEMLIMIT says how much.
func takeLess() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(importMemory)
	}
}
