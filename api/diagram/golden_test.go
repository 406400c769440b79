package diagram

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"
	"testing"

	"assay/fixtures"
)

// drawn shortens a drawing for a golden file: long path data, as in figures and
// characters, become a hash.
func drawn(doc string) string {
	doc = longData.ReplaceAllStringFunc(doc, func(data string) string { return ` d="` + short(data) + `"` })
	return strings.ReplaceAll(doc, "><", ">\n<")
}

var longData = regexp.MustCompile(` d="[^"]{240,}"`)

func short(text string) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return fmt.Sprintf("%08x", h.Sum32())
}

// hexes returns a board of seven cells in a box of three by three, with pieces.
func hexes() *Scene {
	s := scene(csgLetters, "..k", ".P.", "D..")
	s.Style, s.Names = StyleHexagons, []string{"a1", "b1", "", "a2", "b2", "c1", "", "b3", "c2"}
	s.Pieces = []*Piece{s.Pieces[0], nil, nil, nil, s.Pieces[4], nil, nil, nil, s.Pieces[8]}
	s.Zones = []Zone{{[]int{0, 1, 3}, ZoneLine}, {[]int{4, 5}, ZoneTint}}
	s.Marks = []Mark{{4, MarkFrame, ToneDoubt}, {8, MarkDot, ToneAside}}
	s.Arrows = []Arrow{{0, 8, ToneBad}}
	s.LastMove = []int{1, 4}
	return s
}

// points returns a board of points with a river, palaces and marked points.
func points() *Scene {
	s := scene(map[rune]string{'k': "general", 'c': "cannon", 'p': "soldier", 'a': "advisor"}, "ak..", "....", ".cp.", ".P.C", "....", "KA..")
	s.Style, s.River, s.Coordinates, s.Set = StylePoints, 3, CoordinatesXiangqi, Xiangqi
	s.Zones = []Zone{{[]int{0, 1, 4, 5}, ZoneCross}, {[]int{18, 19, 22, 23}, ZoneTint}}
	s.Stars = []int{9, 12, 15}
	s.LastMove = []int{3}
	for _, p := range s.Pieces {
		if p != nil {
			p.Set = Xiangqi
		}
	}
	return s
}

// TestGoldenScenes draws boards of all styles, both ways up.
func TestGoldenScenes(t *testing.T) {
	var b strings.Builder
	shogi := func() *Scene {
		s := scene(map[rune]string{'p': "pawn", 'g': "gold", 'k': "king"}, "kg.", "p.P", ".GK")
		s.Style, s.Coordinates, s.Stars, s.Turn, s.SquareSize = StyleSquares, CoordinatesShogi, []int{4}, First, 60
		for i, p := range s.Pieces {
			if p != nil {
				p.Set, p.Promoted = []Set{Kanji, KanjiOne}[i%2], i%3 == 0
			}
		}
		s.Reserves[First] = Reserve{Name: "Sente", Hand: []Stack{{Piece{Glyph: "pawn", Set: Kanji}, 2}, {Piece{Glyph: "gold", Set: Kanji}, 1}}, Room: 4}
		s.Reserves[Second] = Reserve{Name: "Gote", Room: 2}
		return s
	}
	edges := func() *Scene {
		s := scene(csgLetters, "k.", ".K")
		s.EdgeFiles, s.EdgeRanks, s.Zones = []string{"2", "1"}, []string{"b", "a"}, []Zone{{[]int{0, 2}, ZoneCross}}
		s.Colours[First], s.Colours[Second] = colour("#2e7d32"), colour("#ffc0cb")
		s.Set, s.Turn = Figures, Nobody
		s.Pieces[1] = &Piece{Side: Nobody, Name: "wall"}
		s.Reserves[First] = Reserve{Name: "Green", HasPocket: true}
		return s
	}
	for _, row := range []struct {
		name string
		make func() *Scene
	}{{"small", small}, {"hexagons", hexes}, {"points", points}, {"shogi", shogi}, {"edges", edges}} {
		for _, flip := range []bool{false, true} {
			s := row.make()
			s.Flip = flip
			fmt.Fprintf(&b, "# %s, flipped %v\n%s", row.name, flip, drawn(draw(t, s)))
			l, err := Measure(s)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%.2f by %.2f, cell %q\n", l.Width, l.Height, l.Cell())
			for place := range s.Places() + 1 {
				piece, count := s.At(place)
				fmt.Fprintf(&b, " %v %v %.1f %.1f %v", piece != nil, count, l.Place(place), l.Placement(place), s.has(place))
				if place < s.Files*s.Ranks {
					fmt.Fprintf(&b, " %s", s.SquareName(place))
				}
			}
			fmt.Fprintln(&b)
			if !flip {
				var empty bytes.Buffer
				if err := WriteEmptyBoard(&empty, s); err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&b, "empty %s\n", short(empty.String()))
			}
			sheet := NewSheet("s")
			board, err := sheet.Board(s)
			if err != nil {
				t.Fatal(err)
			}
			numbers := []int{}
			for _, p := range s.Pieces {
				n, err := sheet.Piece(p)
				if err != nil {
					t.Fatal(err)
				}
				numbers = append(numbers, n)
			}
			fmt.Fprintf(&b, "sheet %s %v %d %s\n", board.ID, numbers, len(sheet.Pieces()), short(sheet.Symbols()))
		}
	}
	fixtures.Golden(t, *update, "testdata/scenes.golden", b.String())
}

// TestGoldenPieces prints a hash of each glyph in each set, and some drawings
// in full.
func TestGoldenPieces(t *testing.T) {
	var b strings.Builder
	for _, set := range Sets() {
		fmt.Fprintf(&b, "# %s: %s\n", set, set.Says())
		for i, glyph := range Glyphs() {
			fmt.Fprintf(&b, "%s %v %s:", glyph, set.Has(glyph), set.forKey(glyph))
			for side := First; side <= Second; side++ {
				p := &Piece{Glyph: glyph, Letter: "X", Name: glyph, Side: side, Set: set, Promoted: i%2 == int(side)}
				if i%5 == 0 {
					p.Colour = colour([]string{"#2e7d32", "#fdf1d8"}[side])
				}
				var out bytes.Buffer
				if err := WritePiece(&out, p, 40); err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&b, " %s", short(out.String()))
				out.Reset()
				if err := WriteSymbol(&out, p, true); err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&b, " %s", short(out.String()))
				if glyph == "king" {
					fmt.Fprintf(&b, "\n%s", drawn(out.String()))
				}
			}
			fmt.Fprintln(&b)
		}
	}
	for _, text := range []string{"", "A", "AB", "ABCDEFGHIJ", "将"} {
		for _, set := range []Set{Letters, Figures, ""} {
			var out bytes.Buffer
			err := WritePiece(&out, &Piece{Letter: text, Set: set}, 40)
			fmt.Fprintf(&b, "%q %q: %v %s\n", text, set, err, drawn(out.String()))
		}
	}
	fixtures.Golden(t, *update, "testdata/pieces.golden", b.String())
}

// TestGoldenFaults prints the errors of scenes at and beyond each bound.
func TestGoldenFaults(t *testing.T) {
	var b strings.Builder
	for i, change := range []func(*Scene){
		func(s *Scene) { s.Files = maxSide }, func(s *Scene) { s.Files = maxSide + 1 }, func(s *Scene) { s.Files = 0 }, func(s *Scene) { s.Ranks = 0 }, func(s *Scene) { s.Ranks = maxSide + 1 },
		func(s *Scene) { s.SquareSize = MinSquareSize }, func(s *Scene) { s.SquareSize = MinSquareSize - 1 }, func(s *Scene) { s.SquareSize = MaxSquareSize + 1 },
		func(s *Scene) { s.River = s.Ranks - 1 }, func(s *Scene) { s.River = s.Ranks }, func(s *Scene) { s.River = -1 }, func(s *Scene) { s.Style = StyleHexagons + 1 }, func(s *Scene) { s.Coordinates = CoordinatesXiangqi + 1 },
		func(s *Scene) { s.Set = "no" }, func(s *Scene) { s.Turn = Second + 1 }, func(s *Scene) { s.Turn = Nobody - 1 }, func(s *Scene) { s.Stars = []int{8, 9, -1} }, func(s *Scene) { s.LastMove = []int{9, 0} },
		func(s *Scene) { s.Zones = []Zone{{[]int{9}, ZoneCross}, {nil, ZoneCross + 1}} },
		func(s *Scene) { s.Marks = []Mark{{-1, MarkFrame, ToneDoubt}, {0, MarkFrame + 1, ToneDoubt + 1}} },
		func(s *Scene) { s.Arrows = []Arrow{{0, 0, ToneDoubt + 1}, {0, 99, 0}} },
		func(s *Scene) { s.FileLabels = s.FileLabels[:2] }, func(s *Scene) { s.RankLabels = nil }, func(s *Scene) { s.Names = []string{"a"} }, func(s *Scene) { s.Pieces = s.Pieces[:8] }, func(s *Scene) { s.Pieces = nil },
		func(s *Scene) { s.Reserves[0].Columns = maxCells }, func(s *Scene) { s.Reserves[0].Columns = maxCells + 1 }, func(s *Scene) { s.Reserves[1].Columns = -1 },
		func(s *Scene) { s.Reserves[0].Room = maxCells }, func(s *Scene) { s.Reserves[0].Room = maxCells + 1 }, func(s *Scene) { s.Reserves[0].Room = -1 },
		func(s *Scene) { s.Reserves[0].Cells = make([]Cell, maxCells) }, func(s *Scene) { s.Reserves[0].Cells = make([]Cell, maxCells+1) },
		func(s *Scene) { s.Reserves[0].Hand = make([]Stack, maxCells+1) }, func(s *Scene) { s.Reserves[0].Hand = []Stack{{Piece{Glyph: "pawn"}, 0}} },
		func(s *Scene) { s.Reserves[0].Pocket = &Piece{Glyph: "pawn"} }, func(s *Scene) { s.Reserves[0].Cells = []Cell{{"a", &Piece{Glyph: "none"}}} },
		func(s *Scene) { s.Pieces[0] = &Piece{} }, func(s *Scene) { s.Pieces[0] = &Piece{Side: 3} }, func(s *Scene) { s.Pieces[0] = &Piece{Side: Nobody} }, func(s *Scene) { s.Pieces[0] = &Piece{Set: "no", Letter: "A"} },
		func(s *Scene) { s.Pieces[0] = &Piece{Set: Letters, Glyph: "pawn"} }, func(s *Scene) { s.Pieces[0] = &Piece{Set: Letters, Letter: "P"} }, func(s *Scene) { s.Marks = []Mark{{s.PocketPlace(First), MarkDot, 0}} },
	} {
		s := small()
		s.Marks, s.Arrows = nil, nil
		change(s)
		l, err := Measure(s)
		fmt.Fprintf(&b, "%d: %v", i, err)
		if l != nil {
			fmt.Fprintf(&b, " %.1f by %.1f", l.Width, l.Height)
		}
		fmt.Fprintln(&b)
	}
	for _, data := range []string{
		"", "M", "M0", "M0 0", "m1 1 2 2", "M0 0L", "L1 1", "M0 0Z1", "M0 0z", "M1e4 0", "M16384 0", "M16385 0", "M-16384 0", "M-16385 0", "M9000 0l9000 0", "M0 0X", "M0 0Q1 1 2 2", "M.5.5", "M1-1", "M1,,1", "M0 0A1 1 9 0 0 1 1", "M0 0A1 2 0 0 1 3 4",
		"M0 0a5 5 0 1 1 3 4", "M0 0A0 2 0 0 1 3 4", "M0 0A1 1 0 0 1 0 0", "M0 0A-1 -2 0 1 0 9 4", "M0 0h5v5H0V0z", "M0 0c1 2 3 4 5 6C1 2 3 4 5 6", "M1 1h2zl3 3", "M0 0L1 1 2 2 3 3", "M+1 +1", "M1e1 1e-1", "M1e 1", "M 1 \t2\n", "M0 0A1 1 0 2 0 1 1", "M0 0A20 10 0 0 0 9 9", "m-1-1m-1-1",
	} {
		p, err := ParsePath(data)
		if err != nil {
			fmt.Fprintln(&b, err)
			continue
		}
		fmt.Fprintf(&b, "%q: %s", data, p)
		for _, step := range p.Steps {
			fmt.Fprintf(&b, " %c%.3f", step.Op, step.P)
		}
		fmt.Fprintln(&b)
	}
	for _, hex := range []string{"#2e7d32", "#2e7d3", "2e7d32#", "#2E7D32", "#2e7d3g", "#000000", "#ffffff"} {
		c, err := ParseColour(hex)
		fmt.Fprintf(&b, "%v %v", c, err)
		if err == nil {
			fmt.Fprintf(&b, " %.6f %v %v %v", c.luminance(), c.mixed(0.3), c.mixed(-0.3), c.deepened(4.6))
		}
		fmt.Fprintln(&b)
	}
	for n := range 20 {
		fmt.Fprintf(&b, " %s", numeral(n))
	}
	fmt.Fprintln(&b, drawable(""), drawable("楚"), drawable("楚x"))
	for rings := range 3 {
		w, h := Comb(20).Span(rings)
		fmt.Fprintf(&b, " %.4f %.4f", w, h)
	}
	fmt.Fprintln(&b, Comb(20).Outline())
	scenes := []*Scene{small(), small(), small()}
	scenes[1].Reserves[First].Hand = make([]Stack, 5)
	scenes[2].Reserves[Second].Room = 3
	KeepRoom(scenes)
	for _, s := range scenes {
		fmt.Fprintln(&b, s.Reserves[First].Room, s.Reserves[Second].Room, s.Places())
	}
	fixtures.Golden(t, *update, "testdata/faults.golden", b.String())
}
