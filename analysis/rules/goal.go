package rules

import (
	"cmp"
	"fmt"
)

// goal ends the game when pieces of a side reach its goal (PSC-15).
type goal struct {
	ruleCited
	Pieces  []string `yaml:"pieces" says:"the pieces that count; the royal ones when left out"`
	Region  string   `yaml:"region" says:"region of each side's goal"`
	Count   int      `yaml:"count" says:"how many of them have to stand there at once; 1 when left out"`
	Reply   bool     `yaml:"reply" says:"true: if Second can reach its goal right after First, it may make that move, which draws"`
	Safe    bool     `yaml:"safe" says:"true: it counts only if none of them is attacked, unless more than necessary are there"`
	Stays   bool     `yaml:"stays" says:"true: they must still be there after the other side's move; with safe, only attacked ones"`
	Full    bool     `yaml:"full" says:"true: fewer are enough if the goal is full"`
	Ends    string   `yaml:"ends" says:"how such an ending is called; goal reached when left out"`
	pieces  PieceTypeSet
	squares [2]Bitboard
}

var goalKind = moduleOf("goal", "A side wins when its pieces reach their goal.",
	func(c *moduleContext, m *goal) {
		if m.pieces = c.piecesOr(m.Pieces, c.rules.royals); m.pieces == 0 {
			c.report("pieces is missing: there is no royal piece")
		}
		if m.Reply && (m.Safe || m.Stays) {
			c.report("reply goes with neither safe nor stays")
		}
		m.Count = max(m.Count, 1)
		m.Ends = cmp.Or(m.Ends, "goal reached")
		m.squares = c.regions(m.Region)
		c.add(m)
	})

func (m *goal) describe(r *Rules) string {
	who := "A side whose " + r.typeList(m.pieces, "or") + " comes to"
	if m.Count > 1 {
		who = fmt.Sprintf("A side of whose %s %d stand on", r.typeList(m.pieces, "and"), m.Count)
	}
	where := r.squareList(m.squares[First])
	if m.squares[First] != m.squares[Second] {
		where = fmt.Sprintf("its goal, %s for %s and %s for %s,", where, r.SideName(First), r.squareList(m.squares[Second]), r.SideName(Second))
	}
	says := fmt.Sprintf("%s %s wins", who, where)
	for side := range Side(2) {
		if m.squares[side.Other()].Empty() {
			says = fmt.Sprintf("%s wins once its %s comes to %s", r.SideName(side), r.typeList(m.pieces, "or"), r.squareList(m.squares[side]))
			if m.Count > 1 {
				says = fmt.Sprintf("%s wins once %d of its %s stand on %s", r.SideName(side), m.Count, r.typeList(m.pieces, "and"), r.squareList(m.squares[side]))
			}
		}
	}
	if m.Full {
		says += ", and so does one whose goal is full, if one of them is its own"
	}
	switch {
	case m.Safe && m.Stays:
		says += "; where they are attacked there, only once they have stayed there for a move of the other side's"
	case m.Safe:
		says += "; they do not count there as long as one of them is attacked"
	case m.Stays:
		says += " once they have stayed there for a move of the other side's"
	}
	if m.Reply {
		says += fmt.Sprintf("; where %s can come to its goal right after %s, it has that move, and draws by it", r.SideName(Second), r.SideName(First))
	}
	return says + describeName(m.Ends, "goal reached")
}

// inGoal reports whether enough of a side's pieces stand in its goal.
func (m *goal) inGoal(p *Position, side Side) bool {
	own := p.ofTypes(side, m.pieces).And(m.squares[side])
	return own.Len() >= m.Count || m.Full && !own.Empty() && m.squares[side].AndNot(p.occupied).Empty()
}

// unattacked reports whether enough of a side's pieces in its goal are
// unattacked.
func (m *goal) unattacked(p *Position, side Side) bool {
	own := p.ofTypes(side, m.pieces).And(m.squares[side])
	if own.Len() > m.Count {
		return true
	}
	for !own.Empty() {
		s := own.Pop()
		if p.attacked(s, p.board[s].Type(), side.Other(), p.occupied, p.own[side.Other()]) {
			return false
		}
	}
	return true
}

func (m *goal) isOver(p *Position) (over, exposed bool) {
	return m.result(p) != "", false
}

// result returns the result, "" if the game goes on.
func (m *goal) result(p *Position) string {
	last, next := p.side.Other(), p.side
	arrived, stood := m.inGoal(p, last), m.inGoal(p, next)
	switch {
	case m.Reply && last == Second:
		switch {
		case arrived && stood:
			return draw
		case stood:
			return winFor[First]
		}
	case m.Stays && stood:
		return winFor[next]
	case m.Safe && !m.Stays && stood && m.unattacked(p, next):
		if arrived && m.unattacked(p, last) {
			return draw
		}
		return winFor[next]
	}
	switch {
	case !arrived, m.Stays && !m.Safe, m.Safe && !m.unattacked(p, last), m.Reply && last == First && m.canFollow(p):
		return ""
	}
	return winFor[last]
}

// canFollow reports whether the side to move can reach its goal at once.
func (m *goal) canFollow(p *Position) bool {
	side := p.side
	for _, mv := range p.Moves(nil) {
		history := p.playProbe(mv)
		reached := m.inGoal(p, side)
		p.undoProbe(history)
		if reached {
			return true
		}
	}
	return false
}

func (m *goal) outcome(p *Position) Outcome {
	return Outcome{m.result(p), m.Ends, m.ruleID}
}
