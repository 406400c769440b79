package parser

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/parser/record"
)

var update = flag.Bool("update", false, "rewrite the expected parts of golden files")

const separator = "=====\n"

// TestGolden reads the files of testdata: a record file, a separator, and the
// expected result.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*", "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			input, want, ok := strings.Cut(string(data), separator)
			if !ok {
				t.Fatal("no separator")
			}
			var b strings.Builder
			for _, r := range readAll(t, []byte(input), Options{}) {
				picture(&b, r)
				if r.Fault == nil {
					checkRoundTrip(t, r)
				}
			}
			if *update {
				if err := os.WriteFile(path, []byte(input+separator+b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if b.String() != want {
				t.Errorf("got\n%s\nwant\n%s", b.String(), want)
			}
		})
	}
}

// picture prints a record with its places.
func picture(b *strings.Builder, r *Record) {
	fmt.Fprintf(b, "record %d %v\n", r.Game, r.Place)
	for _, tag := range r.Tags {
		fmt.Fprintf(b, "tag %v %s=%s\n", tag.Place, tag.Key, tag.Value)
	}
	for _, p := range r.Setup {
		fmt.Fprintf(b, "setup %v side %q piece %q square %q\n", p.Place, p.Side, p.Piece, p.Square)
	}
	for _, c := range r.Comments {
		fmt.Fprintf(b, "comment %v %q\n", c.Place, c.Text)
	}
	for i, line := range record.Segments(r.Moves) {
		if i > 0 {
			fmt.Fprintf(b, "variation at ply %d\n", line.First)
		}
		for _, ply := range line.Plies {
			fmt.Fprintf(b, "ply %v %d. %s\n", ply.Place, ply.Number, ply.Text)
			for _, c := range ply.Notes().Before {
				fmt.Fprintf(b, "  before %v %q\n", c.Place, c.Text)
			}
			for _, c := range ply.Notes().Comments {
				fmt.Fprintf(b, "  comment %v %q\n", c.Place, c.Text)
			}
			if text := ply.GlyphsAndCommands(); text != "" {
				fmt.Fprintf(b, "  commands %s\n", text)
			}
		}
	}
	if r.Result != "" {
		fmt.Fprintf(b, "result %s\n", r.Result)
	}
	if r.Fault != nil {
		fmt.Fprintf(b, "fault %v\n", r.Fault)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(b, "warning %v\n", &w)
	}
	if r.Trailing != "" {
		fmt.Fprintf(b, "trailing %q\n", r.Trailing)
	}
}
