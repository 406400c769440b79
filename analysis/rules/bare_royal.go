package rules

import "fmt"

// bareRoyal ends the game of a side reduced to one royal (CHU-13). That side
// loses unless it can capture the opponent's royal, or the opponent's only
// other piece, at once. If both sides are bare and neither royal is attacked,
// the game is drawn.
type bareRoyal struct {
	ruleCited
	Stuck        []string `yaml:"stuck" says:"pieces that do not count in the region in which they cannot move on"`
	Region       string   `yaml:"region" says:"that region"`
	Small        []string `yaml:"small" says:"pieces that do not count against a bare royal"`
	stuck, small PieceTypeSet
	stuckRegion  [2]Bitboard // squares on which those pieces are stuck
}

var bareRoyalKind = moduleOf("bare-royal", "A side that has nothing but one royal piece left has lost to one that has more, unless it can level at once.",
	func(c *moduleContext, m *bareRoyal) {
		if c.rules.royals == 0 {
			c.report("needs a royal piece")
		}
		m.stuck, m.small = c.pieces(m.Stuck), c.pieces(m.Small)
		if (len(m.Stuck) > 0) != (m.Region != "") {
			c.report("stuck and region go together: the pieces, and where they do not count")
		}
		if m.Region != "" {
			m.stuckRegion = c.regions(m.Region)
		}
		c.add(m)
	})

func (m *bareRoyal) describe(r *Rules) string {
	royals := r.royalNames()
	says := fmt.Sprintf("A side that has nothing but one %s left loses to one that has another piece", royals)
	if m.small != 0 {
		says += fmt.Sprintf(" than a %s", r.typeList(m.small, "or"))
	}
	says += ", as long as it attacks neither the other's royal piece nor the only other piece; two bare sides draw, as long as neither attacks the other"
	if m.stuck != 0 {
		says += fmt.Sprintf(". A %s on %s does not count", r.typeList(m.stuck, "or"), m.Region)
	}
	return says
}

// countingPieces returns a side's pieces that are not permanently stuck.
func (m *bareRoyal) countingPieces(p *Position, side Side) Bitboard {
	own := p.own[side]
	if dead := own.And(m.stuckRegion[side]); !dead.Empty() {
		return own.AndNot(dead.And(p.ofTypes(side, m.stuck)))
	}
	return own
}

// isBare reports whether a side has one royal and nothing else.
func (m *bareRoyal) isBare(p *Position, side Side) bool {
	all := m.countingPieces(p, side)
	return all.Single() && p.royals(side).Single() && p.royals(side).Meets(all)
}

// loses reports whether a side is bare and has lost.
func (m *bareRoyal) loses(p *Position, side Side) bool {
	if !m.isBare(p, side) {
		return false
	}
	other := side.Other()
	theirs := m.countingPieces(p, other).AndNot(p.ofTypes(other, m.small))
	return theirs.Len() > 1 && !p.royals(other).Empty() && !p.InCheck(other) &&
		(theirs.Len() > 2 || !p.rules.around[p.royals(side).First()].Meets(theirs))
}

func (m *bareRoyal) isOver(p *Position) (over, exposed bool) {
	return m.loses(p, First) || m.loses(p, Second) || m.drawn(p), false
}

// drawn reports whether both sides are bare and neither can capture.
func (m *bareRoyal) drawn(p *Position) bool {
	return m.isBare(p, First) && m.isBare(p, Second) && !p.InCheck(First) && !p.InCheck(Second)
}

func (m *bareRoyal) outcome(p *Position) Outcome {
	for _, side := range []Side{First, Second} {
		if m.loses(p, side) {
			return Outcome{winFor[side.Other()], "bare royal", m.ruleID}
		}
	}
	return Outcome{draw, "bare royals", m.ruleID}
}
