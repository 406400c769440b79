package parser

import "testing"

func TestCount(t *testing.T) {
	for _, row := range []struct {
		n    int
		noun string
		want string
	}{{0, "ply", "0 plies"}, {1, "ply", "1 ply"}, {2, "ply", "2 plies"}, {1, "variation", "1 variation"}, {11, "variation", "11 variations"}} {
		if got := Count(row.n, row.noun); got != row.want {
			t.Errorf("%q, want %q", got, row.want)
		}
	}
}
