package rules

import (
	"math/rand/v2"
	"testing"
)

// TestLine compares line attacks computed for both directions at once with
// single slides, for each set width.
func TestLine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{3, 4}, {8, 8}, {9, 10}, {12, 10}, {16, 8}, {12, 12}, {16, 16}} {
		g := newGeometry(size[0], size[1])
		for range 2000 {
			held := Bitboard{random.Uint64(), random.Uint64(), random.Uint64(), random.Uint64()}
			for range random.IntN(4) {
				held = held.And(Bitboard{random.Uint64(), random.Uint64(), random.Uint64(), random.Uint64()})
			}
			held = held.And(g.all)
			s, d := Square(random.IntN(g.squares)), random.IntN(4)
			above, below := g.rays[d][s], g.rays[d+4][s]
			want := g.slide(s, d, held).Or(g.slide(s, d+4, held))
			if got := above.line(below, held); got != want {
				t.Fatalf("%v, square %d, direction %d, held %v: %v, want %v", size, s, d, held, got, want)
			}
			if g.squares > MaxSet128 {
				continue
			}
			if got := above.Set128().line(below.Set128(), held.Set128()); got != want.Set128() {
				t.Fatalf("%v, square %d, direction %d, held %v: %v, want %v", size, s, d, held, got, want)
			}
			if g.squares > MaxSet64 {
				continue
			}
			if got := above.Set64().line(below.Set64(), held.Set64()); got != want.Set64() {
				t.Fatalf("%v, square %d, direction %d, held %v: %v, want %v", size, s, d, held, got, want)
			}
		}
	}
}
