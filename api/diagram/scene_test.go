package diagram

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode"
)

var csgLetters = map[rune]string{
	'p': "pawn", 'q': "completed-pawn", 'w': "wildcard", 'c': "copper", 's': "silver", 'g': "gold",
	'd': "copper-dragon", 't': "silver-dragon", 'h': "gold-dragon", 'j': "jumper", 'z': "cannon", 'k': "king",
}

// scene parses ranks from the last to the first, a letter or dot per square.
func scene(letters map[rune]string, ranks ...string) *Scene {
	s := &Scene{Title: "A position", Files: len(ranks[0]), Ranks: len(ranks)}
	for i := range ranks {
		for _, r := range ranks[len(ranks)-1-i] {
			if r == '.' {
				s.Pieces = append(s.Pieces, nil)
				continue
			}
			side, glyph := Second, letters[unicode.ToLower(r)]
			if unicode.IsUpper(r) {
				side = First
			}
			s.Pieces = append(s.Pieces, &Piece{Glyph: glyph, Letter: string(r), Name: glyph, Side: side})
		}
		s.RankLabels = append(s.RankLabels, fmt.Sprint(i+1))
	}
	for f := range s.Files {
		s.FileLabels = append(s.FileLabels, string(rune('a'+f)))
	}
	return s
}

// benches adds the two benches of CSG-2, wildcards in the first cells.
func benches(s *Scene, wildcards int) *Scene {
	for side, rows := range [2]string{"xyz", "vut"} {
		r := &s.Reserves[side]
		r.Name, r.Columns = [2]string{"Red", "Cyan"}[side], 9
		for i := range 27 {
			number := i/3 + 1
			if Side(side) == Second {
				number = 9 - i/3
			}
			cell := Cell{Label: fmt.Sprintf("%c%d", rows[i%3], number)}
			if i < wildcards {
				cell.Piece = &Piece{Glyph: "wildcard", Name: "wildcard", Side: Side(side)}
			}
			r.Cells = append(r.Cells, cell)
		}
	}
	return s
}

func csgStart() *Scene {
	return benches(scene(csgLetters,
		"jcsgkgscj", ".z..w..z.", "ppppppppp",
		".........", ".........", ".........",
		"PPPPPPPPP", ".Z..W..Z.", "JCSGKGSCJ"), 3)
}

func draw(t testing.TB, s *Scene) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestCheckReportsEveryError(t *testing.T) {
	piece := func(p Piece) *Piece { return &p }
	board := func(change func(*Scene)) *Scene {
		s := &Scene{Files: 3, Ranks: 3}
		change(s)
		return s
	}
	for _, tc := range []struct {
		name  string
		scene *Scene
		want  []string // one per error; none for a valid scene
	}{
		{"an empty board", board(func(*Scene) {}), nil},
		{"everything at its bound", board(func(s *Scene) {
			s.Pieces = make([]*Piece, 9)
			s.Pieces[8] = &Piece{Letter: "X", Side: Second}
			s.FileLabels, s.RankLabels = []string{"a", "b", "c"}, []string{"1", "2", "3"}
			s.Turn, s.River, s.SquareSize, s.LastMove = Nobody, 2, MaxSquareSize, []int{0, 8}
			s.Marks, s.Arrows = []Mark{{8, MarkFrame, ToneHint}}, []Arrow{{0, 8, ToneHint}}
			s.Zones = []Zone{{[]int{0, 8}, ZoneCross}, {}}
			s.Reserves[1] = Reserve{HasPocket: true, Pocket: &Piece{Glyph: "gold"}}
		}), nil},
		{"no board", &Scene{}, []string{"Files is 0; expected 1 to 64", "Ranks is 0; expected 1 to 64"}},
		{"too large", &Scene{Files: 65, Ranks: 99}, []string{"Files is 65", "Ranks is 99"}},
		{"labels", board(func(s *Scene) { s.FileLabels, s.RankLabels = make([]string, 2), make([]string, 4) }),
			[]string{"FileLabels has 2 entries; expected 3", "RankLabels has 4 entries; expected 3"}},
		{"pieces", board(func(s *Scene) { s.Pieces = make([]*Piece, 8) }), []string{"Pieces has 8 entries; expected 9"}},
		{"unknown glyph", board(func(s *Scene) {
			s.Pieces = make([]*Piece, 9)
			s.Pieces[4] = &Piece{Glyph: "mermaid", Letter: "U"}
		}), []string{`Pieces[4] has unknown glyph "mermaid"`}},
		{"nothing to draw", board(func(s *Scene) { s.Reserves[0].Cells = []Cell{{}, {Piece: &Piece{}}} }),
			[]string{"Reserves[0].Cells[1] has neither glyph nor letter"}},
		{"a third side", board(func(s *Scene) {
			s.Reserves[1].HasPocket, s.Reserves[1].Pocket = true, piece(Piece{Letter: "X", Side: 2})
		}),
			[]string{"Reserves[1].Pocket has side 2"}},
		{"a piece in a missing pocket", board(func(s *Scene) { s.Reserves[1].Pocket = piece(Piece{Letter: "X"}) }),
			[]string{"Reserves[1].Pocket is set without HasPocket"}},
		{"hand", board(func(s *Scene) { s.Reserves[0].Hand = []Stack{{Piece{Letter: "P"}, 0}} }),
			[]string{"Reserves[0].Hand[0] has count 0"}},
		{"too many cells", board(func(s *Scene) { s.Reserves[0].Cells = make([]Cell, maxCells+1) }),
			[]string{"Reserves[0].Cells is 257"}},
		{"columns", board(func(s *Scene) { s.Reserves[0].Columns = -1 }), []string{"Reserves[0].Columns is -1"}},
		{"size, turn and river", board(func(s *Scene) { s.SquareSize, s.Turn, s.River = 7, 2, 3 }),
			[]string{"SquareSize is 7; expected 8 to 400", "River is 3; expected 0 to 2", "Turn is 2; expected -1 to 1"}},
		{"squares", board(func(s *Scene) {
			s.LastMove, s.Zones = []int{0, 9}, []Zone{{}, {Squares: []int{-1}}}
			s.Marks, s.Arrows = []Mark{{Square: 9}}, []Arrow{{From: 0, To: 9}}
		}), []string{"Zones[1] has square -1, but the board has 9", "LastMove[1] has square 9", "Marks[0] has square", "Arrows[0] has square"}},
		{"styles", board(func(s *Scene) {
			s.Zones = []Zone{{Style: 3}}
			s.Marks, s.Arrows = []Mark{{Shape: 4, Tone: -1}}, []Arrow{{0, 1, 5}}
		}), []string{"Zones[0] has unknown style 3", "Marks[0] has unknown shape 4", "Marks[0] has unknown tone -1", "Arrows[0] has unknown tone 5"}},
		{"an arrow without length", board(func(s *Scene) { s.Arrows = []Arrow{{4, 4, ToneNote}} }),
			[]string{"Arrows[0] starts and ends on square 4"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var out bytes.Buffer
			err := Write(&out, tc.scene)
			if len(tc.want) == 0 {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil {
				t.Fatal("an invalid scene was drawn")
			}
			if out.Len() > 0 {
				t.Errorf("%d bytes written before the error", out.Len())
			}
			lines := strings.Split(err.Error(), "\n")
			if len(lines) != len(tc.want) {
				t.Fatalf("%d errors, want %d:\n%v", len(lines), len(tc.want), err)
			}
			for i, want := range tc.want {
				if !strings.HasPrefix(lines[i], "diagram: "+want) {
					t.Errorf("error %q, want %q", lines[i], want)
				}
			}
		})
	}
}
