package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"assay/fixtures/storetest"
	"assay/store"
)

// TestReplacedWhileOpen replaces or removes the file of an open archive in
// several ways. Reading and writing fail afterwards.
func TestReplacedWhileOpen(t *testing.T) {
	ctx := context.Background()
	for name, take := range map[string]func(t *testing.T, path string) error{
		"another file moved there": func(t *testing.T, path string) error { return os.Rename(filled(t, 2), path) },
		"moved away":               func(t *testing.T, path string) error { return os.Rename(path, path+".old") },
		"removed":                  func(t *testing.T, path string) error { return os.Remove(path) },
		"a shorter one copied over it": func(t *testing.T, path string) error {
			return os.WriteFile(path, result(os.ReadFile(filled(t, 2)))(t), 0o644)
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filled(t, 200)
			s := open(t, path, Options{})
			result(s.Add(ctx, storetest.Samples(200, 1)))(t)
			result(s.Game(ctx, 1))(t)
			if err := take(t, path); err != nil {
				t.Fatal(err)
			}
			for what, call := range map[string]func() error{
				"Add":      func() error { _, err := s.Add(ctx, storetest.Samples(500, 1)); return err },
				"Game":     func() error { _, err := s.Game(ctx, 1); return err },
				"Sequence": func() error { _, err := s.Sequence(ctx); return err },
				"Delete":   func() error { return s.Delete(ctx, 1) },
				"Backup":   func() error { return s.Backup(ctx, filepath.Join(t.TempDir(), "copy.db")) },
				"Check":    func() error { _, err := s.Check(ctx); return err },
			} {
				if err := call(); !errors.Is(err, store.ErrReplaced) {
					t.Errorf("%s: error %v, want %v", what, err, store.ErrReplaced)
				}
			}
		})
	}
}
