package pattern

import (
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

// TestHexRays checks directions on a hexagonal board. From every cell, a rook
// reaches the cells in line across sides, and a bishop those across corners.
func TestHexRays(t *testing.T) {
	d, err := variant.Embedded().Definition("glinski", "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	var sides, corners Directions
	for _, d := range []int{0, 1, 2, 4, 5, 6} {
		sides |= 1 << d
	}
	for _, d := range []int{3, 7, 8, 9, 10, 11} {
		corners |= 1 << d
	}
	if all := AllDirections(r); all != sides|corners {
		t.Fatalf("all directions are %b, want %b", all, sides|corners)
	}
	king, ok := r.PieceTypeNamed("King")
	if !ok {
		t.Fatal("no King")
	}
	for _, row := range []struct {
		piece string
		ways  Directions
	}{{"Rook", sides}, {"Bishop", corners}, {"Queen", sides | corners}} {
		kind, ok := r.PieceTypeNamed(row.piece)
		if !ok {
			t.Fatalf("no %s", row.piece)
		}
		mover, target := rules.NewPiece(kind, rules.First), rules.NewPiece(king, rules.Second)
		lines, attacks := 0, 0
		for from := range rules.Square(r.Files() * r.Ranks()) {
			for to := range rules.Square(r.Files() * r.Ranks()) {
				_, a := r.Coordinates(from)
				_, b := r.Coordinates(to)
				if a == 0 || b == 0 || from == to {
					continue
				}
				text := r.SetupText([]rules.Placed{{Piece: mover, Square: from}, {Piece: target, Square: to}}, rules.Second, "- - 0 1")
				p, err := r.ParseSetup(text)
				if p == nil {
					t.Fatalf("%s: %v", text, err)
				}
				n := Rays{Directions: row.ways, Stops: make([]Stop, 2)}
				n.Stops[0].Pieces.Add(mover)
				n.Stops[1].Pieces.Add(target)
				found, _ := n.in(p)
				attacked := p.InCheck(rules.Second)
				if found > 0 != attacked {
					t.Fatalf("%s from %s to %s: in line %v, attacked %v", row.piece, r.SquareName(from), r.SquareName(to), found > 0, attacked)
				}
				lines += found
				if attacked {
					attacks++
				}
			}
		}
		if lines == 0 || lines != attacks {
			t.Errorf("%s: %d lines, %d attacks", row.piece, lines, attacks)
		}
	}
}
