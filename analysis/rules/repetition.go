package rules

import "fmt"

// repetition ends the game when a position occurs for the count-th time (NE-15,
// PSC-16, AC-20).
type repetition struct {
	ruleCited
	Count          int    `yaml:"count" says:"the occurrence of a position that ends the game, 2 or more"`
	PerpetualCheck string `yaml:"perpetual-check" says:"loses: a side that gave check by all its moves between the occurrences loses"`
}

var repetitionKind = moduleOf("repetition", "A position that occurs often enough ends the game in a draw.",
	func(c *moduleContext, m *repetition) {
		c.checkOneOf("perpetual-check", m.PerpetualCheck, "", "loses")
		if m.Count < 2 {
			c.report("count is the number of occurrences that ends the game, 2 or more")
		}
		c.rules.trackHistory = true
		c.add(m)
	})

func (m *repetition) describe(*Rules) string {
	text := fmt.Sprintf("When a position occurs %d times the game is drawn", m.Count)
	if m.perpetual() {
		text += ", but lost for a side that gave check by every one of its moves between"
	}
	return text
}

func (m *repetition) perpetual() bool { return m.PerpetualCheck == "loses" }

func (m *repetition) reached(p *Position) bool {
	return p.history != nil && p.history.occurrencesNow() >= m.Count
}

func (m *repetition) outcome(p *Position) Outcome {
	o := (&perpetual{checks: m.perpetual()}).outcome(p)
	o.Rule = m.ruleID
	return o
}
