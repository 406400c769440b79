package repair

import (
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/scan"
)

// squareStyle is a style of square-to-square moves: e2e4, H2-E2.
type squareStyle struct {
	source    notation.Notation
	separator string
	upper     bool
}

// twoSquares matches such a move.
var twoSquares = scan.NewPattern(`^[a-pA-P][0-9]{1,2}(-?)[a-pA-P][0-9]{1,2}[a-z+]?$`)

// squareStyleOf returns the style of a record, or nil unless most of its moves
// are square-to-square.
func squareStyleOf(rec *parser.Record, source notation.Notation) *squareStyle {
	all, hyphens, upper := 0, 0, 0
	for i := range rec.Moves {
		text := rec.Moves[i].Text
		found := twoSquares.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		all++
		hyphens += len(found[1])
		if strings.ToLower(text) != text {
			upper++
		}
	}
	if 3*all < 2*len(rec.Moves) {
		return nil
	}
	return &squareStyle{source, strings.Repeat("-", min(1, 2*hyphens/max(all, 1))), 2*upper > all}
}

// write formats a legal move.
func (s *squareStyle) write(p *rules.Position, m rules.Move) string {
	r, text := p.Rules(), notation.UCI{}.Format(p, m)
	switch m.Kind() {
	case rules.Drop, rules.PocketDrop, rules.Pass:
		return text
	}
	rest, plain := strings.CutPrefix(text, r.SquareName(m.From())+r.SquareName(m.To()))
	if !plain {
		return text
	}
	text = strings.ToLower(s.source.SquareName(r, m.From()) + s.separator + s.source.SquareName(r, m.To()))
	if s.upper {
		text = strings.ToUpper(text)
	}
	return text + rest
}
