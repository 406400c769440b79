//go:build npm

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestPackage builds the npm package, runs its tests in node, and compiles its
// types. .ci/client/check installs the compiler.
func TestPackage(t *testing.T) {
	work := t.TempDir()
	folder := filepath.Join(work, "package")
	run := func(name string, arguments ...string) {
		t.Helper()
		command := exec.Command(name, arguments...)
		command.Env = append(os.Environ(), "PACKAGE="+folder)
		if said, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%s %v: %v\n%s", name, arguments, err, said)
		}
	}
	run("./pack", folder)
	run("node", "--test", "testdata/package.test.mjs")
	types, err := os.ReadFile("testdata/types.ts")
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(work, "types.ts")
	if err := os.WriteFile(source, types, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(work, "package.json"), []byte(`{"type": "module"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	run("../../.ci/client/node_modules/.bin/tsc", "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext",
		"--lib", "es2023,dom,dom.iterable", source)
}
