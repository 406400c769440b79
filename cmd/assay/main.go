// Command assay verifies, archives, searches and serves game records of chess
// variants. README.md and docs show examples of each command.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// garbagePercent lets the heap grow to five times its live size before a
// garbage collection, because most records live briefly. GOGC overrides it.
const garbagePercent = 400

// softMemory is the heap size in bytes above which garbage is collected more
// often. Merging the index of a large archive needs more memory than reading
// records. GOMEMLIMIT overrides it.
const softMemory = 512 << 20

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
	// Report a closed pipe as a write error, so that the archive is closed
	// before the program ends.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	code := run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)
	os.Exit(code)
}

// siteGarbage replaces garbagePercent during an export of a site, which keeps
// an entry of each game to the end.
const siteGarbage = 100

// collectOften lowers the growth of the heap unless GOGC is set.
func collectOften() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(siteGarbage)
	}
}

// importMemory replaces softMemory during an import.
const importMemory = 150 << 20

// limitMemory lowers the memory limit unless GOMEMLIMIT is set.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(importMemory)
	}
}
