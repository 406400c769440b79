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

// TestBackup copies an archive while batches are added. The copy is valid and
// contains only whole batches.
func TestBackup(t *testing.T) {
	const batch = 50
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, storetest.Samples(0, batch)))(t)
	stop, done := make(chan struct{}), make(chan error, 1)
	go func() {
		for i := 1; ; i++ {
			if _, err := s.Add(ctx, storetest.Samples(i*batch, batch)); err != nil {
				done <- err
				return
			}
			select {
			case <-stop:
				done <- nil
				return
			default:
			}
		}
	}()
	folder := t.TempDir()
	var copies []string
	for _, name := range []string{"a.db", "b c%.db", "c.db"} {
		path := filepath.Join(folder, name)
		if err := s.Backup(ctx, path); err != nil {
			t.Fatal(err)
		}
		copies = append(copies, path)
	}
	close(stop)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if files := result(os.ReadDir(folder))(t); len(files) != len(copies) {
		t.Errorf("files left: %v", files)
	}
	for _, path := range copies {
		c := open(t, path, Options{})
		n := result(c.Count(ctx, store.Filter{}))(t)
		if n == 0 || n%batch != 0 {
			t.Errorf("%s: %d games, want whole batches of %d", path, n, batch)
		}
		if faults := result(c.Check(ctx))(t); faults != nil {
			t.Errorf("%s: %v", path, faults)
		}
		result(c.Add(ctx, storetest.Samples(1_000_000, 1)))(t)
	}
}

func TestBackupRefuses(t *testing.T) {
	s := archive(t)
	result(s.Add(context.Background(), storetest.Samples(0, 5)))(t)
	folder := t.TempDir()

	there := filepath.Join(folder, "there")
	if err := os.WriteFile(there, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(context.Background(), there); !errors.Is(err, store.ErrExists) {
		t.Errorf("error %v, want %v", err, store.ErrExists)
	}
	if err := s.Backup(context.Background(), s.path); !errors.Is(err, store.ErrExists) {
		t.Errorf("onto itself: error %v, want %v", err, store.ErrExists)
	}
	if content := result(os.ReadFile(there))(t); string(content) != "precious" {
		t.Errorf("the file that was there holds %q", content)
	}
	if err := s.Backup(context.Background(), filepath.Join(folder, "missing", "x")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want %v", err, os.ErrNotExist)
	}

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Backup(ctx, filepath.Join(folder, "new")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if files := result(os.ReadDir(folder))(t); len(files) != 1 {
		t.Errorf("files left: %v", files)
	}
}
