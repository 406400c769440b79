package diagram

import "testing"

func TestSquares(t *testing.T) {
	for _, tc := range []struct {
		square int
		flip   bool
		x, y   float64 // in squares from the board's top left corner
	}{
		{0, false, 0, 9}, {8, false, 8, 9}, {81, false, 0, 0}, {89, false, 8, 0}, {10, false, 1, 8},
		{0, true, 8, 0}, {8, true, 0, 0}, {81, true, 8, 9}, {89, true, 0, 9}, {10, true, 7, 1},
	} {
		l, err := Measure(&Scene{Files: 9, Ranks: 10, Flip: tc.flip})
		if err != nil {
			t.Fatal(err)
		}
		r := l.Square(tc.square)
		if x, y := (r.X-l.Board.X)/Unit, (r.Y-l.Board.Y)/Unit; x != tc.x || y != tc.y || r.W != Unit || r.H != Unit {
			t.Errorf("square %d, flip %v: at %g %g (%g by %g), want %g %g", tc.square, tc.flip, x, y, r.W, r.H, tc.x, tc.y)
		}
	}
}

// TestBenchCells: every cell lies above or below its own file, in the row of
// its letter (CSG-2), whichever way up.
func TestBenchCells(t *testing.T) {
	for _, flip := range []bool{false, true} {
		s := csgStart()
		s.Flip = flip
		l, err := Measure(s)
		if err != nil {
			t.Fatal(err)
		}
		for side, rows := range [2]string{"xyz", "vut"} {
			for i, cell := range s.Reserves[side].Cells {
				r := l.Reserve(Side(side)).Cells[i]
				file := l.Square(int(cell.Label[1] - '1'))
				if r.X != file.X || r.W != file.W {
					t.Errorf("flip %v: %s spans %g+%g, its file %g+%g", flip, cell.Label, r.X, r.W, file.X, file.W)
				}
				row := 0
				for rows[row] != cell.Label[0] {
					row++
				}
				y := l.Board.Y + l.Board.H + margin + float64(row*cellHeight)
				if (Side(side) == Second) != flip {
					y = l.Board.Y - margin - float64((row+1)*cellHeight)
				}
				if r.Y != y || r.H != cellHeight {
					t.Errorf("flip %v: %s at y %g, want %g", flip, cell.Label, r.Y, y)
				}
			}
		}
	}
}

// TestCellNames: a piece on the bench leaves space for its cell's name.
func TestCellNames(t *testing.T) {
	const wide, tile = 0.64, 17.2 // of a letter u in DejaVu Sans; half a tile with its edge
	s := csgStart()
	l, err := Measure(s)
	if err != nil {
		t.Fatal(err)
	}
	room, at := l.Place(s.CellPlace(Second, 0)), l.Placement(s.CellPlace(Second, 0))
	left, right := at.X-at.Scale*tile-room.X, room.X+room.W-at.X-at.Scale*tile
	if ends := 1 + 2*wide*cellName; left < ends+1 || right < 1 {
		t.Errorf("from %g on, %g from the edge; the name ends at %g", left, right, ends)
	}
}

func TestRowMajorCells(t *testing.T) {
	s := &Scene{Files: 9, Ranks: 9}
	s.Reserves[First] = Reserve{Columns: 9, RowMajor: true, Cells: make([]Cell, 12)}
	l, err := Measure(s)
	if err != nil {
		t.Fatal(err)
	}
	cells := l.Reserve(First).Cells
	if cells[1].X != cells[0].X+Unit || cells[1].Y != cells[0].Y {
		t.Errorf("second cell at %v, first at %v", cells[1], cells[0])
	}
	if cells[9].X != cells[0].X || cells[9].Y != cells[0].Y+cellHeight {
		t.Errorf("tenth cell at %v, first at %v", cells[9], cells[0])
	}
}

// TestNothingOverlaps: the parts of any layout lie inside the picture and do
// not overlap.
func TestNothingOverlaps(t *testing.T) {
	full := func(name string, cells, hand int, pocket bool) Reserve {
		r := Reserve{Name: name, Columns: 9, HasPocket: pocket, Cells: make([]Cell, cells)}
		for range hand {
			r.Hand = append(r.Hand, Stack{Piece{Glyph: "pawn"}, 1})
		}
		return r
	}
	for name, reserves := range map[string][2]Reserve{
		"none":   {},
		"names":  {full("Red", 0, 0, false), full("Cyan", 0, 0, false)},
		"bench":  {full("Red", 27, 0, false), full("", 5, 0, false)},
		"hands":  {full("", 0, 7, true), full("White", 0, 19, true)},
		"all":    {full("A", 27, 9, true), full("B", 27, 3, true)},
		"pocket": {full("", 0, 0, true), {}},
	} {
		for _, flip := range []bool{false, true} {
			l, err := Measure(&Scene{Files: 9, Ranks: 9, Reserves: reserves, Flip: flip})
			if err != nil {
				t.Fatal(err)
			}
			parts := []Rect{l.Board}
			for _, side := range []Side{First, Second} {
				r := l.Reserve(side)
				parts = append(append(append(parts, r.Caption, r.Pocket), r.Cells...), r.Hand...)
			}
			for i, a := range parts {
				if a.X < 0 || a.Y < 0 || a.X+a.W > l.Width || a.Y+a.H > l.Height {
					t.Errorf("%s, flip %v: %v leaves the picture %g by %g", name, flip, a, l.Width, l.Height)
				}
				for _, b := range parts[:i] {
					if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
						t.Errorf("%s, flip %v: %v overlaps %v", name, flip, a, b)
					}
				}
			}
		}
	}
}

func TestMeasureRefuses(t *testing.T) {
	if _, err := Measure(&Scene{Files: 9}); err == nil {
		t.Error("a board without ranks was measured")
	}
}

// TestEmptyHandKeepsItsRoom: all pictures of a game have the same size.
func TestEmptyHandKeepsItsRoom(t *testing.T) {
	height := func(hand []Stack) float64 {
		s := &Scene{Files: 9, Ranks: 9}
		s.Reserves[First].Hand = hand
		l, err := Measure(s)
		if err != nil {
			t.Fatal(err)
		}
		return l.Height
	}
	one := height([]Stack{{Piece{Glyph: "pawn"}, 1}})
	if empty := height([]Stack{}); empty != one {
		t.Errorf("empty hand %g high, one piece %g", empty, one)
	}
	if none := height(nil); none >= one {
		t.Errorf("no hand %g high, one piece %g", none, one)
	}
}
