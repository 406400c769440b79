package notation_test

import (
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures/games"
)

// TestSquareNames writes every square of every variant in every notation and
// reads it back.
func TestSquareNames(t *testing.T) {
	for _, id := range variant.Embedded().IDs() {
		r := games.Rules(t, id, "")
		for _, style := range notation.Styles(r) {
			names := notation.NamesIn(style.Writer(r), r)
			for s := range rules.Square(r.Files() * r.Ranks()) {
				if own, ok := r.SquareNamed(r.SquareName(s)); !ok || own != s {
					continue // a hole of a hexagonal board
				}
				name := names.Of(s)
				if got, ok := names.Square(name); !ok || got != s {
					t.Errorf("%s, %s: %s is read as %s, %v, not %s", id, style.Name, name, r.SquareName(got), ok, r.SquareName(s))
				}
			}
		}
	}
}

// TestOtherSquareNames reads the variant's own names unless one of them means
// another square.
func TestOtherSquareNames(t *testing.T) {
	for _, row := range []struct{ id, style, name, want, marked string }{
		{"xiangqi", "iccs", "h0", "h1", "h1"},
		{"xiangqi", "iccs", "H2", "h3", "h3"},
		{"xiangqi", "iccs", "h10", "", ""},
		{"xiangqi", "uci", "h0", "", ""},
		{"xiangqi", "chinese", "h0", "h1", "h1"},
		{"xiangqi", "wxf", "h2", "h3", "h3"},
		{"xiangqi", "wxf", "h10", "", ""},
		{"shogi", "kif", "７七", "c3", "c3"},
		{"shogi", "kif", "c3", "c3", "c3"},
		{"shogi", "kif", "7g", "", "c3"},
		{"shogi", "usi", "7g", "c3", "c3"},
		{"chess", "san", "7g", "", "b2"},
		{"chess", "san", "x1", "", ""},
	} {
		r := games.Rules(t, row.id, "")
		names := notation.NamesIn(notation.StyleNamed(row.style).Writer(r), r)
		for read, want := range map[string]string{"square": row.want, "mark": row.marked} {
			s, ok := names.Square(row.name)
			if read == "mark" {
				s, ok = names.Marked(row.name)
			}
			got := ""
			if ok {
				got = r.SquareName(s)
			}
			if got != want {
				t.Errorf("%s, %s: %s read as a %s is %q, want %q", row.id, row.style, row.name, read, got, want)
			}
		}
	}
}
