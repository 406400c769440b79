package parser_test

import (
	"strings"
	"testing"

	"assay/parser"
)

// TestMargins reads quoted and listed records like plain ones; places count the
// margins.
func TestMargins(t *testing.T) {
	for name, plain := range map[string]string{
		"numbered": "VariantName=csg-1\n1. Pawn f3 - f4\n1. Pawn a7 - a6 {né}\n",
		"PGN":      "[Event \"Zoë\"]\n\n1. e4 {a\nb} e5 *\n",
		"KIF":      "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n",
	} {
		want := read(t, plain)
		for _, margin := range []string{"> ", ">", ">> ", "• "} {
			var b strings.Builder
			for line := range strings.Lines(plain) {
				b.WriteString(margin + line)
			}
			got := read(t, b.String())
			if got.Format != want.Format || len(got.Moves) != len(want.Moves) || string(got.Bytes) != b.String() {
				t.Fatalf("%s after %q: %s, %d plies, want %d", name, margin, got.Format, len(got.Moves), len(want.Moves))
			}
			width := len([]rune(margin))
			for i := range got.Moves {
				g, w := &got.Moves[i], &want.Moves[i]
				if g.Text != w.Text || g.Place.Line != w.Place.Line || g.Place.Column != w.Place.Column+width {
					t.Errorf("%s after %q: ply %d is %q at %v, want %q at column %d", name, margin, i+1, g.Text, g.Place, w.Text, w.Place.Column+width)
				}
				if at := g.Place.Offset; !strings.HasPrefix(b.String()[at:], g.Text) {
					t.Errorf("%s after %q: ply %d is not at byte %d", name, margin, i+1, at)
				}
			}
			if n := len(got.Warnings) - len(want.Warnings); n != 1 {
				t.Errorf("%s after %q: %v", name, margin, got.Warnings)
			}
		}
	}
}

func read(t *testing.T, text string) *parser.Record {
	t.Helper()
	rec, err := parser.NewReader(strings.NewReader(text), parser.Options{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	return rec
}
