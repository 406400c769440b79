package rules

import "fmt"

// fileLimit bounds the number of pieces of a side on a file, for moves as for
// drops, as for the dolphins of Whale Shogi.
type fileLimit struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"those pieces, which count together"`
	Count  int      `yaml:"count" says:"the greatest number of them on a file"`
	pieces PieceTypeSet
}

var fileLimitKind = moduleOf("file-limit",
	"No move or drop may leave more than a number of a side's pieces on the file that it goes to. Effects of the "+
		"move do not count.",
	func(c *moduleContext, m *fileLimit) {
		if m.pieces = c.requiredPieces(m.Pieces); m.Count < 1 {
			c.report("count must be 1 or more: the greatest number of these pieces on a file")
		}
		c.add(m)
	})

func (m *fileLimit) describe(r *Rules) string {
	return fmt.Sprintf("No move or drop may leave more than %d of a side's pieces (%s) on the file that it goes to",
		m.Count, r.definition.PieceNames(m.Pieces, "or"))
}

func (m *fileLimit) restrict(p *Position, legal *legality) {
	legal.testBans = legal.testBans || !p.ofTypes(p.side, m.pieces).Empty() || p.HandSize(p.side) > 0
}

func (m *fileLimit) forbids(p *Position, mv Move) bool {
	switch mv.Kind() {
	case Step, Drop, EnPassant:
	default:
		return false
	}
	if pc := promoted(p.Moved(mv), mv); !m.pieces.Has(pc.Type()) {
		return false
	}
	others := p.ofTypes(p.side, m.pieces).And(p.rules.fileOf[p.rules.file(mv.To())])
	if mv.Kind() != Drop {
		others = others.AndNot(bit(mv.From()))
	}
	return others.Len() >= m.Count
}

func (m *fileLimit) explain(p *Position, mv Move) (reason, message string) {
	return "full file", fmt.Sprintf("the file of %s has %d of these pieces (%s) already",
		p.rules.SquareName(mv.To()), m.Count, p.rules.definition.PieceNames(m.Pieces, "or"))
}
