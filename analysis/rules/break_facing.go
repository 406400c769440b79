package rules

import "fmt"

// breakFacing obliges a side whose royal faces the other on an open file to
// break the confrontation by its move or to pass.
type breakFacing struct{ ruleCited }

var breakFacingKind = moduleOf("break-facing", "If the royals face each other on an open file, the side to move must end that, or pass.",
	func(c *moduleContext, m *breakFacing) {
		c.needsOneRoyal()
		c.add(m)
	})

func (breakFacing) describe(r *Rules) string {
	return fmt.Sprintf("A side whose %s faces the other one on an open file has to end that by its move, or to pass", r.royalNames())
}

func (breakFacing) restrict(p *Position, legal *legality) {
	if p.royalsFace() {
		legal.testBans = true
	}
}

func (breakFacing) forbids(p *Position, m Move) bool {
	if m.Kind() == Pass || !p.royalsFace() {
		return false
	}
	var v boardView
	p.boardAfter(&v, m)
	return p.rules.onOpenFile(v.royal, p.royal[p.side.Other()], v.occupied)
}

func (breakFacing) explain(p *Position, _ Move) (reason, message string) {
	name := p.rules.pieceTypes[p.rules.royalType()].name
	return "royals face", fmt.Sprintf("the two %ss face each other, and the move leaves them so", name)
}

// royalsFace reports whether the royals face each other on an open file.
func (p *Position) royalsFace() bool {
	return p.rules.onOpenFile(p.royal[First], p.royal[Second], p.occupied)
}

// onOpenFile reports whether two squares share a file with nothing between.
func (g *geometry) onOpenFile(a, b Square, occupied Bitboard) bool {
	if a == NoSquare || b == NoSquare || g.file(a) != g.file(b) {
		return false
	}
	d := north
	if b < a {
		d = south
	}
	return nearest(g.rays[d][a].And(occupied), d) == b
}

func (m *breakFacing) relation() Relation {
	return Relation{Name: "facing", Rule: m.ruleID, holds: func(p *Position, _ Side) bool { return p.royalsFace() }}
}
