package rules

import (
	"cmp"
	"fmt"
)

// noMoves decides the game of a side that cannot move (CSG-9, W-2, AC-8).
type noMoves struct {
	ruleCited
	Result   string    `yaml:"result" says:"loss, draw or win, whether or not the royal is attacked; more or fewer: the side that has more or fewer pieces wins; first or second: that side wins, whoever cannot move"`
	Attacked string    `yaml:"attacked" says:"loss, draw or win, when the royal is attacked"`
	Free     string    `yaml:"free" says:"loss, draw or win, when it is not"`
	Royal    string    `yaml:"royal" says:"the royal piece whose attack counts; any royal when left out"`
	royal    PieceType // NoPieceType for any royal
}

var noMovesKind = moduleOf("no-moves", "A side without a legal move loses, draws or wins.",
	func(c *moduleContext, m *noMoves) {
		if m.Result != "" {
			m.Attacked, m.Free = m.Result, m.Result
		}
		verdicts := append([]string{"loss", "win"}, undecidedResults...)
		c.checkOneOf("attacked", m.Attacked, verdicts...)
		c.checkOneOf("free", m.Free, verdicts...)
		if m.Royal != "" {
			m.royal = c.piece(m.Royal)
		}
		c.add(m)
	})

func (m *noMoves) describe(r *Rules) string {
	verbs := map[string]string{"loss": "loses", "draw": "draws", "win": "wins", "more": "wins if it has more pieces than the other one, and loses if it has fewer,", "fewer": "wins if it has fewer pieces than the other one, and loses if it has more,"}
	for side, word := range []string{"first", "second"} {
		verbs[word] = "gives the game to " + r.SideName(Side(side))
	}
	if m.Attacked == m.Free {
		return fmt.Sprintf("A side without a legal move %s", verbs[m.Free])
	}
	royal := cmp.Or(r.royalNames(), "last royal")
	if m.royal != NoPieceType {
		royal = r.pieceTypes[m.royal].name
	}
	return fmt.Sprintf("A side without a legal move %s if its %s is attacked, and %s if not", verbs[m.Attacked], royal, verbs[m.Free])
}

func (m *noMoves) outcomeWithoutMove(p *Position) Outcome {
	attacked := p.InCheck(p.side)
	if m.royal != NoPieceType {
		s := p.pieces[NewPiece(m.royal, p.side)]
		attacked = s.Empty() || p.attacked(s.First(), m.royal, p.side.Other(), p.occupied, p.own[p.side.Other()])
	}
	verdict := m.Free
	if attacked {
		verdict = m.Attacked
	}
	switch verdict {
	case "draw":
		return Outcome{draw, "stalemate", m.ruleID}
	case "more", "fewer", "first", "second":
		return p.settledOutcome(verdict, "no legal move", m.ruleID)
	case "win":
		return Outcome{winFor[p.side], "no legal move", m.ruleID}
	}
	if !attacked || !p.rules.royalSafe {
		return Outcome{winFor[p.side.Other()], "no legal move", m.ruleID}
	}
	for _, x := range p.rules.mateRevisers {
		if o, revised := x.revise(p); revised {
			return o
		}
	}
	return Outcome{winFor[p.side.Other()], "checkmate", m.ruleID}
}
