package rules

import (
	"cmp"
	"slices"
	"strings"
)

// castlingGoal ends the game when a side castles, or can no longer castle
// (W-10).
type castlingGoal struct {
	ruleCited
	First  []string `yaml:"first" says:"the files toward which the first player castles to win: higher or lower; left out if that player wins otherwise"`
	Second []string `yaml:"second" says:"the same for the second player"`
	Ends   string   `yaml:"ends" says:"how such an ending is called; castling when left out"`
	wings  [2][]int // by side: the winning castling directions
}

var castlingGoalKind = moduleOf("castling-goal", "A side that castles wins, and one that can castle no more loses.",
	func(c *moduleContext, m *castlingGoal) {
		for side, words := range [][]string{m.First, m.Second} {
			for _, word := range words {
				c.checkOneOf("first and second", word, "higher", "lower")
				m.wings[side] = append(m.wings[side], map[string]int{"higher": east, "lower": west}[word])
			}
		}
		if len(m.First)+len(m.Second) == 0 {
			c.report("first and second are missing: who wins by castling")
		}
		if c.rules.definition.Castling == nil {
			c.report("needs castling")
		}
		m.Ends = cmp.Or(m.Ends, "castling")
		c.add(m)
	})

func (m *castlingGoal) describe(r *Rules) string {
	var who []string
	for side, words := range [][]string{m.First, m.Second} {
		if len(words) > 0 {
			who = append(who, r.SideName(Side(side))+" wins by castling toward the "+strings.Join(words, " or the ")+" files, and loses when it may do so no more")
		}
	}
	return strings.Join(who, "; ") + describeName(m.Ends, "castling")
}

// castled reports whether the last ply was a winning castling move.
func (m *castlingGoal) castled(p *Position) bool {
	last, ok := p.LastMove()
	if !ok || last.Kind() != Castle {
		return false
	}
	d, _ := p.castleDirection(last.From(), last.To())
	return slices.Contains(m.wings[p.side.Other()], d)
}

// lostRight returns a side that needs castling to win and has lost the right. The
// side that moved last is checked first.
func (m *castlingGoal) lostRight(p *Position) (Side, bool) {
	for _, side := range []Side{p.side.Other(), p.side} {
		open := len(m.wings[side]) == 0
		for _, d := range m.wings[side] {
			open = open || !p.rightsToward(side, d).Empty()
		}
		if !open {
			return side, true
		}
	}
	return First, false
}

func (m *castlingGoal) endedByPly(p *Position) bool {
	over, _ := m.isOver(p)
	return over || m.castled(p)
}

func (m *castlingGoal) isOver(p *Position) (over, exposed bool) {
	_, over = m.lostRight(p)
	return over, false
}

func (m *castlingGoal) outcome(p *Position) Outcome {
	if m.castled(p) {
		return Outcome{winFor[p.side.Other()], m.Ends, m.ruleID}
	}
	side, _ := m.lostRight(p)
	return Outcome{winFor[side.Other()], m.Ends, m.ruleID}
}
