package record_test

import (
	"strings"
	"testing"

	"assay/parser"
)

// TestRelease reads games with the memory of released ones, which must leave no
// trace in them.
func TestRelease(t *testing.T) {
	read := func(text string) *parser.Record {
		t.Helper()
		r, err := parser.NewReader(strings.NewReader(text), parser.Options{Format: parser.PGN}).Next()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	const annotated = `[White "Ada"]
[Black "Ben"]
[SetUp "1"]

1. e4 {[%clk 0:01:00] [%emt 0:00:05] best} e5 $1 (1... c5) 2. Nf3 1-0
`
	const plain = "1. d4 d5 2. c4 *\n"
	want := read(plain)
	for range 100 {
		read(annotated).Release()
		got := read(plain)
		if len(got.Tags) > 0 || len(got.Comments) > 0 || len(got.Moves) != 3 || got.Result != "*" || got.Game != 1 {
			t.Fatalf("%+v", got)
		}
		for i := range got.Moves {
			if got.Moves[i] != want.Moves[i] {
				t.Fatalf("ply %d: %+v, want %+v", i+1, got.Moves[i], want.Moves[i])
			}
		}
		got.Release()
	}
}
