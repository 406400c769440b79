package card

import (
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/api/diagram"
	"assay/api/present"
)

// Text is a rule card in words.
type Text struct {
	Legend   string // explains the characters of the move diagrams
	Hexagons bool   // the diagrams have hexagonal cells
	Pieces   []PieceText
	Sections []Section // without empty sections
}

// Section is a part of a rule card. Its sentences end with their rule IDs.
type Section struct {
	Title string
	Lines []string
}

// sections returns the rules other than the movement of pieces.
func (w *ruleCard) sections() []Section {
	return []Section{
		{"Promotion", w.promotions()},
		{"Hands and drops", w.hands()},
		{"Special rules", w.special(false)},
		{"End of the game", w.endings()},
	}
}

// PieceText describes a piece type.
type PieceText struct {
	Letter string
	Name   string
	Facts  []string
	Rule   string
	Drawn  diagram.Piece // the first player's
	Ways   []WayText
}

// WayText describes movements of a piece that have the same conditions.
type WayText struct {
	Rows  []string // diagram with one character per square, or per half cell of hexagons; see the legend
	Betza string
	Says  string // conditions; "" for none
}

// Explain returns the rule card in words.
func (c *Card) Explain() *Text {
	w := &ruleCard{card: c, definition: c.rules.Definition()}
	empty := func(s Section) bool { return len(s.Lines) == 0 }
	t := &Text{Hexagons: c.rules.Hexagons(), Sections: slices.DeleteFunc(w.sections(), empty)}
	says := make([]string, len(legend))
	for i, l := range legend {
		says[i] = l.says
	}
	t.Legend = strings.Join(says, "; ")
	for i, letter := range w.definition.Pieces.Keys {
		p, _ := w.definition.Pieces.Get(letter)
		piece := PieceText{
			Letter: letter, Name: p.Name, Rule: w.definition.Number(p.Rule),
			Drawn: present.DrawnPiece(c.rules, rules.NewPiece(rules.PieceType(i+1), rules.First), present.Look{}),
		}
		if p.Royal {
			piece.Facts = append(piece.Facts, "royal")
		}
		if p.Within != "" {
			piece.Facts = append(piece.Facts, "never leaves "+w.definition.Place(p.Within))
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
