package rules

import "slices"

// dropPlace limits drop squares by the surrounding pieces (W-10).
type dropPlace struct {
	ruleCited
	By           string `yaml:"by" says:"enclosing: where it encloses pieces of the other side in rows; beside: next to one's own piece; apart: not next to a piece of the other side on a file or rank; top: on the first rank or on top of a piece; edge: where a piece comes to that is slid in from an edge; low-edge: so too, but from the last file or rank it slides past others to the lowest square before a piece or an edge"`
	Holes        bool   `yaml:"holes" says:"true, with enclosing: a row leads over holes of the board too, from a square next to a piece of the other side, though only rows without holes turn"`
	Start        string `yaml:"start" says:"region that has to be full before; drops land there until then"`
	startRegions [2]Bitboard
}

var dropPlaceKind = moduleOf("drop-place", "Drops are allowed only in certain places relative to other pieces.",
	func(c *moduleContext, m *dropPlace) {
		c.checkOneOf("by", m.By, "enclosing", "beside", "apart", "top", "edge", "low-edge")
		if m.Holes && m.By != "enclosing" {
			c.report("holes goes with enclosing")
		}
		if m.Start != "" {
			m.startRegions = c.regions(m.Start)
		}
		c.add(m)
	})

func (m *dropPlace) describe(*Rules) string {
	where := map[string]string{
		"enclosing": "where it encloses pieces of the other side, in rows between it and another of its own side",
		"beside":    "beside a piece of its own side",
		"apart":     "where no piece of the other side stands beside it on a file or rank",
		"top":       "on the first rank, or right behind a piece as the first player sees it",
		"edge":      "where it comes to rest when it is slid in from an edge of the board",
		"low-edge":  "where it comes to rest when it is slid in from the first file or rank, or, slid in from the last one, before the first piece or edge that a look along the line from the first square meets",
	}
	says := "A drop lands " + where[m.By]
	if m.Holes {
		says = "A drop lands beside a piece of the other side, where a row of such pieces and of holes of the board leads to a piece of its own side"
	}
	if m.Start != "" {
		says += "; as long as " + m.Start + " is not full, it lands there"
	}
	return says
}

func (m *dropPlace) restrict(p *Position, legal *legality) {
	legal.testDropsOf, legal.testDropsTo = p.rules.allTypes(), p.rules.all
}

func (m *dropPlace) forbids(p *Position, mv Move) bool {
	if mv.Kind() != Drop {
		return false
	}
	r, to, side := p.rules, mv.To(), p.side
	if open := m.startRegions[side].AndNot(p.occupied); !open.Empty() {
		return !open.Has(to)
	}
	switch m.By {
	case "enclosing":
		if m.Holes {
			return !r.around[to].Meets(p.own[side.Other()]) || !p.rowLeadsToOwn(side, to)
		}
		return p.enclosed(side, to).Empty()
	case "beside":
		return !r.around[to].Meets(p.own[side])
	case "top":
		below, ok := r.offset(to, 0, -1)
		return ok && p.board[below] == NoPiece
	case "low-edge":
		return !slices.ContainsFunc(orthogonals, func(d int) bool { return p.isLowestRest(to, d) })
	case "apart":
		for _, d := range orthogonals {
			if at, ok := r.step(to, d); ok && p.own[side.Other()].Has(at) {
				return true
			}
		}
		return false
	}
	for _, d := range orthogonals {
		next, ok := r.step(to, d)
		if (!ok || p.board[next] != NoPiece) && !r.rays[d^4][to].Meets(p.occupied) {
			return false
		}
	}
	return true
}

// rowLeadsToOwn reports whether a non-empty row of enemy pieces and holes leads
// from a square to a piece of a side.
func (p *Position) rowLeadsToOwn(side Side, s Square) bool {
	for d := range directionVectors {
		open := p.own[side].Or(p.rules.all.AndNot(p.occupied))
		if stops := p.rules.rays[d][s].And(open); !stops.Empty() {
			if end := nearest(stops, d); p.own[side].Has(end) && !p.rules.around[s].Has(end) {
				return true
			}
		}
	}
	return false
}

// isLowestRest reports whether an empty square is the lowest square of its line in
// front of a piece or the edge, seen along direction d.
func (p *Position) isLowestRest(s Square, d int) bool {
	r := p.rules
	stops := func(s Square) bool {
		next, ok := r.step(s, d)
		return p.board[s] == NoPiece && (!ok || p.board[next] != NoPiece)
	}
	line := r.rays[d][s].Or(r.rays[d^4][s]).Or(bit(s))
	entry := s
	for before := r.rays[d^4][s]; !before.Empty(); {
		at := before.Pop()
		if _, inside := r.step(at, d^4); !inside {
			entry = at
		}
	}
	for !line.Empty() {
		if at := line.Pop(); stops(at) {
			return at == s && p.board[entry] == NoPiece
		}
	}
	return false
}

// orthogonals lists the directions along files and ranks.
var orthogonals = func() (out []int) {
	for d, v := range directionVectors {
		if v[0]*v[1] == 0 {
			out = append(out, d)
		}
	}
	return out
}()

func (m *dropPlace) explain(p *Position, mv Move) (reason, message string) {
	return "drop place", "a " + p.rules.pieceTypes[p.droppedType(mv)].name + " may not be dropped on " + p.rules.SquareName(mv.To()) + " now"
}
