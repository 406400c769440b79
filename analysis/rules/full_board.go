package rules

// fullBoard ends the game when no square is empty (W-10).
type fullBoard struct {
	ruleCited
	Result string `yaml:"result" says:"draw; more or fewer: the side that has more or fewer pieces wins; first or second: that side wins"`
}

var fullBoardKind = moduleOf("full-board", "A board without an empty square ends the game.",
	func(c *moduleContext, m *fullBoard) {
		c.checkOneOf("result", m.Result, undecidedResults...)
		c.add(m)
	})

func (m *fullBoard) describe(r *Rules) string {
	return "Once no square is empty " + r.describeUndecided(m.Result)
}

func (m *fullBoard) isOver(p *Position) (over, exposed bool) {
	return p.rules.all.AndNot(p.occupied).Empty(), false
}

func (m *fullBoard) outcome(p *Position) Outcome {
	return p.settledOutcome(m.Result, "board full", m.ruleID)
}
