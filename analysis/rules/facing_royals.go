package rules

import "fmt"

// facingRoyals forbids royals to face each other on a file, rank or diagonal
// with nothing between (CSG-13).
type facingRoyals struct{ ruleCited }

var facingRoyalsKind = moduleOf("facing-royals", "The two royals may never stand on one file, rank or diagonal with nothing between.",
	func(c *moduleContext, m *facingRoyals) {
		c.needsOneRoyal()
		c.add(m)
	})

func (facingRoyals) describe(r *Rules) string {
	return fmt.Sprintf("The two sides' %s may never stand on one file, rank or diagonal with nothing between", r.royalNames())
}

func (facingRoyals) safe(p *Position, v *boardView) bool {
	theirs := p.royal[v.side.Other()]
	if v.royal == NoSquare || theirs == NoSquare || !v.opponent.Has(theirs) {
		return true
	}
	d, aligned := p.rules.direction(v.royal, theirs)
	if !aligned {
		return true
	}
	return nearest(p.rules.rays[d][v.royal].And(v.occupied), d) != theirs
}

func (facingRoyals) restrict(p *Position, legal *legality) {
	mine, theirs := p.royal[p.side], p.royal[p.side.Other()]
	if mine == NoSquare || theirs == NoSquare {
		return
	}
	legal.testFrom = legal.testFrom.Or(bit(mine))
	d, aligned := p.rules.direction(mine, theirs)
	if !aligned {
		return
	}
	between := p.rules.span(mine, theirs, d).And(p.occupied).AndNot(bit(theirs))
	switch {
	case between.Empty():
		legal.testEvery = true
	case between.Single():
		legal.testFrom = legal.testFrom.Or(between)
	}
}

func (facingRoyals) explain(p *Position) (reason, message string) {
	name := p.rules.pieceTypes[p.rules.royalType()].name
	return "royals face", fmt.Sprintf("after it the two %ss see each other with nothing between", name)
}

func (m *facingRoyals) relation() Relation {
	return Relation{Name: "facing", Rule: m.ruleID, holds: func(p *Position, _ Side) bool {
		first, second := p.royal[First], p.royal[Second]
		if first == NoSquare || second == NoSquare {
			return false
		}
		d, aligned := p.rules.direction(first, second)
		return aligned && nearest(p.rules.rays[d][first].And(p.occupied), d) == second
	}}
}
