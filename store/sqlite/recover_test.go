package sqlite

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/fixtures/storetest"
	"assay/store"
)

// crashed creates an archive as a killed process leaves it: its last games are
// only in the log.
func crashed(t testing.TB, path string, from, n int) {
	t.Helper()
	ctx := context.Background()
	original := filepath.Join(t.TempDir(), "archive.db")
	s := open(t, original, Options{})
	result(s.Add(ctx, storetest.Samples(from, n)))(t)
	for _, part := range []string{"", "-wal", "-shm"} {
		if err := os.WriteFile(path+part, result(os.ReadFile(original+part))(t), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func count(t testing.TB, path string) int {
	t.Helper()
	s := open(t, path, Options{ReadOnly: true})
	return result(s.Count(context.Background(), store.Filter{}))(t)
}

// TestRecover replaces a crashed archive by a backup of 7 games. With a plain
// copy, SQLite would replay the archive's log into it.
func TestRecover(t *testing.T) {
	ctx := context.Background()
	backup := filled(t, 7)
	before := result(os.ReadFile(backup))(t)
	path := filepath.Join(t.TempDir(), "archive.db")
	crashed(t, path, 100, 12)
	if err := os.WriteFile(path, before, 0o644); err != nil {
		t.Fatal(err)
	}
	if s, err := Open(ctx, path, Options{}); err == nil {
		n, err := s.Count(ctx, store.Filter{})
		faults, _ := s.Check(ctx)
		if err == nil && n == 7 && faults == nil {
			t.Error("a plain copy over a crashed archive is sound: this test shows nothing")
		}
		s.Close()
	}

	path = filepath.Join(t.TempDir(), "archive.db")
	crashed(t, path, 100, 12)
	done := result(Recover(ctx, path, backup))(t)
	if done.Games != 7 {
		t.Errorf("%d games recovered, want 7", done.Games)
	}
	s := open(t, path, Options{})
	if faults := result(s.Check(ctx))(t); faults != nil {
		t.Errorf("faults: %v", faults)
	}
	if g := result(s.Game(ctx, 1))(t); !bytes.Equal(g.Record, storetest.Sample(0).Record) {
		t.Errorf("game 1 is %q", g.Record)
	}
	if n := count(t, path); n != 7 {
		t.Errorf("%d games, want 7", n)
	}
	if n := count(t, done.Kept); n != 12 {
		t.Errorf("%d games in %s, want 12", n, done.Kept)
	}
	if !bytes.Equal(before, result(os.ReadFile(backup))(t)) {
		t.Error("the backup was changed")
	}
}

// TestRecoverPaths recovers to various paths, also a second time.
func TestRecoverPaths(t *testing.T) {
	ctx := context.Background()
	path, backup := filepath.Join(t.TempDir(), "archive.db"), filled(t, 3)
	if done := result(Recover(ctx, path, backup))(t); done.Kept != "" {
		t.Errorf("nothing was there, and %s is kept", done.Kept)
	}
	kept := map[string]bool{}
	for range 3 {
		kept[result(Recover(ctx, path, backup))(t).Kept] = true
	}
	if len(kept) != 3 {
		t.Errorf("kept: %v, want three", kept)
	}

	older := olderArchive(t, 4)
	if done := result(Recover(ctx, path, older))(t); done.Games != 4 {
		t.Errorf("%d games, want the 4 of an earlier schema", done.Games)
	}
	if _, err := Open(ctx, older, Options{ReadOnly: true}); !errors.Is(err, store.ErrOlder) {
		t.Errorf("the backup of an earlier schema: error %v, want it as it was", err)
	}

	garbage := filepath.Join(t.TempDir(), "archive.db")
	if err := os.WriteFile(garbage, bytes.Repeat([]byte("lost"), 5000), 0o644); err != nil {
		t.Fatal(err)
	}
	done := result(Recover(ctx, garbage, backup))(t)
	if content := result(os.ReadFile(done.Kept))(t); !bytes.HasPrefix(content, []byte("lostlost")) {
		t.Errorf("the damaged archive that was replaced holds %.20q", content)
	}
	for _, folder := range []string{filepath.Dir(path), filepath.Dir(garbage)} {
		for _, file := range result(os.ReadDir(folder))(t) {
			if strings.HasPrefix(file.Name(), ".") {
				t.Errorf("left: %v", file)
			}
		}
	}
}

func TestRecoverRefuses(t *testing.T) {
	ctx := context.Background()
	path := filled(t, 5)
	damaged := filled(t, 300)
	execute(t, damaged, `UPDATE contents SET record = x'00' WHERE game = 7`)
	text := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(text, []byte("1. e4 e5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	newer := filled(t, 1)
	execute(t, newer, `PRAGMA user_version = 99`)
	// The file is not read meanwhile, because closing it would release the
	// locks that the process holds on it.
	refuse := func(name, backup string, want error) {
		t.Helper()
		before := result(os.Stat(path))(t)
		if _, err := Recover(ctx, path, backup); !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", name, err, want)
		}
		if after := result(os.Stat(path))(t); !os.SameFile(before, after) || !after.ModTime().Equal(before.ModTime()) {
			t.Errorf("%s: the archive was changed", name)
		}
		for _, file := range result(os.ReadDir(filepath.Dir(path)))(t) {
			if !strings.HasPrefix(file.Name(), "archive.db") {
				t.Errorf("%s: left: %v", name, file)
			}
		}
	}
	refuse("damaged", damaged, store.ErrCorrupt)
	refuse("text", text, store.ErrNotArchive)
	refuse("newer", newer, store.ErrNewer)
	refuse("missing", filepath.Join(t.TempDir(), "none.db"), store.ErrMissing)
	refuse("itself", path, store.ErrExists)

	sound := filled(t, 2)
	for _, o := range []Options{{}, {ReadOnly: true}} {
		s, err := Open(ctx, path, o)
		if err != nil {
			t.Fatal(err)
		}
		refuse("in use", sound, store.ErrBusy)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	result(Recover(ctx, path, sound))(t)
}
