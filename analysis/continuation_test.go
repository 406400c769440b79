package analysis_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/parser"
)

// TestContinue plays a move after lines in every notation.
func TestContinue(t *testing.T) {
	for _, row := range []struct {
		name, record string
		ply          int
		line, move   string
		instead      bool
		want         string
	}{
		{"no text", italian, 2, "", "Bishop f1 - c4", false, "Bc4"},
		{"no move", italian, 2, "Bc4", "", false, "Bc4"},
		{"SAN", italian, 2, "Bc4 Nf6", "Pawn d2 - d3", false, "Bc4 Nf6 d3"},
		{"SAN with numbers and words", italian, 2, "2. Bc4 {so} Nf6 (2... d6)", "Pawn d2 - d3", false, "2. Bc4 {so} Nf6 (2... d6) d3"},
		{"SAN on lines", italian, 2, "Bc4\nNf6\n", "Pawn d2 - d3", false, "Bc4\nNf6 d3"},
		{"instead of the ply", italian, 2, "c5", "Knight g1 - f3", true, "c5 Nf3"},
		{"whole words", italian, 2, "Bishop f1 - c4", "Knight g8 - f6", false, "Bishop f1 - c4 Knight g8 - f6"},
		{"whole words with numbers", italian, 2, "2. Bishop f1 - c4", "Knight g8 - f6", false, "2. Bishop f1 - c4\n2. Knight g8 - f6"},
		{"Game Courier", italian, 2, "2. B f1-c4", "Knight g8 - f6", false, "2. B f1-c4\n2. n g8-f6"},
		{"a capture to a bench cell", alloy, 2, "Pawn f4 - f5", "Pawn f6 x f5 Cyan Pawn v8", false, "Pawn f4 - f5 Pawn f6 x f5 Cyan Pawn v8"},
		{"KIF", static, 1, "８四歩(83)", "Pawn h3 - h4", false, "８四歩(83) ２六歩(27)"},
		{"KIF with numbers", static, 1, "2 ８四歩(83)", "Pawn h3 - h4", false, "2 ８四歩(83)\n3 ２六歩(27)"},
		{"USI", static, 1, "8c8d", "Pawn h3 - h4", false, "8c8d 2g2f"},
	} {
		t.Run(row.name, func(t *testing.T) {
			rec, g := proved(t, row.record)
			c, err := g.Continue(analysis.Annotation{Ply: row.ply}, analysis.TypedLine{Text: row.line, Instead: row.instead}, row.move, rec.Written())
			if err != nil {
				t.Fatal(err)
			}
			if c.Line.Text != row.want {
				t.Errorf("%q, want %q", c.Line.Text, row.want)
			}
			if last := c.Line.Plies[len(c.Line.Plies)-1].Move; row.move != "" && last != row.move {
				t.Errorf("ends with %q, want %q", last, row.move)
			}
		})
	}
}

// TestContinueAnyGame plays random lines in all variants, from an empty one and
// in every notation of the variant.
func TestContinueAnyGame(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	registry := variant.Embedded()
	book := analysis.NewRulebook(registry)
	for _, id := range fixtures.Games(registry.IDs()) {
		r, err := book.Rules(id, "")
		if err != nil {
			t.Fatal(err)
		}
		g := &analysis.Game{Rules: r}
		for _, format := range parser.Formats() {
			if _, ok := notation.ForFormat(format, r); !ok {
				continue
			}
			line, own := analysis.TypedLine{}, 0
			const plies = 8
			for n := range plies {
				at, err := g.Continue(analysis.Annotation{}, line, "", format)
				if err != nil {
					t.Fatalf("%s in %s: %v", id, format, err)
				}
				moves := at.Position.Moves(nil)
				if len(moves) == 0 {
					break
				}
				move := notation.Numbered{}.Format(at.Position, moves[random.IntN(len(moves))])
				longer, err := g.Continue(analysis.Annotation{}, line, move, format)
				if err != nil {
					t.Fatalf("%s in %s, %q and %q: %v", id, format, line.Text, move, err)
				}
				if got := longer.Line.Plies; len(got) != n+1 || got[n].Move != move || longer.Position.Ply() != n+1 {
					t.Fatalf("%s in %s: %q became %q", id, format, line.Text, longer.Line.Text)
				}
				if longer.Line.Format == format {
					own++
				}
				line = analysis.TypedLine{Text: longer.Line.Text}
			}
			t.Logf("%s in %s, %d of %d: %q", id, format, own, plies, line.Text)
		}
	}
}

// TestContinueRefuses expects errors for illegal lines and moves, which leave
// the line unchanged.
func TestContinueRefuses(t *testing.T) {
	rec, g := proved(t, italian)
	for _, row := range []struct {
		name       string
		at         analysis.Annotation
		line, move string
		instead    bool
		want       string
	}{
		{"a line that does not hold", analysis.Annotation{Ply: 2}, "Bc4 Nf3", "", false, "variation 1"},
		{"a move that does not hold", analysis.Annotation{Ply: 2}, "Bc4", "Pawn e4 - e5", false, "variation 1"},
		{"instead of the start", analysis.Annotation{}, "", "", true, "a ply from 1 on"},
		{"a ply behind the game", analysis.Annotation{Ply: 9}, "", "", false, "0 to 5"},
		{"a path that does not hold", analysis.Annotation{Ply: 2, Path: []string{"Bc9"}}, "", "", false, "path"},
		{"a path without end", analysis.Annotation{Ply: 2, Path: make([]string, analysis.MaxPath+1)}, "", "", false, "at most"},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, err := g.Continue(row.at, analysis.TypedLine{Text: row.line, Instead: row.instead}, row.move, rec.Written())
			var part *analysis.AnnotationError
			var line *analysis.LineError
			if !errors.As(err, &part) && !errors.As(err, &line) || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%v, want %q", err, row.want)
			}
			if c != nil && c.Line.Text != row.line {
				t.Errorf("the line became %q", c.Line.Text)
			}
		})
	}
}

// TestContinueOver plays no move after the end of a game.
func TestContinueOver(t *testing.T) {
	rec, g := proved(t, "[Result \"*\"]\n\n1. e4 e5 2. Bc4 Nc6 *\n")
	c, err := g.Continue(analysis.Annotation{Ply: 4}, analysis.TypedLine{Text: "Qh5 Nf6 Qxf7#"}, "", rec.Written())
	if err != nil {
		t.Fatal(err)
	}
	if o, over := c.Position.Outcome(); !over || o.Termination != "checkmate" {
		t.Errorf("outcome %+v", o)
	}
	if _, err := g.Continue(analysis.Annotation{Ply: 4}, c.Line, "King e8 x f7", rec.Written()); err == nil {
		t.Error("a move is played after mate")
	}
}

// FuzzContinue types any text and plays a legal move after it. A line without
// comments accepts it and keeps its plies.
func FuzzContinue(f *testing.F) {
	for _, text := range []string{"", "Bc4 Nf6", "♗c4, ♞f6", "Bishop f1 - c4; Knight g8 - f6", "Pawn f4 - f5 Pawn f6 x f5 Cyan Pawn v8", "８四歩(83)", "△８四歩▲同　飛", "8c8d", "2. Bc4 {so} (2. d4)", "-- Nf6"} {
		for which := range uint8(3) {
			f.Add(text, which, false, uint8(7))
		}
	}
	var games []*analysis.Game
	var formats []parser.Format
	for _, record := range []string{italian, static, alloy} {
		rec, g := proved(f, record)
		games, formats = append(games, g), append(formats, rec.Written())
	}
	f.Fuzz(func(t *testing.T, text string, which uint8, instead bool, pick uint8) {
		g, format := games[int(which)%3], formats[int(which)%3]
		at, line := analysis.Annotation{Ply: 2}, analysis.TypedLine{Text: text, Instead: instead}
		c, err := g.Continue(at, line, "", format)
		var part *analysis.AnnotationError
		var bad *analysis.LineError
		if err != nil {
			if !errors.As(err, &part) && !errors.As(err, &bad) {
				t.Fatal(err)
			}
			return
		}
		moves := c.Position.Moves(nil)
		if _, over := c.Position.Outcome(); over || len(moves) == 0 {
			return
		}
		move := notation.Numbered{}.Format(c.Position, moves[int(pick)%len(moves)])
		longer, err := g.Continue(at, line, move, format)
		wordless := !slices.ContainsFunc(c.Line.Plies, func(ply analysis.LinePly) bool {
			return len(ply.Before)+len(ply.Comments)+len(ply.NAGs)+len(ply.Lines) > 0
		})
		switch {
		case err != nil && (wordless && len(c.Line.Plies) < 100 || !errors.As(err, &part)):
			t.Fatalf("%q and %q: %v", text, move, err)
		case err != nil:
		case len(longer.Line.Plies) != len(c.Line.Plies)+1 || longer.Line.Plies[len(c.Line.Plies)].Move != move || longer.Line.Instead != instead:
			t.Fatalf("%q and %q: %q", text, move, longer.Line.Text)
		}
	})
}
