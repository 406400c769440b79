package rules

// fullBoard ends the game when no square is empty (W-10).
type fullBoard struct {
	ruled
	Result string `yaml:"result" says:"draw; more or fewer: the side that has more or fewer pieces wins; first or second: that side wins"`
}

var fullBoardKind = moduleOf("full-board", "A board without an empty square ends the game.",
	func(c *moduleContext, m *fullBoard) {
		c.oneOf("result", m.Result, undecided...)
		c.add(m)
	})

func (m *fullBoard) says(r *Rules) string {
	return "Once no square is empty " + r.undecidedSays(m.Result)
}

func (m *fullBoard) stands(p *Position) (over, exposed bool) {
	return p.rules.all.AndNot(p.filled).Empty(), false
}

func (m *fullBoard) outcome(p *Position) Outcome {
	return p.settled(m.Result, "board full", m.ruling)
}
