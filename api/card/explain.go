package card

import (
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/api"
	"assay/api/diagram"
)

// Text is a definition in words, as its rule card has it.
type Text struct {
	Legend   string // of the move diagrams' characters
	Hexagons bool   // those of the diagrams' cells
	Pieces   []PieceText
	Sections []Section // those that say something
}

// Section is a part of a rule card: sentences that end with the numbers of
// their rulings.
type Section struct {
	Title string
	Lines []string
}

// sections are what is to be said beside the moves of pieces.
func (w *ruleCard) sections() []Section {
	return []Section{
		{"Promotion", w.promotions()},
		{"Hands and drops", w.hands()},
		{"Special rules", w.special(false)},
		{"The end of the game", w.endings()},
	}
}

// PieceText is one kind of piece in words.
type PieceText struct {
	Letter string
	Name   string
	Facts  []string
	Rule   string
	Drawn  diagram.Piece // First's
	Ways   []WayText
}

// WayText is movements of a piece that have the same conditions.
type WayText struct {
	Rows  []string // of the diagram, a character for each square, of hexagons those of half a cell's height; see the legend
	Betza string
	Says  string // the conditions, "" for none
}

// Explain puts a definition into words.
func (c *Card) Explain() *Text {
	w := &ruleCard{card: c, definition: c.rules.Definition()}
	silent := func(s Section) bool { return len(s.Lines) == 0 }
	t := &Text{Hexagons: c.rules.Hexagons(), Sections: slices.DeleteFunc(w.sections(), silent)}
	says := make([]string, len(legend))
	for i, l := range legend {
		says[i] = l.says
	}
	t.Legend = strings.Join(says, "; ")
	for i, letter := range w.definition.Pieces.Keys {
		p, _ := w.definition.Pieces.Get(letter)
		piece := PieceText{
			Letter: letter, Name: p.Name, Rule: w.definition.Number(p.Rule),
			Drawn: api.DrawnPiece(c.rules, rules.NewPiece(rules.PieceType(i+1), rules.First), api.Look{}),
		}
		if p.Royal {
			piece.Facts = append(piece.Facts, "royal")
		}
		if p.Within != "" {
			piece.Facts = append(piece.Facts, "stays within "+p.Within)
		}
		if p.Demotes != "" {
			piece.Facts = append(piece.Facts, "becomes "+w.name(p.Demotes)+" when captured")
		}
		for _, g := range w.groups(&p) {
			d := newMoveDiagram(g.moves, t.Hexagons)
			way := WayText{Says: g.says, Betza: g.betza()}
			for _, line := range d.lines(d.radius) {
				row := make([]byte, 0, len(line)/2+1)
				for i := 0; i < len(line); i += 2 {
					row = append(row, line[i])
				}
				way.Rows = append(way.Rows, string(row))
			}
			piece.Ways = append(piece.Ways, way)
		}
		t.Pieces = append(t.Pieces, piece)
	}
	return t
}
