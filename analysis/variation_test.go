package analysis_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/fixtures"
	"assay/parser"
)

// shortWarnings formats each warning of a report by ply, place and rule ID.
func shortWarnings(g *analysis.Game) []string {
	out := []string{}
	for _, w := range g.Report.Warnings {
		out = append(out, fmt.Sprintf("%d %d:%d %s", w.Ply, w.Line, w.Column, w.Rule))
	}
	return out
}

// TestVariations verifies variations: an illegal one is a warning with its
// place, and the main line is unaffected.
func TestVariations(t *testing.T) {
	for _, row := range []struct {
		name, text string
		verdict    string
		plies      int
		warnings   []string
	}{
		{"legal", "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 *", analysis.Legal, 3, nil},
		{"illegal", "1. e4 e5 (1... c5 2. Ke3) 2. Nf3 *", analysis.Legal, 3, []string{"3 1:22 W-0"}},
		{"illegal in a nested line", "1. e4 e5 (1... c5 2. Nf3 (2. Qh6) 2... Ra3) 2. Nf3 *", analysis.Legal, 3, []string{"3 1:30 W-0", "4 1:40 W-0"}},
		{"a null move in each spelling", "1. e4 e5 (1... -- 2. d4) (1... Z0 2. d4) (1... null) (1... <> 2. d4 Nf6) (1... pass 2. d4 @@@@ 3. d5) 2. Nf3 *", analysis.Legal, 3, nil},
		{"a null move with a glyph", "1. e4 e5 (1... --?! 2. d4) (1... <>! 2. d4) 2. Nf3 *", analysis.Legal, 3, nil},
		{"null moves in a row", "1. e4 e5 (1... -- 2. -- -- 3. d4) *", analysis.Legal, 2, nil},
		{"a null move in check", "1. e4 f6 2. Qh5+ g6 (2... -- 3. Qxe8) *", analysis.Legal, 4, []string{"4 1:27 G-4"}},
		{"a null move after mate", "1. f3 e5 2. g4 Qh4# (2... Qh4# 3. --) *", analysis.Legal, 4, []string{"5 1:35 G-3"}},
		{"a null move that ends a capture en passant", "1. e4 a6 2. e5 d5 3. exd6 (3. -- -- 4. exd6) *", analysis.Legal, 5, []string{"7 1:40 W-5"}},
		{"a null move of the main line", "1. e4 -- 2. d4 *", analysis.Illegal, 1, nil},
		{"by files in xiangqi", "[Variant \"xiangqi\"]\n\n1. C2.5 H8+7 (1... -- 2. H2+3) *", analysis.Legal, 2, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, g := proved(t, row.text)
			if got := shortWarnings(g); g.Report.Verdict != row.verdict || g.Report.Plies != row.plies || !slices.Equal(got, append([]string{}, row.warnings...)) {
				t.Errorf("%s, %d plies, %q; want %s, %d, %q; %v", g.Report.Verdict, g.Report.Plies, got, row.verdict, row.plies, row.warnings, g.Report.Warnings)
			}
		})
	}
}

// TestNullMovesOfFiles verifies real games with null moves in variations.
func TestNullMovesOfFiles(t *testing.T) {
	data, err := os.ReadFile(fixtures.Shared(t, "data/chess/annotated/great_masters.pgn")[0])
	if err != nil {
		t.Fatal(err)
	}
	v := analysis.NewVerifier(book)
	nulls := 0
	for in := parser.NewReader(strings.NewReader(string(data)), parser.Options{}); ; {
		rec, err := in.Next()
		if err != nil {
			break
		}
		for lines := []parser.Line{rec.Moves}; len(lines) > 0; {
			line := lines[len(lines)-1]
			lines = lines[:len(lines)-1]
			for i := range line {
				if line[i].Text == "--" || line[i].Text == "Z0" {
					nulls++
				}
				lines = append(lines, line[i].Notes().Variations...)
			}
		}
		for _, w := range v.Verify(rec, analysis.Settings{}).Report.Warnings {
			if w.Rule == "G-4" {
				t.Errorf("game %d: %+v", rec.Game, w)
			}
		}
	}
	if nulls == 0 {
		t.Error("no null move was met")
	}
	t.Logf("%d null moves", nulls)
}
