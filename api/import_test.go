package api

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"assay/analysis"
	"assay/api/games"
	"assay/api/records"
	"assay/api/request"
)

// TestImportFolder imports a folder with all kinds of files in order, including
// invalid ones, and keeps the bytes of every record.
func TestImportFolder(t *testing.T) {
	texts := randomRecords(t, 1, 7, 12)
	folder := t.TempDir()
	write := func(name string, content []byte) { t.Helper(); writeFile(t, filepath.Join(folder, name), content) }
	write("a.txt", []byte(texts[0]+"\n"+texts[1]))
	write("b/one.gz", zipped(t, texts[2]))
	write("b/two.anything", zstandard(t, texts[3]))
	write("c-broken.gz", zipped(t, texts[4])[:30])
	write("d-garbage.bin", bytes.Repeat([]byte{0, 1, 2, 250}, 5000))
	write("e-illegal.txt", []byte(illegalRecord))
	write("f-unsupported.txt", []byte(unsupportedRecord))
	write("g-empty.txt", nil)
	write(".hidden", []byte(texts[5]))
	write("z.txt", []byte(texts[6]))

	a := newArchive(t)
	missing := filepath.Join(folder, "missing")
	var got []string
	var last request.Progress
	tally, err := a.Import(t.Context(), []string{folder, "-", missing}, records.ImportOptions{
		Stdin: bytes.NewReader(zipped(t, texts[5])),
		Each: func(i *records.Imported) error {
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
	for id, want := range map[int64]string{1: texts[0] + "\n", 2: texts[1], 3: texts[2], 4: texts[3], 5: illegalRecord, 6: unsupportedRecord} {
		if record, err := a.Record(t.Context(), id); err != nil || string(record) != want {
			t.Errorf("record %d: %v, %q", id, err, record)
		}
	}

	again, err := a.Import(t.Context(), []string{folder}, records.ImportOptions{})
	if err != nil || again.Added != 0 || again.Existing != 7 || again.Resumed != 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
	checkSound(t, a)
}

// TestImportResumes interrupts an import within a file, by its context and by
// an error of its caller.
func TestImportResumes(t *testing.T) {
	texts := randomRecords(t, 2, 2500, 6)
	file := filepath.Join(t.TempDir(), "games.txt")
	writeFile(t, file, []byte(strings.Join(texts, "\n")))
	a := newArchive(t)

	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("enough")
	seen := 0
	_, err := a.Import(ctx, []string{file}, records.ImportOptions{Each: func(*records.Imported) error {
		if seen++; seen == 1000 {
			cancel(stop)
		}
		return nil
	}})
	if !errors.Is(err, stop) {
		t.Fatalf("cancelled: %v", err)
	}
	if n, err := a.Count(t.Context(), games.Filter{}); err != nil || n != 1000 {
		t.Fatalf("%d games after the first try, %v", n, err)
	}
	tally, err := a.Import(t.Context(), []string{file}, records.ImportOptions{Each: func(i *records.Imported) error {
		if i.Game == 2000 {
			return stop
		}
		return nil
	}})
	if !errors.Is(err, stop) || tally.Resumed != 1000 {
		t.Fatalf("second try: %+v, %v", tally, err)
	}
	var lines []int
	tally, err = a.Import(t.Context(), []string{file}, records.ImportOptions{Each: func(i *records.Imported) error {
		lines = append(lines, i.Game)
		return nil
	}})
	if err != nil || tally.Resumed != 2000 || tally.Added != 500 || tally.Existing != 0 || lines[0] != 2001 {
		t.Fatalf("third try: %+v, %v", tally, err)
	}
	if n, err := a.Count(t.Context(), games.Filter{}); err != nil || n != 2500 {
		t.Errorf("%d games, %v", n, err)
	}
	// After a complete import, the next one reads everything again.
	tally, err = a.Import(t.Context(), []string{file}, records.ImportOptions{})
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
	tally, err := a.Import(t.Context(), []string{path}, records.ImportOptions{})
	if err != nil || tally.Added != 1 {
		t.Fatalf("%+v, %v", tally, err)
	}
	g := must(a.store.Game(t.Context(), 1))
	if n := utf8.RuneCountInString(g.Variant); n != 201 || string(g.Record) != text {
		t.Errorf("a name of %d characters, of %q", n, g.Record)
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
		reading records.Reading
		verdict string
	}{{records.Reading{}, "unsupported"}, {records.Reading{Variant: "csg-1"}, "legal"}} {
		var verdict string
		_, err := a.Import(t.Context(), []string{file}, records.ImportOptions{Reading: row.reading, Each: func(i *records.Imported) error {
			verdict = i.Verdict
			return nil
		}})
		if err != nil || verdict != row.verdict {
			t.Errorf("%+v: %s, %v", row.reading, verdict, err)
		}
	}
}

// TestImportArchives imports zip and tar archives from files, standard input
// and bodies.
func TestImportArchives(t *testing.T) {
	games := randomRecords(t, 9, 4, 12)
	members := [][2]string{
		{"a.txt", games[0] + "\n" + games[1]}, {"b/c.txt", games[2]}, {"b/.hidden.txt", games[3]}, {"__MACOSX/._a.txt", "x"}, {"README.md", "x"},
		{"d.gz", string(zipped(t, games[3]))}, {"e.zip", string(packed(t, false))}, {"f.txt", illegalRecord},
	}
	archive, tarball := packed(t, false, members...), zipped(t, string(packed(t, true, members...)))
	want := func(name string) string {
		return strings.ReplaceAll("N/a.txt 1 legal, N/a.txt 2 legal, N/b/c.txt 1 legal, N/d.gz 1 legal, N/e.zip 1 unreadable, N/f.txt 1 illegal", "N", name)
	}
	folder := t.TempDir()
	for _, name := range []string{"x.zip", "x.tgz", "-"} {
		a := newArchive(t)
		content := archive
		if name == "x.tgz" {
			content = tarball
		}
		path := filepath.Join(folder, name)
		if name == "-" {
			path = "-"
		} else {
			writeFile(t, path, content)
		}
		var got []string
		var last request.Progress
		o := records.ImportOptions{Stdin: bytes.NewBuffer(content), Progress: func(p request.Progress) {
			if p.Stage == "import" {
				last = p
			}
		}, Each: func(i *records.Imported) error {
			got = append(got, fmt.Sprintf("%s %d %s", strings.TrimPrefix(i.File, folder+"/"), i.Game, i.Verdict))
			if i.Verdict == "unreadable" && !strings.Contains(i.Error.Message, "extract it") {
				t.Errorf("%s: %q", i.File, i.Error.Message)
			}
			return nil
		}}
		tally, err := a.Import(t.Context(), []string{path}, o)
		if err != nil || strings.Join(got, ", ") != want(name) {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, strings.Join(got, ", "), want(name))
		}
		if tally.Files != 5 || tally.Papers != 1 || tally.Added != 5 {
			t.Errorf("%s: %+v", name, tally)
		}
		if name != "-" && (last.Done != last.Total || last.Total != int64(len(content))) {
			t.Errorf("%s: progress %+v of %d", name, last, len(content))
		}
		if record, err := a.Record(t.Context(), 2); err != nil || string(record) != games[1] {
			t.Errorf("%s: %v %q", name, err, record)
		}
		if again, err := a.Import(t.Context(), []string{path}, records.ImportOptions{Stdin: bytes.NewBuffer(content)}); err != nil || again.Added != 0 || again.Existing != 5 {
			t.Errorf("%s again: %v %+v", name, err, again)
		}
		checkSound(t, a)
		// A body has the same files.
		got = nil
		body, err := records.Unpack(content, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		_, err = a.VerifyReader(t.Context(), name, bytes.NewReader(body), records.Reading{MaxContent: 1 << 20}, func(r *analysis.Report) error {
			got = append(got, fmt.Sprintf("%s %d %s", r.File, r.Game, r.Verdict))
			return nil
		})
		if err != nil || strings.Join(got, ", ") != want(name) {
			t.Errorf("body of %s: %v\n%s", name, err, strings.Join(got, ", "))
		}
	}
	a := newArchive(t)
	submission, err := a.Submit(t.Context(), "x.zip", bytes.NewReader(packed(t, false, members[:4]...)), records.Reading{}, false)
	if err != nil || submission.Added() != 3 || submission.Games[2].File != "x.zip/b/c.txt" {
		t.Errorf("%v %+v", err, submission)
	}
	d, err := a.Deliver(t.Context(), records.DeliveryInput{Author: "Ada", File: "x.zip", Body: archive}, "")
	if err != nil || len(d.Submissions) != 6 {
		t.Fatalf("%v %+v", err, d)
	}
	for i, want := range []string{games[0] + "\n", games[1], games[2], games[3], "", illegalRecord} {
		s := d.Submissions[i]
		text, err := a.SubmissionRecord(t.Context(), s.ID, 0)
		if err != nil || s.Number != i+1 || string(text) != want {
			t.Errorf("submission %d: %v, number %d, %q", i, err, s.Number, text)
		}
	}
}

// packed packs files, each a name and a text, in a tar or zip archive.
func packed(t testing.TB, inTar bool, files ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z, w := zip.NewWriter(&b), tar.NewWriter(&b)
	for _, f := range files {
		var err error
		if inTar {
			if err = w.WriteHeader(&tar.Header{Name: f[0], Size: int64(len(f[1])), Mode: 0o644}); err == nil {
				_, err = w.Write([]byte(f[1]))
			}
		} else {
			var out io.Writer
			if out, err = z.Create(f[0]); err == nil {
				_, err = out.Write([]byte(f[1]))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if inTar {
		err = w.Close()
	} else {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestTwoBoards archives a record of both boards of bughouse as two games.
func TestTwoBoards(t *testing.T) {
	const text = "[Event \"Match\"]\n[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dee\"]\n[Result \"1-0\"]\n\n" +
		"1A. e4 1a. d5 2A. exd5 1B. d4 1b. P@e4 1-0\n\n"
	a := newArchive(t)
	for i := range 2 {
		s, err := a.Submit(t.Context(), "two.bpgn", strings.NewReader(text+"[White \"Eve\"]\n\n1. e4 *\n"), records.Reading{}, false)
		if err != nil || len(s.Games) != 3 || s.Games[0].ID != 1 || s.Games[1].ID != 2 || s.Games[2].ID != 3 || s.Games[1].Existing != (i > 0) {
			t.Fatalf("%+v %v", s, err)
		}
	}
	for player, want := range map[string]string{"Ann": "1 legal 3 1-0", "Cid": "2 legal 2 0-1", "Dee": "2 legal 2 0-1"} {
		page, err := a.List(t.Context(), games.Filter{Player: player, Event: "Match", Variant: "bughouse"}, "", "", 10)
		if err != nil || len(page.Games) != 1 {
			t.Fatalf("%s: %+v %v", player, page, err)
		}
		if g := page.Games[0]; fmt.Sprintf("%d %s %d %s", g.ID, g.Verdict, g.Plies, g.Result) != want {
			t.Errorf("%s: %+v, want %s", player, g, want)
		}
	}
	if record, err := a.Record(t.Context(), 1); err != nil || string(record) != strings.TrimSuffix(text, "\n") && string(record) != text {
		t.Errorf("%q %v", record, err)
	}
	revised, err := a.Revise(t.Context(), 1, 0, records.RevisionInput{Author: "Ada", Reason: "the result", Text: strings.Replace(text, "1-0\n", "0-1\n", 1)})
	if err != nil || revised.Report.Plies != 3 {
		t.Errorf("%+v %v", revised, err)
	}
	checkSound(t, a)
}
