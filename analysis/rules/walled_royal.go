package rules

import "fmt"

// walledRoyal forbids leaving a royal with every adjacent square off the board
// or occupied by its own side (CSG-14).
type walledRoyal struct{ ruled }

var walledRoyalKind = moduleOf("walled-royal", "No move may leave every square around one's own royal taken by own pieces and the edge of the board.",
	func(c *moduleContext, m *walledRoyal) {
		c.oneRoyal()
		c.add(m)
	})

func (walledRoyal) says(r *Rules) string {
	return fmt.Sprintf("No move may leave every square around one's own %s taken by own pieces and the edge of the board", r.royalNames())
}

func (walledRoyal) safe(p *Position, v *view) bool {
	return v.royal == NoSquare || !p.rules.around[v.royal].AndNot(v.own).Empty()
}

func (walledRoyal) restrain(p *Position, legal *guard) {
	mine := p.royal[p.side]
	if mine == NoSquare {
		return
	}
	legal.from = legal.from.Or(bit(mine))
	open := p.rules.around[mine].AndNot(p.own[p.side])
	switch {
	case open.Empty():
		legal.exact = true
	case open.Single():
		legal.to = legal.to.Or(open)
	}
}

func (walledRoyal) fault(p *Position) (reason, message string) {
	name := p.rules.pieceTypes[p.rules.royalType()].name
	return "royal walled in", fmt.Sprintf("after it every square around the own %s is off the board or held by an own piece", name)
}

func (m *walledRoyal) relation() Relation {
	return Relation{Name: "walled", Sided: true, Rule: m.ruling, holds: func(p *Position, side Side) bool {
		royal := p.royal[side]
		return royal != NoSquare && p.rules.around[royal].AndNot(p.own[side]).Empty()
	}}
}
