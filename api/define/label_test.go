package define

import (
	"testing"

	"assay/index/query"
)

// TestNamer names positions by position and by query, whatever the query is.
func TestNamer(t *testing.T) {
	l, err := NewLibrary(Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ variant, position, want string }{
		{"chess", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "Sicilian Defense"},
		{"chess", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2", ""},
		{"shogi", "4k4/9/9/9/9/9/PPSGP4/1KG6/LN5NL[] b", "Yagura (矢倉)"},
		{"shogi", "4k4/9/9/9/9/9/PPP6/2K6/LN5NL[] b", ""},
		{"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b", ""},
		{"shogi", "4k4/9/9/9/9/9/5PPPP/5SK2/3G1G1NL[] b", ""},
		{"shogi", "4k4/9/9/9/9/9/4PPPPP/4G1SK1/5G1NL[] b", "Mino (美濃囲い)"},
		{"csg-1", "", ""},
	} {
		r, err := l.Rules(row.variant, "")
		if err != nil {
			t.Fatal(err)
		}
		p := r.Start()
		if row.position != "" {
			if p, err = r.ParsePlayed(row.position); err != nil {
				t.Fatal(err)
			}
		}
		if got, ok := l.Namer(r).At(p); got.Name != row.want || ok != (row.want != "") {
			t.Errorf("%s %s: %q, want %q", row.variant, row.position, got.Name, row.want)
		}
		for _, named := range l.Labels().Of(r).Named {
			if named.Query != "" {
				if _, err := query.BindLabel(&named, r); err != nil {
					t.Errorf("%s: %s: %v", row.variant, named.Name, err)
				}
			}
		}
	}
}
