package sqlite

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"assay/fixtures"
	"assay/store"
)

// TestReadOnlyFileSystem reads an archive on a read-only file system.
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
	if _, err := Open(ctx, sound, Options{}); !errors.Is(err, store.ErrReadOnly) {
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

// TestOtherSystems compiles the package for other systems.
func TestOtherSystems(t *testing.T) {
	folder := t.TempDir()
	text, err := os.ReadFile("system_other.go")
	if err != nil {
		t.Fatal(err)
	}
	other, overlay := filepath.Join(folder, "other.go"), filepath.Join(folder, "overlay.json")
	replaced, err := filepath.Abs("system_linux.go")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := json.Marshal(map[string]map[string]string{"Replace": {replaced: other}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{other: bytes.Replace(text, []byte("//go:build !linux\n"), nil, 1), overlay: rows} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if said, err := exec.Command("go", "build", "-overlay", overlay, ".").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}
