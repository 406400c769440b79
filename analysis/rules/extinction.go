package rules

import (
	"cmp"
	"fmt"

	"assay/analysis/variant"
)

// extinction ends the game when a side has no more of certain pieces (W-10).
type extinction struct {
	ruleCited
	Pieces  []string       `yaml:"pieces" says:"the pieces that count; all when left out"`
	Each    bool           `yaml:"each" says:"true: the last of any of these kinds counts; else the last of them all"`
	Against int            `yaml:"against" says:"how many of them the other side has to have for it; 0 when left out"`
	Claim   bool           `yaml:"claim" says:"true: it counts at once for the side that has just moved only, and for the other one if the mover has one more than against asks"`
	Left    int            `yaml:"left" says:"how many may be left; 0 when left out"`
	Side    variant.Party  `yaml:"side" says:"first or second, if it concerns one side only"`
	Result  string         `yaml:"result" says:"loss, win or draw, for the side that has them no more; loss when left out"`
	Royal   string         `yaml:"royal" says:"last: those of which as many are left as may just be must not be left attacked; all: nor may all of them be attacked at once"`
	Before  bool           `yaml:"before" says:"true: with royal, one that a move makes by promotion counts from the next move on, so that the last before has to be safe"`
	Ends    string         `yaml:"ends" says:"how such an ending is called; extinction when left out"`
	kinds   []PieceTypeSet // a side must keep pieces of each of these sets
}

var extinctionKind = moduleOf("extinction", "A side that has no more of certain pieces, on the board and in hand, loses, wins or draws.",
	func(c *moduleContext, m *extinction) {
		c.checkParty(m.Side)
		c.checkOneOf("result", m.Result, "", "loss", "win", "draw")
		m.Ends = cmp.Or(m.Ends, "extinction")
		all := c.piecesOr(m.Pieces, c.rules.allTypes())
		m.kinds = []PieceTypeSet{all}
		if m.Each {
			m.kinds = nil
			for ; all != 0; all &= all - 1 {
				m.kinds = append(m.kinds, all&-all)
			}
		}
		c.checkOneOf("royal", m.Royal, "", "last", "all")
		if m.Royal != "" && m.Result == "draw" {
			c.report("what may not be left attacked is not lost for a draw")
		}
		if m.Royal == "" {
			c.add(m)
			return
		}
		for _, kinds := range m.kinds {
			c.rules.lastRoyals |= kinds
		}
		c.rules.royalSafe, c.rules.playToTest, c.rules.playPromotionsToTest = true, true, true
		c.add(&lastRoyals{m})
	})

func (m *extinction) describe(r *Rules) string {
	what := "pieces"
	if len(m.Pieces) > 0 {
		what = r.definition.PieceNames(m.Pieces, "or")
	}
	left := "no " + what + " any more"
	if m.Left > 0 {
		left = fmt.Sprintf("at most %d %s left", m.Left, what)
	}
	if m.Each && len(m.kinds) > 1 {
		left += " (of any one of these kinds)"
	}
	if m.Against > 0 {
		left += fmt.Sprintf(", while the other one has %d or more,", m.Against)
	}
	verb := "loses"
	switch m.Result {
	case "win":
		verb = "wins"
	case "draw":
		verb = "draws"
	}
	says := fmt.Sprintf("%s that has %s %s", r.sideOf(m.Side), left, verb) + describeName(m.Ends, "extinction")
	if m.Claim {
		says += fmt.Sprintf(". This counts at once for the side that has just moved; for the other side only if the mover has %d or more", m.Against+1)
	}
	switch m.Royal {
	case "last":
		says += ". If as few are left as may be, none of them may be left attacked"
	case "all":
		says += ". If as few are left as may be, none of them may be left attacked; nor may all that are left be attacked at once"
	}
	if m.Before {
		says += ". A piece made by promotion counts for this from the next move on"
	}
	return says
}

// extinct returns a side that lacks its pieces. The side that moved last is
// checked first.
func (m *extinction) extinct(p *Position) (Side, bool) {
	for _, side := range []Side{p.side.Other(), p.side} {
		if !m.Side.Has(side == Second) {
			continue
		}
		for _, kinds := range m.kinds {
			against := m.Against
			if m.Claim && side == p.side {
				against++
			}
			if p.count(side, kinds) <= m.Left && p.count(side.Other(), kinds) >= against {
				return side, true
			}
		}
	}
	return First, false
}

func (m *extinction) endedByPly(p *Position) bool {
	st := &p.states[len(p.states)-1]
	if !m.Claim && st.captured == NoPiece && st.capturedVia == NoPiece && st.changedSquares == 0 && st.move.Into() == NoPieceType {
		return false // nothing left the board, and the rule applies to both sides alike
	}
	over, _ := m.isOver(p)
	return over
}

func (m *extinction) isOver(p *Position) (over, exposed bool) {
	_, over = m.extinct(p)
	return over, true
}

func (m *extinction) outcome(p *Position) Outcome {
	side, _ := m.extinct(p)
	if m.Result == "draw" {
		return Outcome{draw, m.Ends, m.ruleID}
	}
	if m.Result != "win" {
		side = side.Other()
	}
	return Outcome{winFor[side], m.Ends, m.ruleID}
}
