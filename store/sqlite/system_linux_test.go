package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"assay/fixtures"
	"assay/store"
)

// TestReadOnlyFileSystem reads an archive where nobody can write.
func TestReadOnlyFileSystem(t *testing.T) {
	ctx := context.Background()
	sound, late := filled(t, 3), filepath.Join(t.TempDir(), "archive.db")
	crashed(t, late, 0, 3)
	for _, folder := range []string{filepath.Dir(sound), filepath.Dir(late)} {
		if err := syscall.Mount(folder, folder, "", syscall.MS_BIND, ""); err != nil {
			fixtures.Lacks(t, "this system mounts nothing: %v", err)
		}
		t.Cleanup(func() { syscall.Unmount(folder, 0) })
		if err := syscall.Mount("", folder, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
			fixtures.Lacks(t, "this system mounts nothing for reading only: %v", err)
		}
	}
	s := open(t, sound, Options{ReadOnly: true})
	if n := result(s.Count(ctx, store.Filter{}))(t); n != 3 {
		t.Errorf("%d games, want 3", n)
	}
	if faults := result(s.Check(ctx))(t); faults != nil {
		t.Errorf("faults: %v", faults)
	}
	if err := s.Backup(ctx, filepath.Join(t.TempDir(), "copy.db")); err != nil {
		t.Error(err)
	}
	if _, err := Open(ctx, sound, Options{}); !errors.Is(err, store.ErrReadOnly) && !errors.Is(err, store.ErrDenied) {
		t.Errorf("for writing: error %v", err)
	}
	if s, err := Open(ctx, late, Options{ReadOnly: true}); err == nil {
		if n := result(s.Count(ctx, store.Filter{}))(t); n != 3 {
			t.Errorf("%d games, want 3: those in the log are left out in silence", n)
		}
		s.Close()
	} else if !errors.Is(err, store.ErrDenied) || !strings.Contains(err.Error(), "-wal") {
		t.Errorf("with a log: error %v", err)
	}
}
