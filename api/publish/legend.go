package publish

import (
	"slices"
	"strings"

	"assay/api/diagram"
)

// legendEntry is a kind of piece in the legend of a printed game.
type legendEntry struct {
	name  string
	signs []diagram.Piece // by side
}

// chessNames are the pieces with figures that need no explanation.
var chessNames = []string{"king", "queen", "rook", "bishop", "knight", "pawn"}

// chessSets are the sets with the figures of chess.
var chessSets = []diagram.Set{"", diagram.Signs, diagram.Figures, diagram.Families}

// legend returns the pieces of the printed positions in order of appearance. It
// is empty if all of them are drawn as the pieces of chess.
func (g *Game) legend() []legendEntry {
	var out []legendEntry
	needed := false
	add := func(scene *diagram.Scene, piece *diagram.Piece) {
		name := piece.Name
		if piece.Side != diagram.Nobody {
			name = strings.TrimPrefix(name, scene.Reserves[piece.Side].Name+" ")
		}
		at := slices.IndexFunc(out, func(e legendEntry) bool { return e.name == name })
		if at < 0 {
			at = len(out)
			out = append(out, legendEntry{name: name})
		}
		if slices.Contains(out[at].signs, *piece) {
			return
		}
		out[at].signs = append(out[at].signs, *piece)
		needed = needed || piece.Picture != nil || piece.Glyph != strings.ToLower(name) ||
			!slices.Contains(chessNames, piece.Glyph) || !slices.Contains(chessSets, piece.Set)
	}
	addAll := func(scene *diagram.Scene) {
		for place := range scene.Places() {
			if piece, _ := scene.At(place); piece != nil {
				add(scene, piece)
			}
		}
	}
	if g.Start.Scene == nil {
		return nil
	}
	addAll(g.Start.Scene)
	for s := range g.steps() {
		if s.kind == stepPly && s.ply.Pictured && s.ply.Scene != nil {
			addAll(s.ply.Scene)
		}
	}
	if !needed {
		return nil
	}
	for _, e := range out {
		slices.SortStableFunc(e.signs, func(a, b diagram.Piece) int { return int(a.Side) - int(b.Side) })
	}
	return out
}

// legend writes the names of the pieces next to their signs, for print.
func (p *sectionWriter) legend() {
	entries := p.Game.legend()
	if len(entries) == 0 {
		return
	}
	hidden := ""
	if p.shared { // the script adds the signs
		hidden = " data-script hidden"
	}
	p.printf("<ul class=\"legend\"%s aria-label=\"Pieces\">", hidden)
	for _, e := range entries {
		p.printf("<li>")
		for i := range e.signs {
			n, err := p.sheet.Piece(&e.signs[i])
			if err != nil && p.err == nil {
				p.err = err
			}
			p.printf("<svg viewBox=\"%d %d %d %d\" aria-hidden=\"true\"><use href=\"#%sp%d\"/></svg>", -diagram.Unit/2,
				-diagram.Unit/2, diagram.Unit, diagram.Unit, sheetPrefix, n)
		}
		p.printf("%s</li>", escape(e.name))
	}
	p.printf("</ul>\n")
}
