package rules

import (
	"testing"

	"assay/analysis/variant"
)

// TestPath holds the paths that are shown against those that are played.
func TestPath(t *testing.T) {
	r := &Rules{geometry: newGeometry(9, 9)}
	middle := Square(4*9 + 4)
	passed := 0
	for files := -4; files <= 4; files++ {
		for ranks := -4; ranks <= 4; ranks++ {
			if files == 0 && ranks == 0 {
				continue
			}
			var got Bitboard
			for _, v := range Path(variant.Vector{Files: files, Ranks: ranks}) {
				got = got.or(bit(middle + Square(9*v.Ranks+v.Files)))
				passed++
			}
			if want := r.lamePath(middle, files, ranks); got != want {
				t.Errorf("%d,%d passes %v, not %v", files, ranks, got, want)
			}
		}
	}
	if passed == 0 {
		t.Error("nothing is passed")
	}
}
