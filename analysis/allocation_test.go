package analysis_test

import (
	"os"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/parser"
)

// TestAllocations bounds what reading and verifying a game allocates, so that
// no allocation per ply slips in.
func TestAllocations(t *testing.T) {
	list, err := os.ReadFile("../fixtures/csg/board-3.txt")
	if err != nil {
		t.Fatal(err)
	}
	const chess = `[Event "a"]
[Site "b"]
[Date "1994.01.02"]
[Round "1"]
[White "c"]
[Black "d"]
[Result "1/2-1/2"]
[WhiteElo "2500"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7
11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7
19. exd6 Qf6 20. Nbd2 Nxd6 1/2-1/2
`
	v := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	for name, row := range map[string]struct {
		format parser.Format
		text   string
		plies  int
		most   float64
	}{
		"PGN":           {parser.PGN, chess, 40, 60},
		"numbered list": {parser.Numbered, string(list), 199, 40},
	} {
		got := testing.AllocsPerRun(20, func() {
			rec, err := parser.NewReader(strings.NewReader(row.text), parser.Options{Format: row.format}).Next()
			if err != nil {
				t.Fatal(err)
			}
			if r := v.Verify(rec, analysis.Settings{}).Report; r.Plies != row.plies {
				t.Fatalf("%s: %d plies: %+v", name, r.Plies, r.Error)
			}
		})
		t.Logf("%s: %.0f allocations", name, got)
		if got > row.most {
			t.Errorf("%s: %.0f allocations, at most %.0f", name, got, row.most)
		}
	}
}
