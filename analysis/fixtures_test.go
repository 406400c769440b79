package analysis_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/parser"
)

// expected is the second half of a file of fixtures/bad: the expected result
// for the record in the first.
type expected struct {
	Breaks     string // ID of the rule that the record breaks
	Verdict    string // illegal if omitted
	Ply        int
	Rule       string // ID of the reported rule; if it differs from Breaks, Note explains it
	Line       int
	Column     int // not compared if 0
	Message    string
	Legal      []string // the first ones
	Suggestion string
	Warning    string
	Note       string
}

const separator = "=====\n"

// TestBadRecords verifies the records of fixtures/bad. Each breaks exactly one
// rule.
func TestBadRecords(t *testing.T) {
	broken := map[string]bool{}
	v := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	err := filepath.WalkDir("../fixtures/bad", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		t.Run(strings.TrimSuffix(filepath.ToSlash(path), ".txt"), func(t *testing.T) {
			record, want := readBad(t, path)
			broken[want.Breaks] = true
			r := parser.NewReader(bytes.NewReader(record), parser.Options{})
			rec, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			if another, err := r.Next(); err != io.EOF {
				t.Fatalf("a second record: %+v, %v", another, err)
			}
			compareBad(t, &v.Verify(rec, analysis.Settings{}).Report, want)
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, series := range []struct {
		prefix      string
		first, last int
	}{{"CSG", 0, 0}, {"CSG", 2, 15}, {"G", 1, 5}, {"NL", 1, 6}, {"NL", 8, 8}} {
		for n := series.first; n <= series.last; n++ {
			if rule := fmt.Sprintf("%s-%d", series.prefix, n); !broken[rule] {
				t.Errorf("no record breaks %s", rule)
			}
		}
	}
}

func readBad(t *testing.T, path string) (record []byte, want expected) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	record, after, ok := bytes.Cut(text, []byte(separator))
	if !ok {
		t.Fatal("no separator")
	}
	decoder := json.NewDecoder(bytes.NewReader(after))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&want); err != nil {
		t.Fatal(err)
	}
	if want.Rule != want.Breaks && want.Note == "" {
		t.Error("reported by another number than that of the ruling broken, and no note says why")
	}
	return record, want
}

func compareBad(t *testing.T, got *analysis.Report, want expected) {
	t.Helper()
	if want.Verdict == analysis.Legal {
		if got.Verdict != analysis.Legal || len(got.Warnings) != 1 || got.Warnings[0].Message != want.Warning {
			t.Errorf("%s, %v, warnings %+v", got.Verdict, got.Error, got.Warnings)
		}
		return
	}
	e := got.Error
	verdict := cmp.Or(want.Verdict, analysis.Illegal)
	if got.Verdict != verdict || e == nil {
		t.Fatalf("%s, want %s by %s", got.Verdict, verdict, want.Rule)
	}
	if e.Ply != want.Ply || e.Rule != want.Rule || e.Line != want.Line || want.Column > 0 && e.Column != want.Column ||
		want.Suggestion != "" && string(e.Suggestion) != want.Suggestion {
		t.Errorf("got %+v\nwant %+v", *e, want)
	}
	if want.Message != "" && e.Message != want.Message {
		t.Errorf("it says %q, want %q", e.Message, want.Message)
	}
	if n := min(len(want.Legal), len(e.Legal)); !slices.Equal(e.Legal[:n], want.Legal) {
		t.Errorf("nearest are %q, want %q", e.Legal, want.Legal)
	}
	if got.Plies != max(want.Ply-1, 0) {
		t.Errorf("%d legal plies before ply %d", got.Plies, want.Ply)
	}
	if len(got.Warnings) > 0 && want.Warning == "" {
		t.Errorf("it breaks something else too: %+v", got.Warnings)
	}
	if e.Message == "" || e.Reason == "" {
		t.Errorf("nothing is said: %+v", *e)
	}
}
