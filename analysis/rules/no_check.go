package rules

import "fmt"

// noCheck forbids to attack the other side's royal (W-9).
type noCheck struct{ ruled }

var noCheckKind = moduleOf("no-check", "No move may attack the other side's royal.",
	func(c *moduleContext, _ noParams) {
		c.oneRoyal()
		c.add(&noCheck{c.ruled})
	})

func (noCheck) says(r *Rules) string {
	return fmt.Sprintf("No move may attack the other side's %s", r.royalNames())
}

func (noCheck) restrain(_ *Position, g *guard) { g.each = true }

func (noCheck) bans(p *Position, m Move) bool {
	history := p.try(m)
	check := p.InCheck(p.side)
	p.untry(history)
	return check
}

func (noCheck) fault(p *Position, _ Move) (reason, message string) {
	return "check", fmt.Sprintf("it attacks the %s of %s", p.rules.royalNames(), p.rules.SideName(p.side.Other()))
}
