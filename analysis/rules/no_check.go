package rules

import "fmt"

// noCheck forbids giving check (W-9).
type noCheck struct {
	ruled
	Drops bool `yaml:"drops" says:"true: it is about drops only"`
}

var noCheckKind = moduleOf("no-check", "No move may attack the other side's royal.",
	func(c *moduleContext, m *noCheck) {
		c.add(m)
	})

func (m *noCheck) says(r *Rules) string {
	what := "move"
	if m.Drops {
		what = "drop"
	}
	return fmt.Sprintf("No %s may attack the other side's %s", what, r.royalNames())
}

func (m *noCheck) restrain(p *Position, legal *guard) {
	if !m.Drops {
		legal.each = true
		return
	}
	legal.eachDrop, legal.eachDropOn = anyType, p.rules.all
}

func (m *noCheck) bans(p *Position, mv Move) bool {
	if m.Drops && !mv.drops() {
		return false
	}
	history := p.try(mv)
	check := p.InCheck(p.side)
	p.untry(history)
	return check
}

func (m *noCheck) fault(p *Position, _ Move) (reason, message string) {
	return "check", fmt.Sprintf("it attacks the %s of %s", p.rules.royalNames(), p.rules.SideName(p.side.Other()))
}
