package analysis_test

import (
	"os"
	"path/filepath"
	"testing"
)

// shared is the folder of real records beside the project, "" when it is not
// there.
func shared(t testing.TB, parts ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			path := filepath.Join(append([]string{filepath.Dir(dir), "shared"}, parts...)...)
			if _, err := os.Stat(path); err == nil {
				return path
			}
			return ""
		}
	}
	t.Fatal("no go.mod above the test")
	return ""
}
