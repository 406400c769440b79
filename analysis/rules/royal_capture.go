package rules

import "strings"

// royalCapture ends the game when a side's last royal is captured (CSG-8,
// AC-5).
type royalCapture struct{ ruleCited }

var royalCaptureKind = moduleOf("royal-capture", "Capturing the last royal of the other side wins.",
	func(c *moduleContext, m *royalCapture) {
		if c.rules.royals == 0 {
			c.report("needs a royal piece")
		}
		c.rules.lastRoyalWins = true
		c.add(m)
	})

func (royalCapture) describe(r *Rules) string {
	if royals := r.royalNames(); strings.Contains(royals, " or ") {
		return "Whoever captures the last royal piece of the other side, " + royals + ", wins"
	}
	return "Whoever captures the other side's " + r.royalNames() + " wins"
}

func (royalCapture) endedByPly(p *Position) bool {
	st := &p.states[len(p.states)-1]
	return (p.rules.royals.Has(st.captured.Type()) || p.rules.royals.Has(st.capturedVia.Type())) && p.royals(p.side).Empty()
}

func (royalCapture) isOver(p *Position) (over, exposed bool) {
	return p.royals(First).Empty() || p.royals(Second).Empty(), false
}

func (m *royalCapture) outcome(p *Position) Outcome {
	r := p.rules
	words := "all royals captured"
	if r.royals&(r.royals-1) == 0 {
		words = strings.ToLower(r.pieceTypes[r.royalType()].name) + " captured"
	}
	winner := First
	if p.royals(First).Empty() {
		winner = Second
	}
	return Outcome{winFor[winner], words, m.ruleID}
}
