package rules

import (
	"fmt"

	"assay/analysis/variant"
)

// impasse is the agreed ending that is decided by points (NE-16).
type impasse struct {
	ruleCited
	Points variant.Ordered[int] `yaml:"points" says:"what pieces count, on the board and in hand"`
	Others int                  `yaml:"others" says:"what every other piece but the royals counts"`
	Least  int                  `yaml:"least" says:"a side with fewer points loses to one that has as many"`
	points [maxTypes]int
}

var impasseKind = moduleOf("impasse", "The players may agree on an impasse, which points decide; a record that claims it is held to them.",
	func(c *moduleContext, m *impasse) {
		if m.points = c.points(m.Points); m.Points.Len() == 0 {
			c.report("points is missing: what pieces count")
		}
		for t := PieceType(1); int(t) < len(c.rules.pieceTypes); t++ {
			if _, given := m.Points.Get(c.rules.pieceTypes[t].letter); !given && !c.rules.royals.Has(t) {
				m.points[t] = m.Others
			}
		}
		c.add(m)
	})

func (m *impasse) describe(r *Rules) string {
	text := fmt.Sprintf("The players may agree on an impasse, in which a side with fewer than %d points loses to one "+
		"that has as many, and the game is drawn otherwise: %s", m.Least, r.pointList(m.Points, 1))
	if m.Others != 0 {
		text += fmt.Sprintf(", all others but the %s %d", r.royalNames(), m.Others)
	}
	return text + ", on the board and in hand"
}

func (m *impasse) settlement(p *Position) (Outcome, string) {
	var points [2]int
	for _, pc := range p.board[:p.rules.squares] {
		if pc != NoPiece {
			points[pc.Side()] += m.points[pc.Type()]
		}
	}
	for side := range 2 {
		for t, n := range p.hand[side] {
			points[side] += int(n) * m.points[t]
		}
	}
	says := fmt.Sprintf("%s has %d points, %s %d; %d are needed",
		p.rules.SideName(First), points[First], p.rules.SideName(Second), points[Second], m.Least)
	out := Outcome{draw, "impasse", m.ruleID}
	switch {
	case points[First] < m.Least && points[Second] >= m.Least:
		out.Result = winFor[Second]
	case points[Second] < m.Least && points[First] >= m.Least:
		out.Result = winFor[First]
	}
	return out, says
}
