package rules

import "fmt"

// noCheck forbids giving check (W-9).
type noCheck struct {
	ruleCited
	Drops bool `yaml:"drops" says:"true: it is about drops only"`
}

var noCheckKind = moduleOf("no-check", "No move may attack the other side's royal.",
	func(c *moduleContext, m *noCheck) {
		c.add(m)
	})

func (m *noCheck) describe(r *Rules) string {
	what := "move"
	if m.Drops {
		what = "drop"
	}
	return fmt.Sprintf("No %s may attack the other side's %s", what, r.royalNames())
}

func (m *noCheck) restrict(p *Position, legal *legality) {
	if !m.Drops {
		legal.testBans = true
		return
	}
	legal.testDropsOf, legal.testDropsTo = anyType, p.rules.all
}

func (m *noCheck) forbids(p *Position, mv Move) bool {
	if m.Drops && !mv.isDrop() {
		return false
	}
	history := p.playProbe(mv)
	check := p.InCheck(p.side)
	p.undoProbe(history)
	return check
}

func (m *noCheck) explain(p *Position, _ Move) (reason, message string) {
	return "check", fmt.Sprintf("it attacks the %s of %s", p.rules.royalNames(), p.rules.SideName(p.side.Other()))
}
