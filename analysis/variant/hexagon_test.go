package variant

import (
	"fmt"
	"strings"
	"testing"
)

// TestCellNames names the cells of hexagons as W. Gliński did.
func TestCellNames(t *testing.T) {
	d, err := Embedded().Definition("glinski", "")
	if err != nil {
		t.Fatal(err)
	}
	b := d.Board
	for _, row := range []struct {
		file, rank int // of the underlying square, from 0
		name       string
	}{
		{0, 0, "a1"}, {0, 5, "a6"}, {5, 0, "f1"}, {5, 10, "f11"}, {6, 1, "g1"}, {6, 10, "g10"},
		{8, 3, "i1"}, {9, 4, "k1"}, {9, 10, "k7"}, {10, 5, "l1"}, {10, 10, "l6"},
	} {
		s := Square(row.rank*b.Files + row.file)
		if got := b.SquareName(s); got != row.name {
			t.Errorf("the cell of file %d and rank %d is %s, want %s", row.file, row.rank, got, row.name)
		}
		if at, err := b.ParseSquare(row.name); err != nil || at != s {
			t.Errorf("%s is %d, want %d: %v", row.name, at, s, err)
		}
	}
	for _, none := range []string{"a7", "j1", "m1", "l7", "f12", "a0", "g11"} {
		if s, err := b.ParseSquare(none); err == nil || !strings.Contains(err.Error(), "is not a cell") {
			t.Errorf("%s is %d, %v", none, s, err)
		}
	}
	named := map[string]bool{}
	for s := range Square(b.Files * b.Ranks) {
		if _, rank := b.Coordinates(s); rank > 0 {
			named[b.SquareName(s)] = true
		}
	}
	if len(named) != 91 {
		t.Errorf("%d cells have names, want 91", len(named))
	}
	for _, row := range []struct{ part, cells string }{
		{"rank 11", "f11"},
		{"ranks 10-11", "e10 f10 f11 g10"},
		{"file l", "l1 l2 l3 l4 l5 l6"},
		{"k6-l7", ""},
		{"k5-l6", "k5 k6 l5 l6"},
		{"file j", ""},
		{"rank 12", ""},
	} {
		squares, _ := b.Squares(row.part)
		var names []string
		for _, s := range squares {
			names = append(names, b.SquareName(s))
		}
		if got := sorted(names); got != sorted(strings.Fields(row.cells)) {
			t.Errorf("%s is %s, want %s", row.part, got, row.cells)
		}
	}
	for _, row := range []struct{ cell, reflected, mirrored string }{
		{"a1", "a6", "l1"}, {"f3", "f9", "f3"}, {"g4", "g7", "e4"}, {"l2", "l5", "a2"},
	} {
		s, _ := b.ParseSquare(row.cell)
		if up, over := b.SquareName(b.Reflected(s)), b.SquareName(b.Mirrored(s)); up != row.reflected || over != row.mirrored {
			t.Errorf("%s is reflected to %s and %s, want %s and %s", row.cell, up, over, row.reflected, row.mirrored)
		}
	}
}

func sorted(names []string) string {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return fmt.Sprint(set)
}

// TestCellsChecked rejects a board with unknown cells.
func TestCellsChecked(t *testing.T) {
	_, err := Embedded().Check("odd", []byte("id: odd\nextends: chess\nname: Odd\nboard: {files: 8, ranks: 8, cells: triangles}\n"))
	if err == nil || !strings.Contains(err.Error(), `board: unknown cells "triangles"; known: squares, hexagons`) {
		t.Errorf("%v", err)
	}
}
