package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/analysis/variant"
)

// TestMovementsInRegions plays a piece whose movement is limited to a region.
func TestMovementsInRegions(t *testing.T) {
	for _, tc := range []struct{ moves, board, want string }{
		{"{betza: R, within: box}", "8/8/8/8/8/1X6/8/8", "b1 b2 b4 a3 c3 d3"},
		{"{betza: R, from: box}", "8/8/8/8/8/8/8/X7", "b1 c1 d1 e1 f1 g1 h1 a2 a3 a4 a5 a6 a7 a8"},
		{"{betza: R, from: box}", "8/8/8/X7/8/8/8/8", ""},
		{"{betza: B, within: box}", "8/8/8/8/8/8/1p6/X7", "b2"},
		{"{betza: F2, within: box}", "8/8/8/8/8/8/8/X7", "b2 c3"},
		{"{betza: nZ}", "8/8/8/8/8/8/p7/X7", "d3"},
		{"{betza: nZ}", "8/8/8/8/8/8/2p5/X7", "c4"},
		{"{betza: pA, from: box}", "8/8/8/8/8/8/1p6/X7", "c3"},
		{"{betza: pB, from: box, within: box}", "8/8/8/8/8/2p5/8/X7", "d4"},
		{"{betza: pB, from: box, within: box}", "8/8/8/8/3r4/8/1p6/X7", "c3 d4"},
		{"{betza: pB, from: box, within: box}", "8/8/8/8/3r4/2r5/1p6/X7", "c3"},
		{"{betza: pB, from: box, within: box}", "8/8/8/8/8/8/8/X7", ""},
		{"{betza: pR, hops-not: P}", "8/8/8/r7/n7/8/p7/X7", ""},
		{"{betza: pR, spares: R}", "8/8/8/r7/8/8/n7/X7", "a3 a4"},
	} {
		text := fmt.Sprintf(`
id: regions
extends: chess
name: Regions
regions: {box: [a1-d4]}
pieces:
  X: {name: Tried, moves: [%s]}
rules: [{module: royal-capture}, {module: no-moves, result: draw}]
start: k7/8/8/8/8/8/8/7K w - - 0 1
`, tc.moves)
		d, err := variant.Embedded().Check("regions.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		r, err := Compile(d)
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.ParsePosition(tc.board + " w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		p.ended = notEnded // a board without royals is over before it begins
		var got []string
		for _, m := range p.Moves(nil) {
			got = append(got, r.SquareName(m.To()))
		}
		want := strings.Fields(tc.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s on %s: goes to %v, want %v", tc.moves, tc.board, got, want)
		}
	}
}
