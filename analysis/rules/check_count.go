package rules

import "fmt"

// maxChecks is the largest number of checks that may be needed to win.
const maxChecks = 9

// checkCount ends the game when a side has given a number of checks (W-10).
type checkCount struct {
	ruleCited
	Count int `yaml:"count" says:"how many checks win, 1 to 9"`
}

var checkCountKind = moduleOf("check-count", "A side that has checked so many times wins; needs checks in 'state'.",
	func(c *moduleContext, m *checkCount) {
		if m.Count < 1 || m.Count > maxChecks {
			c.report("count goes from 1 to %d, found %d", maxChecks, m.Count)
			return
		}
		c.needsOneRoyal()
		c.needsField("checks")
		c.rules.checksToWin = uint8(m.Count)
		c.add(m)
	})

func (m *checkCount) describe(r *Rules) string {
	if m.Count == 1 {
		return "Whoever gives check wins"
	}
	return fmt.Sprintf("Whoever gives check for the %s time wins", ordinals[m.Count])
}

var ordinals = [maxChecks + 1]string{2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth"}

func (m *checkCount) apply(p *Position, _ *stateInfo) {
	if p.InCheck(p.side) {
		p.setChecks(p.side.Other(), p.checks[p.side.Other()]-1)
	}
}

func (m *checkCount) isOver(p *Position) (over, exposed bool) {
	return p.checks[p.side.Other()] == 0, false
}

func (m *checkCount) outcome(p *Position) Outcome {
	words := fmt.Sprintf("%d checks", m.Count)
	if m.Count == 1 {
		words = "check"
	}
	return Outcome{winFor[p.side.Other()], words, m.ruleID}
}
