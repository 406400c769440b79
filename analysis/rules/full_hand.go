package rules

import "fmt"

// fullHand forbids capturing anything but a royal when the bench has no free
// cell (CSG-4).
type fullHand struct{ ruleCited }

var fullHandKind = moduleOf("full-hand", "A side without a free bench cell may capture only a royal piece.",
	func(c *moduleContext, m *fullHand) {
		if c.rules.cells == 0 {
			c.report("needs a hand with cells")
		}
		c.add(m)
	})

func (fullHand) describe(*Rules) string {
	return "A side without a free cell captures nothing but a royal piece"
}

func (fullHand) full(p *Position) bool { return p.handSize[p.side] >= p.rules.cells }

func (m fullHand) restrict(p *Position, legal *legality) {
	if other := p.side.Other(); m.full(p) {
		legal.targets = legal.targets.AndNot(p.own[other].AndNot(p.royals(other)))
	}
}

func (m fullHand) forbids(p *Position, mv Move) bool {
	if mv.Kind() != Step || p.board[mv.To()] == NoPiece {
		return false
	}
	return m.full(p) && !p.rules.royals.Has(p.board[mv.To()].Type())
}

func (fullHand) explain(p *Position, _ Move) (reason, message string) {
	return "bench full", fmt.Sprintf("the bench holds %d pieces, so that only the royal may be captured", p.handSize[p.side])
}

func (m *fullHand) relation() Relation {
	return Relation{Name: "full", Sided: true, Rule: m.ruleID, holds: func(p *Position, side Side) bool {
		return p.handSize[side] >= p.rules.cells
	}}
}
