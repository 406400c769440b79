package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"assay/analysis/variant"
)

// countAllocations runs the program in a process of its own and prints the
// number of memory allocations, including those of package initialization.
func countAllocations(args []string) {
	code := exitDone
	if args[0] == "every definition" {
		registry := variant.Embedded()
		for _, id := range registry.IDs() {
			if _, err := registry.Definition(id, ""); err != nil {
				panic(err)
			}
		}
	} else {
		code = run(context.Background(), args, nil, strings.NewReader(""), io.Discard, io.Discard)
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fmt.Println(memory.Mallocs)
	os.Exit(code)
}

// TestStart: commands that need no variant read none, however many are built
// in. They allocate less than a tenth of what reading all definitions does.
func TestStart(t *testing.T) {
	allocations := func(args string) int {
		t.Helper()
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "COUNT_ALLOCATIONS="+args)
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		n, err := strconv.Atoi(strings.TrimSpace(string(out)))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	all := allocations("every definition")
	for _, args := range []string{"version", "--help", "import --help", "completion bash"} {
		n := allocations(args)
		if n > all/10 {
			t.Errorf("%s allocates %d times, more than a tenth of what all definitions take, %d", args, n, all)
		}
	}
}
