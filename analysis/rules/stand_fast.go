package rules

import "fmt"

// standFast forbids an attacked royal to move away (W-9).
type standFast struct{ ruled }

var standFastKind = moduleOf("stand-fast", "A royal that is attacked may not move, but to capture the only piece that attacks it.",
	func(c *moduleContext, m *standFast) {
		c.oneRoyal()
		c.add(m)
	})

func (m *standFast) says(r *Rules) string {
	return fmt.Sprintf("An attacked %s may not move, but to capture the only piece that attacks it", r.royalNames())
}

func (m *standFast) restrain(p *Position, legal *guard) { legal.each = legal.each || p.InCheck(p.side) }

func (m *standFast) bans(p *Position, mv Move) bool {
	king := p.royal[p.side]
	if mv.Kind() != Step || mv.From() != king || !p.InCheck(p.side) {
		return false
	}
	them := p.side.Other()
	return p.attackers(king, p.rules.royalType(), them, p.filled).And(p.own[them]) != bit(mv.To())
}

func (m *standFast) fault(p *Position, _ Move) (reason, message string) {
	return "flight", fmt.Sprintf("the %s is attacked, and may not flee", p.rules.royalNames())
}
