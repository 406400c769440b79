package rules

import "fmt"

// aimedRoyal takes away a royal's first move when certain pieces move onto its
// file or rank, even if other pieces stand between (W-9).
type aimedRoyal struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"the pieces that do"`
	pieces PieceTypeSet
}

var aimedRoyalKind = moduleOf("aimed-royal", "A royal loses its first move when certain pieces come to stand on its file or rank.",
	func(c *moduleContext, m *aimedRoyal) {
		c.needsOneRoyal()
		m.pieces = c.requiredPieces(m.Pieces)
		c.add(m)
	})

func (m *aimedRoyal) describe(r *Rules) string {
	return fmt.Sprintf("A %s that has not moved loses its first move when a %s comes to its file or rank, whatever stands between",
		r.royalNames(), r.typeList(m.pieces, "or"))
}

func (m *aimedRoyal) apply(p *Position, st *stateInfo) {
	king, to := p.royal[p.side], st.move.To()
	if st.move.Kind() == Step && king != NoSquare && m.pieces.Has(st.moved.Type()) && (p.rules.file(to) == p.rules.file(king) || p.rules.rank(to) == p.rules.rank(king)) {
		p.loseFirstMoves(bit(king))
	}
}
