package rules

// turnPieces makes enemy pieces change sides when they are enclosed by a move,
// or next to its target (W-10).
type turnPieces struct {
	ruleCited
	By string `yaml:"by" says:"lines: all in a row between the piece that came and another of its side; beside: all next to it; supported: the same, but after a drop only if another piece of its side is next to it"`
}

var turnPiecesKind = moduleOf("turn-pieces", "Pieces of the other side change sides when a move encloses them or comes next to them.",
	func(c *moduleContext, m *turnPieces) {
		c.checkOneOf("by", m.By, "lines", "beside", "supported")
		if c.rules.royals != 0 {
			c.report("is for games without royal pieces")
		}
		c.add(m)
	})

func (m *turnPieces) describe(*Rules) string {
	switch m.By {
	case "lines":
		return "All pieces of the other side that stand in a row between the one that came and another of its side change sides"
	case "supported":
		return "All pieces of the other side beside the one that came change sides; after a drop only where it stands beside another of its own"
	}
	return "All pieces of the other side beside the one that came change sides"
}

func (m *turnPieces) apply(p *Position, st *stateInfo) {
	if st.move.Kind() == Pass {
		return
	}
	to, side := st.move.To(), p.side.Other()
	turned := p.rules.around[to].And(p.own[p.side])
	switch {
	case m.By == "lines":
		turned = p.enclosed(side, to)
	case m.By == "supported" && st.move.Kind() == Drop && !p.rules.around[to].Meets(p.own[side]):
		return
	}
	for !turned.Empty() {
		p.turnByEffect(st, turned.Pop())
	}
}

// enclosed returns the enemy pieces in rows between a square and a side's
// pieces.
func (p *Position) enclosed(side Side, s Square) Bitboard {
	var out Bitboard
	for d := range directionVectors {
		ray := p.rules.rays[d][s]
		if stops := ray.AndNot(p.own[side.Other()]); !stops.Empty() {
			if end := nearest(stops, d); p.own[side].Has(end) {
				out = out.Or(p.rules.span(s, end, d).AndNot(bit(end)))
			}
		}
	}
	return out
}
