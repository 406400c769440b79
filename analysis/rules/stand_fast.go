package rules

import "fmt"

// standFast forbids an attacked royal to move away (W-9).
type standFast struct{ ruleCited }

var standFastKind = moduleOf("stand-fast", "A royal that is attacked may not move, but to capture the only piece that attacks it.",
	func(c *moduleContext, m *standFast) {
		c.needsOneRoyal()
		c.add(m)
	})

func (m *standFast) describe(r *Rules) string {
	return fmt.Sprintf("An attacked %s may not move, but to capture the only piece that attacks it", r.royalNames())
}

func (m *standFast) restrict(p *Position, legal *legality) {
	legal.testBans = legal.testBans || p.InCheck(p.side)
}

func (m *standFast) forbids(p *Position, mv Move) bool {
	king := p.royal[p.side]
	if mv.Kind() != Step || mv.From() != king || !p.InCheck(p.side) {
		return false
	}
	them := p.side.Other()
	return p.attackers(king, p.rules.royalType(), them, p.occupied).And(p.own[them]) != bit(mv.To())
}

func (m *standFast) explain(p *Position, _ Move) (reason, message string) {
	return "flight", fmt.Sprintf("the %s is attacked, and may not flee", p.rules.royalNames())
}
