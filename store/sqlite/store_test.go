package sqlite

import (
	"context"
	"path/filepath"
	"testing"
)

// open opens an archive in a temporary folder and closes it when the test ends.
func open(t testing.TB, path string, o Options) *Archive {
	t.Helper()
	s, err := Open(context.Background(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func archive(t testing.TB) *Archive {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "archive.db"), Options{})
}

// result returns the value of a call that must not fail: result(call())(t).
func result[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
