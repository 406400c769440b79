package rules

import "fmt"

// camp ends the game when a royal reaches the square where the opponent's
// started (PSC-15).
type camp struct {
	ruled
	goal [2]Square
}

type campParams struct {
	Goals []string `yaml:"goals" says:"two squares: First's royal wins on the first, Second's on the second"`
}

var campKind = moduleOf("camp", "A side whose royal comes to its goal wins.",
	func(c *moduleContext, params campParams) {
		c.oneRoyal()
		m := &camp{ruled: c.ruled, goal: [2]Square{NoSquare, NoSquare}}
		if len(params.Goals) != 2 {
			c.report("goals are two squares, First's first")
			return
		}
		for side := range 2 {
			s, ok := c.rules.SquareNamed(params.Goals[side])
			if !ok {
				c.report("%q is no square of this board", params.Goals[side])
			}
			m.goal[side] = s
		}
		c.add(m)
	})

func (m *camp) says(r *Rules) string {
	return fmt.Sprintf("A side whose %s comes to the square on which the other one started wins: %s for %s, %s for %s",
		r.royalNames(), r.SquareName(m.goal[First]), r.SideName(First), r.SquareName(m.goal[Second]), r.SideName(Second))
}

func (m *camp) ends(p *Position) bool {
	over, _ := m.stands(p)
	return over
}

func (m *camp) stands(p *Position) (over, exposed bool) {
	last := p.side.Other()
	return p.royal[last] == m.goal[last], false
}

func (m *camp) outcome(p *Position) Outcome {
	return Outcome{winFor[p.side.Other()], "camp mate", m.ruling}
}
