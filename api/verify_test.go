package api

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/games"
	"assay/api/records"
	"assay/api/request"
)

// folderOf returns a folder with a file of small games, and one with a single
// game.
func folderOf(t *testing.T, games int) string {
	t.Helper()
	folder := t.TempDir()
	var b strings.Builder
	for i := range games {
		fmt.Fprintf(&b, "[Round \"%d\"]\n\n1. e4 e5 *\n\n", i)
	}
	writeFile(t, filepath.Join(folder, "a.pgn"), []byte(b.String()))
	writeFile(t, filepath.Join(folder, "b.pgn"), []byte("1. d4 d5 *\n"))
	return folder
}

// TestSkippedFiles skips files in folders whose names say that they have no
// records, but reads them if named explicitly.
func TestSkippedFiles(t *testing.T) {
	folder := folderOf(t, 2)
	for _, name := range []string{"LICENSE", "Readme.md", "COPYING.txt"} {
		writeFile(t, filepath.Join(folder, name), []byte("Permission is hereby granted.\n"))
	}
	writeFile(t, filepath.Join(folder, "license.pgn"), []byte("1. c4 *\n"))
	a := newArchive(t)
	for _, c := range []struct {
		path                      string
		files, papers, unreadable int
	}{
		{folder, 3, 3, 0},
		{filepath.Join(folder, "LICENSE"), 1, 0, 1},
	} {
		verified, err := a.Verify(t.Context(), []string{c.path}, records.VerifyOptions{Each: func(*analysis.Report) error { return nil }})
		imported, err2 := a.Import(t.Context(), []string{c.path}, records.ImportOptions{})
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		for _, got := range []records.Tally{verified, imported} {
			if got.Files != c.files || got.Papers != c.papers || got.Unreadable != c.unreadable {
				t.Errorf("%s: %+v", filepath.Base(c.path), got)
			}
		}
	}
}

// TestVerifyProgress checks the progress reports, inside files too.
func TestVerifyProgress(t *testing.T) {
	a, err := NewArbiter(Config{})
	if err != nil {
		t.Fatal(err)
	}
	var progress []request.Progress
	tally, err := a.Verify(t.Context(), []string{folderOf(t, 1000)}, records.VerifyOptions{
		Each:     func(*analysis.Report) error { return nil },
		Progress: func(p request.Progress) { progress = append(progress, p) },
	})
	if err != nil || tally.Games != 1001 || tally.Files != 2 {
		t.Fatalf("%+v, %v", tally, err)
	}
	last := progress[len(progress)-1]
	if len(progress) != 5 || last.Done != last.Total || last.Games != 1001 || last.Stage != "verify" || last.Elapsed <= 0 {
		t.Errorf("%+v", progress)
	}
	for i, p := range progress[1:] {
		if p.Done < progress[i].Done || p.Games < progress[i].Games || p.Total != last.Total {
			t.Errorf("%+v after %+v", p, progress[i])
		}
	}
}

// TestVerifyStopped counts what was verified before ctx ended, and reports
// nothing unreadable because of that.
func TestVerifyStopped(t *testing.T) {
	a, err := NewArbiter(Config{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	tally, err := a.Verify(ctx, []string{folderOf(t, 5000)}, records.VerifyOptions{Each: func(r *analysis.Report) error {
		if r.Game == 100 {
			cancel()
		}
		return nil
	}})
	if !errors.Is(err, context.Canceled) || tally.Games < 100 || tally.Games >= 5000 || tally.Legal != tally.Games || tally.Unreadable > 0 {
		t.Errorf("%+v, %v", tally, err)
	}
}

// TestImportStoppedInIndex reports everything as archived if an import is
// stopped after that.
func TestImportStoppedInIndex(t *testing.T) {
	a, err := open(t.Context(), Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ctx, cancel := context.WithCancel(t.Context())
	tally, err := a.Import(ctx, []string{folderOf(t, 50)}, records.ImportOptions{Progress: func(p request.Progress) {
		if p.Stage == "index" {
			cancel()
		}
	}})
	if !errors.Is(err, records.ErrNotIndexed) || !errors.Is(err, context.Canceled) || tally.Added != 51 {
		t.Errorf("%+v, %v", tally, err)
	}
	if n, err := a.Count(t.Context(), games.Filter{}); n != 51 || err != nil {
		t.Errorf("%d games, %v", n, err)
	}
	checkSound(t, a)
}
