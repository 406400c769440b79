package puzzles

import (
	"slices"
	"strings"
	"testing"

	"assay/analysis/puzzle"
	"assay/fixtures/games"
)

// TestThemes finds the themes of solutions by queries, for both sides.
func TestThemes(t *testing.T) {
	themes, err := ReadThemes(strings.NewReader("rookLift: move(solver rook)\nknightFar: solver knight on f6\n" +
		"deep: move(solver queen) then move(solver knight) within 2\ncheck: \nplayer: player:tal\nlater: unplayed(solver any mates)\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ name, variant, position, moves, want string }{
		{"back rank", "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", "rookLift"},
		{"the other side", "chess", "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1", "rookLift"},
		{"smothered", "chess", "r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", "b3g8 a8g8 h6f7", "deep"},
		{"double check", "chess", "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4f6", "doubleCheck knightFar"},
		{"promotion", "chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "promotion"},
		{"a capture of the opponent", "chess", "k7/8/1K6/8/8/8/p7/1N5R w - - 0 1", "b1c3 a2a1q h1a1", "capture rookLift"},
		{"drop", "shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", "G@e8", "drop"},
		{"royal", "chess", "8/8/8/8/8/2k5/2p5/2K5 b - - 0 1", "c3b3", "royalMove"},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := games.Position(t, row.variant, row.position)
			moves, err := play(p, strings.Fields(row.moves))
			if err != nil {
				t.Fatal(err)
			}
			z := &puzzle.Puzzle{Position: p, Moves: moves, Themes: []string{"mate"}}
			if err := (&themer{themes: themes}).add(z); err != nil {
				t.Fatal(err)
			}
			if want := append(strings.Fields(row.want), "mate"); !slices.Equal(z.Themes, slices.Sorted(slices.Values(want))) {
				t.Errorf("%v, want %v", z.Themes, want)
			}
		})
	}
}

// TestReadThemes reads valid and invalid files.
func TestReadThemes(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"", ""},
		{"# none\n", ""},
		{"fork: \n", ""},
		{"a: check\nb: opponent queen on rank 1\n", ""},
		{"a b: check\n", "names of up to 40 letters"},
		{"a: [check]\n", "a name and a query per line"},
		{"- check\n", "a name and a query per line"},
		{"a: check and\n", "a query: "},
		{strings.Repeat("#", maxThemes+1), "bytes of a file of themes"},
	} {
		_, err := ReadThemes(strings.NewReader(row.text))
		if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%.40q: %v, want %q", row.text, err, row.want)
		}
	}
}

// FuzzReadThemes reads any text without a panic, and only valid names.
func FuzzReadThemes(f *testing.F) {
	f.Add("a: check\n")
	f.Add("a: solver rook on e4 then mate within 3\nb:\n")
	f.Fuzz(func(t *testing.T, text string) {
		themes, err := ReadThemes(strings.NewReader(text))
		for name := range themes {
			if err != nil || !themeName.MatchString(name) {
				t.Errorf("%q, %v", name, err)
			}
		}
	})
}
