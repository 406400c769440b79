package rules

import "fmt"

// mateBy restricts the pieces that may give checkmate (W-9). A mate given by
// excluded pieces alone loses. A mate ending a run of checks, none of them by a
// required piece, is a draw.
type mateBy struct {
	ruleCited
	Never        []string `yaml:"never" says:"pieces that may not give it alone: the side that is mated so wins"`
	Among        []string `yaml:"among" says:"pieces of which one has to have given one of the checks, without a pause, that end with it, the last one included; else it draws"`
	never, among PieceTypeSet
}

var mateByKind = moduleOf("mate-by", "A checkmate wins only if certain pieces have part in it.",
	func(c *moduleContext, m *mateBy) {
		c.needsOneRoyal()
		if len(m.Never)+len(m.Among) == 0 {
			c.report("needs never or among")
		}
		m.never, m.among = c.pieces(m.Never), c.pieces(m.Among)
		c.add(m)
	})

func (m *mateBy) describe(r *Rules) string {
	says := "A checkmate wins"
	if m.among != 0 {
		says += fmt.Sprintf(" if one of the checks that ended with it, without a pause, was given by a %s, and draws if not", r.definition.PieceNames(m.Among, "or"))
	}
	if m.never != 0 {
		says += fmt.Sprintf("; a side that is mated by a %s alone wins", r.definition.PieceNames(m.Never, "or"))
	}
	return says
}

func (m *mateBy) revise(p *Position) (Outcome, bool) {
	checked := func(p *Position, by PieceTypeSet) bool {
		enemy := p.side.Other()
		royals := p.royals(p.side)
		return !royals.Empty() && p.attacked(royals.First(), p.rules.royalType(), enemy, p.occupied, p.ofTypes(enemy, by))
	}
	if m.never != 0 && !checked(p, p.rules.allTypes()&^m.never) {
		return Outcome{winFor[p.side], "checkmate by a piece that may not", m.ruleID}, true
	}
	if m.among == 0 {
		return Outcome{}, false
	}
	for before := p.Clone(); before.InCheck(before.side); {
		if checked(before, m.among) {
			return Outcome{}, false
		}
		if len(before.states) < 2 {
			break
		}
		before.Undo()
		before.Undo()
	}
	return Outcome{draw, "checkmate without a strong check", m.ruleID}, true
}
