package diagram

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// hexagonal returns a board of nineteen hexagons, a1 to c5 of five files.
func hexagonal() *Scene {
	s := &Scene{
		Files: 5, Ranks: 5, Style: StyleHexagons, Turn: Nobody,
		FileLabels: []string{"a", "b", "c", "d", "e"}, RankLabels: []string{"1", "2", "3", "4", "5"},
		Names: make([]string, 25),
	}
	for file := range 5 {
		low, n := max(0, file-2), 5-max(file-2, 2-file)
		for rank := range n {
			s.Names[(low+rank)*5+file] = s.FileLabels[file] + s.RankLabels[rank]
		}
	}
	return s
}

// TestHexagonLayout: cells do not overlap, lie inside the board, and keep their
// places about the centre on a turned board.
func TestHexagonLayout(t *testing.T) {
	s := hexagonal()
	l, err := Measure(s)
	if err != nil {
		t.Fatal(err)
	}
	s.Flip = true
	turned, err := Measure(s)
	if err != nil {
		t.Fatal(err)
	}
	for a, name := range s.Names {
		if name == "" {
			if l.Square(a) != (Rect{}) || l.Placement(a) != (Placement{}) {
				t.Errorf("hole %d lies at %v", a, l.Square(a))
			}
			continue
		}
		x, y := l.Square(a).Center()
		if x-hexWidth/2 < l.Board.X-.01 || x+hexWidth/2 > l.Board.X+l.Board.W+.01 || y-Unit/2 < l.Board.Y-.01 || y+Unit/2 > l.Board.Y+l.Board.H+.01 {
			t.Errorf("%s lies at %.1f %.1f, out of %v", name, x, y, l.Board)
		}
		cx, cy := l.Board.Center()
		if tx, ty := turned.Square(a).Center(); math.Hypot(tx-2*cx+x, ty-2*cy+y) > .01 {
			t.Errorf("%s lies at %.1f %.1f, turned at %.1f %.1f", name, x, y, tx, ty)
		}
		near := 0
		for b, other := range s.Names {
			if other == "" || a == b {
				continue
			}
			ox, oy := l.Square(b).Center()
			d := math.Hypot(ox-x, oy-y)
			if d < Unit-.01 {
				t.Errorf("%s and %s overlap", name, other)
			}
			step := [2]int{b%5 - a%5, b/5 - a/5}
			if beside := slices.Contains(hexNeighbours[:], step); beside != (d < Unit+.01) {
				t.Errorf("%s and %s are %.1f apart", name, other, d)
			} else if beside {
				near++
			}
		}
		if want := map[string]int{"c3": 6, "a1": 3, "b1": 4}[name]; want > 0 && near != want {
			t.Errorf("%s is beside %d cells, want %d", name, near, want)
		}
	}
}

// TestHexagonPicture: each cell is drawn once, neighbours have different tones,
// each file has one label, and each rank one at both ends.
func TestHexagonPicture(t *testing.T) {
	for _, flip := range []bool{false, true} {
		s := hexagonal()
		s.Flip = flip
		s.LastMove = []int{0, 6}
		s.Marks = []Mark{{Square: 12, Shape: MarkFrame}}
		var out strings.Builder
		if err := Write(&out, s); err != nil {
			t.Fatal(err)
		}
		cells := 0
		for _, tone := range []Colour{colourLight, colourDark, colourMiddle} {
			_, path, found := strings.Cut(out.String(), fmt.Sprintf(`<path fill="%s" d="`, tone))
			if !found {
				t.Fatalf("no cells of %v", tone)
			}
			path, _, _ = strings.Cut(path, `"`)
			cells += strings.Count(path, "M")
		}
		if cells != 19 {
			t.Errorf("%d cells are drawn, want 19", cells)
		}
		labels, err := texts(out.String(), "text")
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(labels)
		if got := strings.Join(labels, ""); got != "1122334455abcde" {
			t.Errorf("labels %s", got)
		}
		if strings.Contains(out.String(), "h40v40h-40") {
			t.Error("a square is drawn")
		}
	}
	s := hexagonal()
	for a := range s.Names {
		for _, step := range hexNeighbours {
			file, rank := a%5+step[0], a/5+step[1]
			if file >= 0 && rank >= 0 && file < 5 && rank < 5 && s.tone(rank*5+file) == s.tone(a) {
				t.Errorf("%d and its neighbour %v have one tone", a, step)
			}
		}
	}
}
