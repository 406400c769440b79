package diagram

import (
	"bytes"
	"strings"
	"testing"
)

func emptyScene(flip bool) *Scene {
	piece := &Piece{Letter: "W", Name: "Red Wildcard"}
	return &Scene{
		Files: 3, Ranks: 2, Pieces: []*Piece{piece, nil, nil, nil, nil, nil}, Turn: Nobody, Flip: flip,
		Reserves: [2]Reserve{
			{Cells: []Cell{{Label: "x1", Piece: piece}, {Label: "x2"}}, HasPocket: true, Pocket: piece},
			{Hand: []Stack{{Piece: *piece, Count: 2}}},
		},
	}
}

func TestWriteEmptyBoard(t *testing.T) {
	var out bytes.Buffer
	s := emptyScene(false)
	s.LastMove = []int{1}
	if err := WriteEmptyBoard(&out, s); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	if strings.Contains(got, "Wildcard") || strings.Contains(got, colourLast.String()) {
		t.Errorf("an empty board shows what changes: %s", got)
	}
	if !strings.Contains(got, ">x1<") || !strings.HasPrefix(got, "<g") || !strings.HasSuffix(got, "</g>") {
		t.Errorf("%s", got)
	}
	if err := WriteEmptyBoard(&out, &Scene{}); err == nil {
		t.Error("a scene without squares is drawn")
	}
	if s.Reserves[0].Cells[0].Piece == nil || len(s.Reserves[1].Hand) != 1 {
		t.Error("the scene was changed")
	}
}

// TestPlacement compares placements with the positions that Write draws.
func TestPlacement(t *testing.T) {
	for _, flip := range []bool{false, true} {
		s := emptyScene(flip)
		l, err := Measure(s)
		if err != nil {
			t.Fatal(err)
		}
		var whole bytes.Buffer
		if err := Write(&whole, s); err != nil {
			t.Fatal(err)
		}
		for _, place := range []int{0, s.CellPlace(First, 0), s.HandPlace(Second, 0), s.PocketPlace(First)} {
			var at svg
			spot := l.Placement(place)
			at.markup("translate(", spot.X, " ", spot.Y, ")")
			if !strings.Contains(whole.String(), strings.TrimSuffix(at.String(), ")")) {
				t.Errorf("flip %v: nothing stands at place %d, %s", flip, place, at.String())
			}
		}
	}
}

func TestWriteSymbol(t *testing.T) {
	var plain, turned bytes.Buffer
	p := &Piece{Letter: "W"}
	if err := WriteSymbol(&plain, p, false); err != nil {
		t.Fatal(err)
	}
	if err := WriteSymbol(&turned, p, true); err != nil {
		t.Fatal(err)
	}
	if plain.String() == turned.String() || !strings.HasPrefix(plain.String(), "<g") {
		t.Errorf("%s\n%s", plain.String(), turned.String())
	}
	if err := WriteSymbol(&plain, &Piece{Glyph: "nothing"}, false); err == nil {
		t.Error("an unknown glyph is drawn")
	}
}
