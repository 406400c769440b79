package rules

import "fmt"

// goal ends the game when pieces of a side stand in its goal (PSC-15).
type goal struct {
	ruled
	goalParams
	pieces  PieceTypeSet
	squares [2]Bitboard
}

type goalParams struct {
	Pieces []string `yaml:"pieces" says:"the pieces that count; the royal ones when left out"`
	Region string   `yaml:"region" says:"region of each side's goal"`
	Count  int      `yaml:"count" says:"how many of them have to stand there at once; 1 when left out"`
	Reply  bool     `yaml:"reply" says:"true: where Second can come to its goal right after First, it has that move, and draws by it"`
	Ends   string   `yaml:"ends" says:"how such an ending is called; goal reached when left out"`
}

var goalKind = moduleOf("goal", "A side whose pieces come to their goal wins.",
	func(c *moduleContext, params goalParams) {
		m := &goal{ruled: c.ruled, goalParams: params, pieces: c.pieces(params.Pieces)}
		if len(params.Pieces) == 0 {
			m.pieces = c.rules.royals
		}
		if m.pieces == 0 {
			c.report("pieces is missing: there is no royal piece")
		}
		m.Count = max(m.Count, 1)
		if m.Ends == "" {
			m.Ends = "goal reached"
		}
		for side := range m.squares {
			m.squares[side] = c.region(params.Region, Side(side))
		}
		c.add(m)
	})

func (m *goal) says(r *Rules) string {
	who := "A side whose " + r.typeNames(m.pieces, "or") + " comes to"
	if m.Count > 1 {
		who = fmt.Sprintf("A side of whose %s %d stand on", r.typeNames(m.pieces, "and"), m.Count)
	}
	where := r.squareNames(m.squares[First])
	if m.squares[First] != m.squares[Second] {
		where = fmt.Sprintf("its goal, %s for %s and %s for %s,", where, r.SideName(First), r.squareNames(m.squares[Second]), r.SideName(Second))
	}
	says := fmt.Sprintf("%s %s wins", who, where)
	if m.Reply {
		says += fmt.Sprintf("; where %s can come to its goal right after %s, it has that move, and draws by it", r.SideName(Second), r.SideName(First))
	}
	return says
}

// reached reports whether a side stands in its goal.
func (m *goal) reached(p *Position, side Side) bool {
	return p.ofTypes(side, m.pieces).And(m.squares[side]).Len() >= m.Count
}

func (m *goal) ends(p *Position) bool {
	over, _ := m.stands(p)
	return over
}

func (m *goal) stands(p *Position) (over, exposed bool) {
	last := p.side.Other()
	switch {
	case m.Reply && last == Second:
		return m.reached(p, First) || m.reached(p, Second), false
	case !m.reached(p, last):
		return false, false
	}
	return !m.Reply || !m.followed(p), false
}

// followed reports whether the side to move can come to its goal at once.
func (m *goal) followed(p *Position) bool {
	side := p.side
	for _, mv := range p.Moves(nil) {
		history := p.try(mv)
		reached := m.reached(p, side)
		p.untry(history)
		if reached {
			return true
		}
	}
	return false
}

func (m *goal) outcome(p *Position) Outcome {
	winner := p.side.Other()
	if m.Reply {
		if m.reached(p, First) && m.reached(p, Second) {
			return Outcome{draw, m.Ends, m.ruling}
		}
		winner = Second
		if m.reached(p, First) {
			winner = First
		}
	}
	return Outcome{winFor[winner], m.Ends, m.ruling}
}
