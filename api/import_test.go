package api

import (
	"assay/api/request"
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestImportFolder imports a folder with all kinds of files in order, including
// invalid ones, and keeps the bytes of every record.
func TestImportFolder(t *testing.T) {
	records := randomRecords(t, 1, 7, 12)
	folder := t.TempDir()
	write := func(name string, content []byte) { t.Helper(); writeFile(t, filepath.Join(folder, name), content) }
	write("a.txt", []byte(records[0]+"\n"+records[1]))
	write("b/one.gz", zipped(t, records[2]))
	write("b/two.anything", zstandard(t, records[3]))
	write("c-broken.gz", zipped(t, records[4])[:30])
	write("d-garbage.bin", bytes.Repeat([]byte{0, 1, 2, 250}, 5000))
	write("e-illegal.txt", []byte(illegalRecord))
	write("f-unsupported.txt", []byte(unsupportedRecord))
	write("g-empty.txt", nil)
	write(".hidden", []byte(records[5]))
	write("z.txt", []byte(records[6]))

	a := newArchive(t)
	missing := filepath.Join(folder, "missing")
	var got []string
	var last request.Progress
	tally, err := a.Import(t.Context(), []string{folder, "-", missing}, ImportOptions{
		Stdin: bytes.NewReader(zipped(t, records[5])),
		Each: func(i *Imported) error {
			name, err := filepath.Rel(folder, i.File)
			if err != nil {
				name = i.File
			}
			got = append(got, name+" "+i.Verdict)
			if name == "c-broken.gz" && !strings.Contains(i.Error.Message, "incomplete") {
				t.Errorf("%s: %q", name, i.Error.Message)
			}
			if (i.ID == 0) != (i.Verdict == "unreadable") {
				t.Errorf("%s: id %d", name, i.ID)
			}
			return nil
		},
		Progress: func(p request.Progress) { last = p },
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"a.txt legal", "a.txt legal", "b/one.gz legal", "b/two.anything legal", "c-broken.gz unreadable",
		"d-garbage.bin unreadable", "e-illegal.txt illegal", "f-unsupported.txt unsupported", "g-empty.txt unreadable",
		"z.txt legal", "- legal", "missing unreadable",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if tally.Files != 11 || tally.Games != 8 || tally.Legal != 6 || tally.Illegal != 1 || tally.Unsupported != 1 ||
		tally.Unreadable != 4 || tally.Added != 8 || tally.Existing != 0 || !tally.Faulty() {
		t.Errorf("%+v", tally)
	}
	if last.Stage != "index" || last.Done != last.Total || last.Done != 8 {
		t.Errorf("last progress %+v", last)
	}
	for id, want := range map[int64]string{1: records[0] + "\n", 2: records[1], 3: records[2], 4: records[3], 5: illegalRecord, 6: unsupportedRecord} {
		if record, err := a.Record(t.Context(), id); err != nil || string(record) != want {
			t.Errorf("record %d: %v, %q", id, err, record)
		}
	}

	again, err := a.Import(t.Context(), []string{folder}, ImportOptions{})
	if err != nil || again.Added != 0 || again.Existing != 7 || again.Resumed != 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
	checkSound(t, a)
}

// TestImportResumes interrupts an import within a file, by its context and by
// an error of its caller.
func TestImportResumes(t *testing.T) {
	records := randomRecords(t, 2, 2500, 6)
	file := filepath.Join(t.TempDir(), "games.txt")
	writeFile(t, file, []byte(strings.Join(records, "\n")))
	a := newArchive(t)

	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("enough")
	seen := 0
	_, err := a.Import(ctx, []string{file}, ImportOptions{Each: func(*Imported) error {
		if seen++; seen == 1000 {
			cancel(stop)
		}
		return nil
	}})
	if !errors.Is(err, stop) {
		t.Fatalf("cancelled: %v", err)
	}
	if n, err := a.Count(t.Context(), Filter{}); err != nil || n != 1000 {
		t.Fatalf("%d games after the first try, %v", n, err)
	}
	tally, err := a.Import(t.Context(), []string{file}, ImportOptions{Each: func(i *Imported) error {
		if i.Game == 2000 {
			return stop
		}
		return nil
	}})
	if !errors.Is(err, stop) || tally.Resumed != 1000 {
		t.Fatalf("second try: %+v, %v", tally, err)
	}
	var lines []int
	tally, err = a.Import(t.Context(), []string{file}, ImportOptions{Each: func(i *Imported) error {
		lines = append(lines, i.Game)
		return nil
	}})
	if err != nil || tally.Resumed != 2000 || tally.Added != 500 || tally.Existing != 0 || lines[0] != 2001 {
		t.Fatalf("third try: %+v, %v", tally, err)
	}
	if n, err := a.Count(t.Context(), Filter{}); err != nil || n != 2500 {
		t.Errorf("%d games, %v", n, err)
	}
	// After a complete import, the next one reads everything again.
	tally, err = a.Import(t.Context(), []string{file}, ImportOptions{})
	if err != nil || tally.Resumed != 0 || tally.Existing != 2500 || tally.Added != 0 {
		t.Errorf("again: %+v, %v", tally, err)
	}
	checkSound(t, a)
}

// TestImportLong archives a record with a long variant name and a long path,
// which database indexes do not accept.
func TestImportLong(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	letters := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte(byte('a' + random.IntN(26)))
		}
		return b.String()
	}
	text := "[White \"Ann\"]\n[Variant \"" + letters(4000) + "\"]\n\n1. e4 e5 *\n"
	path := t.TempDir()
	for range 15 {
		path = filepath.Join(path, letters(200))
	}
	path = filepath.Join(path, "a.pgn")
	writeFile(t, path, []byte(text))
	a := newArchive(t)
	tally, err := a.Import(t.Context(), []string{path}, ImportOptions{})
	if err != nil || tally.Added != 1 {
		t.Fatalf("%+v, %v", tally, err)
	}
	g := must(a.store.Game(t.Context(), 1))
	if n := utf8.RuneCountInString(g.Variant); n != 201 || string(g.Record) != text {
		t.Errorf("a name of %d characters, of %q", n, g.Record)
	}
	im := importer{archive: a}
	if key := im.key(&input{path: path}); len(key) > maxImportKey {
		t.Errorf("it is kept under %q", key)
	}
}

// TestImportWithReading archives a record without a variant under the one given
// in the settings.
func TestImportWithReading(t *testing.T) {
	_, plies, _ := strings.Cut(randomRecords(t, 3, 1, 10)[0], "Event=")
	_, plies, _ = strings.Cut(plies, "\n")
	plies = plies[:strings.Index(plies, "\n4.")+1] // too few plies to tell the variant
	file := filepath.Join(t.TempDir(), "plies.txt")
	writeFile(t, file, []byte(plies))
	a := newArchive(t)
	for _, row := range []struct {
		reading Reading
		verdict string
	}{{Reading{}, "unsupported"}, {Reading{Variant: "csg-1"}, "legal"}} {
		var verdict string
		_, err := a.Import(t.Context(), []string{file}, ImportOptions{Reading: row.reading, Each: func(i *Imported) error {
			verdict = i.Verdict
			return nil
		}})
		if err != nil || verdict != row.verdict {
			t.Errorf("%+v: %s, %v", row.reading, verdict, err)
		}
	}
}
