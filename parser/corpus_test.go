package parser

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/fixtures"
	"assay/parser/numbered"
	"assay/parser/record"
)

// filesUnder returns the contents of the files with a suffix, by path.
func filesUnder(t testing.TB, folder, suffix string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, suffix) {
			return err
		}
		data, err := os.ReadFile(path)
		files[path] = data
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func readAll(t testing.TB, data []byte, o Options) []*Record {
	t.Helper()
	var records []*Record
	for r := NewReader(bytes.NewReader(data), o); ; {
		record, err := r.Next()
		if err == io.EOF {
			return records
		}
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, record)
	}
}

// plyLines returns the text of the numbered lines. It is the reference for the
// reader: slower and simpler.
func plyLines(data []byte) []string {
	var plies []string
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		if len(words) < 2 || strings.Trim(words[0], "0123456789") != "." {
			continue
		}
		plies = append(plies, strings.Join(words[1:], " "))
	}
	return plies
}

func checkCorpus(t *testing.T, files map[string][]byte) (plies int) {
	for path, data := range files {
		name := filepath.Base(path)
		records := readAll(t, data, Options{})
		if len(records) != 1 {
			t.Errorf("%s: %d records, want 1", name, len(records))
			continue
		}
		r := records[0]
		if r.Fault != nil || len(r.Warnings) > 0 {
			t.Errorf("%s: fault %v, warnings %v", name, r.Fault, r.Warnings)
		}
		if !bytes.Equal(r.Bytes, data) {
			t.Errorf("%s: bytes differ", name)
		}
		want := plyLines(data)
		if len(r.Moves) != len(want) {
			t.Errorf("%s: %d plies, want %d", name, len(r.Moves), len(want))
			continue
		}
		for i, ply := range r.Moves {
			actions, partial, fault := numbered.AppendActions(nil, ply.Text)
			if fault != nil {
				t.Errorf("%s: %v", name, fault)
			}
			var printed []string
			if partial > 0 {
				printed = append(printed, "partial "+strconv.Itoa(partial))
			}
			for k := range actions {
				printed = append(printed, actions[k].String())
			}
			if got := strings.Join(printed, " "); got != want[i] {
				t.Errorf("%s: ply %d printed %q, want %q", name, i+1, got, want[i])
			}
		}
		plies += len(want)
		checkRoundTrip(t, r)
	}
	return plies
}

// checkRoundTrip writes the record and reads it back.
func checkRoundTrip(t testing.TB, r *Record) {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Errorf("writing: %v", err)
		return
	}
	again := readAll(t, b.Bytes(), Options{Format: r.Format})
	if len(again) != 1 {
		t.Errorf("%d records read back, want 1:\n%s", len(again), b.Bytes())
		return
	}
	if got, want := sketch(again[0]), sketch(r); got != want {
		t.Errorf("read back\n%s\nwant\n%s", got, want)
	}
	if ply, ok := record.SameLine(r.Moves, again[0].Moves, record.SamePly); !ok {
		t.Errorf("ply %q comes back otherwise:\n%s", ply, b.Bytes())
	}
}

func TestZillionsCorpus(t *testing.T) {
	files := filesUnder(t, fixtures.Shared(t, "data/zillions")[0], ".zsg")
	if len(files) != 86 {
		t.Errorf("%d files, want 86", len(files))
	}
	t.Logf("%d plies", checkCorpus(t, files))
}

func TestGamesCorpus(t *testing.T) {
	files := filesUnder(t, fixtures.Shared(t, "data/games")[0], ".txt")
	t.Logf("%d files, %d plies", len(files), checkCorpus(t, files))
}

// TestPage reads a page with prose around two games.
func TestPage(t *testing.T) {
	data, err := os.ReadFile(fixtures.Shared(t, "seeds/000_*.txt")[0])
	if err != nil {
		t.Fatal(err)
	}
	records := readAll(t, data, Options{})
	if len(records) != 2 {
		t.Fatalf("%d records, want 2", len(records))
	}
	for i, want := range []struct {
		plies    int
		trailing bool
		warnings int
	}{{110, false, 0}, {199, true, 1}} {
		r := records[i]
		if r.Fault != nil || len(r.Moves) != want.plies || r.Trailing != "" != want.trailing || len(r.Warnings) != want.warnings {
			t.Errorf("game %d: %d plies, fault %v, warnings %v", i+1, len(r.Moves), r.Fault, r.Warnings)
		}
		checkRoundTrip(t, r)
	}
	if joined := append(bytes.Clone(records[0].Bytes), records[1].Bytes...); !bytes.Equal(joined, data) {
		t.Error("the records' bytes are not the file's")
	}
}
