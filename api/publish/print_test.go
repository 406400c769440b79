package publish

import (
	"regexp"
	"strings"
	"testing"

	"assay/api/diagram"
)

// TestPrintedStart prints a diagram of the starting position once, whether or
// not it is selected.
func TestPrintedStart(t *testing.T) {
	for _, row := range []struct {
		name     string
		pictured bool
		class    string
	}{
		{"not selected", false, `<figure class="printed">`},
		{"selected", true, "<figure>"},
	} {
		g := game()
		g.Start.Pictured = row.pictured
		page := pageOf(t, g)
		if n := strings.Count(page, "<figcaption>Starting position</figcaption>"); n != 1 {
			t.Errorf("%s: %d diagrams of the start", row.name, n)
		}
		figure := page[:strings.Index(page, "<figcaption>Starting position")]
		if figure = figure[strings.LastIndex(figure, "<figure"):]; !strings.HasPrefix(figure, row.class) {
			t.Errorf("%s: %.60s", row.name, figure)
		}
	}
	if page := pageOf(t, &Game{Title: "without a board", Moves: Line{{Text: "e4"}}}); strings.Contains(page, "<figure") {
		t.Error("a game without positions has a diagram")
	}
}

// TestLegend names the pieces of printed positions, unless all are drawn as the
// pieces of chess.
func TestLegend(t *testing.T) {
	red := func(p diagram.Piece) *diagram.Piece { return &p }
	for _, row := range []struct {
		name  string
		start *diagram.Piece
		later *diagram.Piece // in a selected position
		other *diagram.Piece // in a position that is not selected
		want  string
	}{
		{"chess", red(diagram.Piece{Glyph: "rook", Name: "Red Rook"}), nil, nil, ""},
		{"letters", red(diagram.Piece{Letter: "W", Name: "Red Wizard"}), nil, nil, "Wizard"},
		{"a figure with another name", red(diagram.Piece{Glyph: "queen", Name: "Red Minister"}), nil, nil, "Minister"},
		{"a set of its own", red(diagram.Piece{Glyph: "rook", Name: "Red Rook", Set: diagram.Makruk}), nil, nil, "Rook"},
		{"promoted later", red(diagram.Piece{Glyph: "rook", Name: "Red Rook"}), red(diagram.Piece{Letter: "T", Name: "Red Tower"}), nil, "Rook|Tower"},
		{"only between the diagrams", nil, nil, red(diagram.Piece{Letter: "T", Name: "Red Tower"}), ""},
		{"markup", red(diagram.Piece{Letter: "W", Name: "Red <b>"}), nil, nil, "&lt;b&gt;"},
	} {
		t.Run(row.name, func(t *testing.T) {
			g := game()
			hand := func(s *diagram.Scene) {
				s.Reserves[1].Hand[0].Piece = diagram.Piece{Glyph: "pawn", Name: "Cyan Pawn", Side: diagram.Second}
			}
			hand(g.Start.Scene)
			for s := range g.steps() {
				if s.kind == stepPly {
					hand(s.ply.Scene)
				}
			}
			g.Start.Scene.Pieces[8] = row.start
			g.Moves[0].Scene.Pieces[8] = row.later
			g.Moves[1].Scene.Pieces[8] = row.other
			legend := regexp.MustCompile(`(?s)<ul class="legend".*?</ul>`).FindString(pageOf(t, g))
			if row.want == "" {
				if legend != "" {
					t.Errorf("legend %s", legend)
				}
				return
			}
			for _, name := range strings.Split(row.want, "|") {
				if n := strings.Count(legend, "</svg>"+name+"</li>"); n != 1 {
					t.Errorf("%s stands %d times in %s", name, n, legend)
				}
			}
			if strings.Contains(legend, "Red ") || strings.Contains(legend, "Cyan ") {
				t.Errorf("sides are named in %s", legend)
			}
		})
	}
}

// TestPrintStyle hides everything on paper that only a screen can use, and
// prints what only paper has.
func TestPrintStyle(t *testing.T) {
	rules := styleSheet[strings.Index(styleSheet, "@media print{"):]
	var hidden string
	for line := range strings.Lines(rules) {
		if selectors, found := strings.CutSuffix(strings.TrimSpace(line), "{display:none!important}"); found {
			hidden = selectors
		}
	}
	for _, selector := range []string{".play", ".now", ".board", "header button", "footer", ".find", ".site", ".steps", ".files", ".here"} {
		if !strings.Contains(","+hidden+",", ","+selector+",") {
			t.Errorf("%s is printed; hidden are %s", selector, hidden)
		}
	}
	screen := regexp.MustCompile(`@media screen\{[^}]*\.printed,\.legend\{display:none\}\}`)
	if !screen.MatchString(styleSheet) {
		t.Error("the screen shows what is only for paper")
	}
	if !strings.Contains(rules, "@page{size:A4;") {
		t.Error("no paper size")
	}
}
