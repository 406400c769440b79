package query

import (
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

// TestHexagons binds queries to a hexagonal board: cell names, files and ranks,
// directions, and reflections.
func TestHexagons(t *testing.T) {
	d, err := variant.Embedded().Definition("glinski", "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	bound := func(text string) (string, error) {
		q, err := Parse(text)
		if err != nil {
			return "", err
		}
		n, err := Bind(q, r)
		if err != nil {
			return "", err
		}
		return describe(r, n), nil
	}
	for _, row := range []struct{ text, same string }{
		{"R on file l", "R on l1-l6"},
		{"R on ranks 10-11", "R on {e10, f10, f11, g10}"},
		{"mirrored(R on a1)", "R on a1 or R on l1"},
		{"flipped(R on k7)", "R on k7 or R on k1"},
		{"exchanged(white R on g1)", "white R on g1 or black R on g10"},
		{"rotated(R on b2)", "R on b2 or R on k6"},
		{"mirrored(ray(R, k along up-right))", "ray(R, k along up-right) or ray(R, k along up-left)"},
		{"flipped(ray(R, k along up-right))", "ray(R, k along up-right) or ray(R, k along down-right)"},
		{"rotated(ray(R, k along up-right))", "ray(R, k along up-right) or ray(R, k along down-left)"},
		{"mirrored(ray(B, k along right))", "ray(B, k along right) or ray(B, k along left)"},
		{"flipped(ray(B, k along right))", "ray(B, k along right)"},
		{"symmetric(ray(B, k along diagonal))", "ray(B, k along diagonal) or ray(b, K along diagonal)"},
		{"ray(Q, k)", "ray(Q, k along {file, up-right, down-right, down-left, up-left, diagonal})"},
	} {
		got, err := bound(row.text)
		want, fault := bound(row.same)
		if err != nil || fault != nil || got != want {
			t.Errorf("%s is %s, %v; want %s, %v", row.text, got, err, want, fault)
		}
	}
	for _, row := range []struct{ text, fault string }{
		{"R on j1", "no square"},
		{"R on a7", "no square"},
		{"R on file j", "no file"},
		{"R on rank 12", "no rank 12: they go from 1 to 11"},
		{"ray(R, k along rank)", `on hexagons there is no direction "rank"`},
		{"shifted(R on f3)", "shifted is not supported on hexagonal boards"},
	} {
		if _, err := bound(row.text); err == nil || !strings.Contains(err.Error(), row.fault) {
			t.Errorf("%s: %v, want %s", row.text, err, row.fault)
		}
	}
}
