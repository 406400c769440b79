package rules

import (
	"fmt"

	"assay/analysis/variant"
)

// pass lets a side pass, unless its royal is attacked. If pieces have points,
// these decide the game after two passes in a row, or after a pass while the
// royals face each other.
type pass struct {
	ruleCited
	Stalemated bool                 `yaml:"stalemated" says:"true: only a side without any other move may pass, and has to; one without a piece on the board cannot"`
	Side       variant.Party        `yaml:"side" says:"first or second, if only that side may pass"`
	Twice      string               `yaml:"twice" says:"what two passes in a row lead to: draw; more or fewer: the side that has more or fewer pieces wins; first or second: that side wins"`
	Facing     bool                 `yaml:"facing" says:"true: a royal that faces the other one on an open file does not keep its side from passing"`
	Points     variant.Ordered[int] `yaml:"points" says:"what pieces on the board count, in tenths; with it two passes in a row, or one while the royals face, end the game in favour of the side with more"`
	Second     int                  `yaml:"second" says:"what Second has for moving second, in tenths"`
	points     [maxTypes]int
}

var passKind = moduleOf("pass", "A side may let its turn pass unless its royal is attacked.",
	func(c *moduleContext, m *pass) {
		if m.Facing {
			c.needsOneRoyal()
			if m.Points.Len() == 0 && m.Twice == "" {
				c.report("facing needs points or twice, by which such a pass ends the game: a side could leave its royal attacked")
			}
		}
		c.checkParty(m.Side)
		c.checkOneOf("twice", m.Twice, append([]string{""}, undecidedResults...)...)
		m.points = c.points(m.Points)
		c.add(m)
	})

func (m *pass) describe(r *Rules) string {
	if m.Stalemated || r.royals == 0 {
		return m.describePlain(r)
	}
	text := r.sideOf(m.Side) + " whose " + r.royalNames() + " is not attacked may pass"
	if m.Facing {
		text += ", and one that the other faces on an open file too"
	}
	if !m.decides() {
		return text
	}
	text += "; after two passes in a row"
	if m.Facing {
		text += ", or one that lets them face on,"
	}
	if m.Points.Len() == 0 {
		return text + " " + r.describeUndecided(m.Twice)
	}
	text += " the side with more points on the board wins: " + r.pointList(m.Points, 10)
	if m.Second != 0 {
		text += fmt.Sprintf(", and %s for %s", decimal(m.Second, 10), r.SideName(Second))
	}
	return text
}

// describePlain describes passing if no royal is in danger.
func (m *pass) describePlain(r *Rules) string {
	text := " may pass"
	if m.Stalemated {
		text = " that has no move, and is not in check, passes"
	}
	if m.Twice != "" {
		text += "; after two passes in a row " + r.describeUndecided(m.Twice)
	}
	return r.sideOf(m.Side) + text
}

// decides reports whether passes can end the game.
func (m *pass) decides() bool { return m.Twice != "" || m.Points.Len() > 0 }

func (m *pass) allowed(p *Position) bool {
	if !m.Side.Has(p.side == Second) || p.own[p.side].Empty() {
		return false
	}
	if m.Stalemated && p.hasOtherMove() {
		return false
	}
	return m.Facing && p.royalsFace() || !p.InCheck(p.side)
}

// objection says why a side may not pass now.
func (m *pass) objection(p *Position) (reason, message string) {
	switch {
	case !m.Side.Has(p.side == Second):
		return "no pass", p.rules.SideName(p.side) + " may not pass"
	case p.own[p.side].Empty():
		return "no pass", "a side without a piece on the board cannot pass"
	case m.Stalemated && p.hasOtherMove():
		return "no pass", "a side that has another move may not pass"
	}
	return "royal attacked", "a side whose royal is attacked may not pass"
}

// JudgeNull returns a violation if the side to move may not make a null move in
// a variation, to show a threat. It is allowed in every variant unless a royal
// is attacked. Judge applies the variant's own rules on passing.
func (p *Position) JudgeNull() *Violation {
	switch {
	case len(p.rules.passRules) > 0:
		return p.Judge(NewMove(Pass, 0, 0, NoPieceType))
	case p.ended != notEnded:
		o, _ := p.Outcome()
		return o.Over()
	case p.InCheck(p.side):
		return &Violation{ruleOneMove, "royal attacked", "a side whose royal is attacked may not pass, in a side line either"}
	}
	return nil
}

// hasOtherMove reports whether there is a legal move other than passing.
func (p *Position) hasOtherMove() bool {
	ml := moveList{counting: true, firstOnly: true}
	legal := p.acquireLegality()
	p.generateMoves(&ml, legal)
	p.releaseLegality(legal)
	return !ml.empty()
}

func (m *pass) endedByPly(p *Position) bool {
	n := len(p.states)
	return m.decides() && p.states[n-1].move.Kind() == Pass &&
		(n > 1 && p.states[n-2].move.Kind() == Pass || m.Facing && p.royalsFace())
}

// isOver takes an attacked royal as the sign that its side passed while the
// royals faced each other.
func (m *pass) isOver(p *Position) (over, exposed bool) {
	over = m.decides() && m.Facing && p.royalsFace() && p.InCheck(p.side.Other())
	return over, over
}

// outcome compares points after the pass that ended the game.
func (m *pass) outcome(p *Position) Outcome {
	ends := "both passed"
	if m.Facing && p.royalsFace() {
		ends = "royals face"
	}
	if m.Twice != "" {
		return p.settledOutcome(m.Twice, ends, m.ruleID)
	}
	balance := -m.Second
	for _, pc := range p.board[:p.rules.squares] {
		if pc.Side() == First {
			balance += m.points[pc.Type()]
		} else {
			balance -= m.points[pc.Type()]
		}
	}
	return Outcome{resultOfLead(balance), ends, m.ruleID}
}
