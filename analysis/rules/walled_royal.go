package rules

import "fmt"

// walledRoyal forbids leaving a royal with every adjacent square off the board
// or occupied by its own side (CSG-14).
type walledRoyal struct{ ruleCited }

var walledRoyalKind = moduleOf("walled-royal", "No move may leave every square around one's own royal taken by own pieces and the edge of the board.",
	func(c *moduleContext, m *walledRoyal) {
		c.needsOneRoyal()
		c.add(m)
	})

func (walledRoyal) describe(r *Rules) string {
	return fmt.Sprintf("No move may leave every square around one's own %s taken by own pieces and the edge of the board", r.royalNames())
}

func (walledRoyal) safe(p *Position, v *boardView) bool {
	return v.royal == NoSquare || !p.rules.around[v.royal].AndNot(v.mover).Empty()
}

func (walledRoyal) restrict(p *Position, legal *legality) {
	mine := p.royal[p.side]
	if mine == NoSquare {
		return
	}
	legal.testFrom = legal.testFrom.Or(bit(mine))
	open := p.rules.around[mine].AndNot(p.own[p.side])
	switch {
	case open.Empty():
		legal.testEvery = true
	case open.Single():
		legal.testTo = legal.testTo.Or(open)
	}
}

func (walledRoyal) explain(p *Position) (reason, message string) {
	name := p.rules.pieceTypes[p.rules.royalType()].name
	return "royal walled in", fmt.Sprintf("after it every square around the own %s is off the board or held by an own piece", name)
}

func (m *walledRoyal) relation() Relation {
	return Relation{Name: "walled", Sided: true, Rule: m.ruleID, holds: func(p *Position, side Side) bool {
		royal := p.royal[side]
		return royal != NoSquare && p.rules.around[royal].AndNot(p.own[side]).Empty()
	}}
}
