package rules

import (
	"fmt"
	"slices"
)

// dropMate is about drops that give checkmate: it forbids them (NE-13), or
// lets them lose the game (PSC-13).
type dropMate struct {
	ruled
	pieces types
	loses  bool
	checks [2][MaxSquares]Bitboard // by side and enemy royal: where a drop may give check
}

type dropMateParams struct {
	Pieces []string `yaml:"pieces"` // every piece when empty
	Effect string   `yaml:"effect"` // forbidden or loses
}

// prepare finds from where a dropped piece could attack each square, itself or
// as another's hurdle, on any board.
func (m *dropMate) prepare(r *Rules) {
	for _, side := range []Side{First, Second} {
		a := &r.attacks[side]
		rides := a.hop()
		for s := range Square(r.squares) {
			b := &m.checks[side][s]
			for t := Type(1); int(t) < len(r.kinds); t++ {
				if !m.pieces.has(t) {
					continue
				}
				tab := r.tables[NewPiece(t, side)]
				rides = rides || tab.slideAny|tab.slideCapture != 0
				for from := range Square(r.squares) {
					if tab.leaps(from).has(s) {
						*b = b.or(bit(from))
					}
				}
			}
			for d := 0; rides && d < directions; d++ {
				*b = b.or(r.rays[d][s])
			}
		}
	}
}

// hop reports whether some piece captures over another one.
func (a *attacks) hop() bool {
	for i := range a.lame {
		for _, from := range a.lame[i].reverse {
			if slices.ContainsFunc(from, func(l lame) bool { return l.hop }) {
				return true
			}
		}
	}
	return len(a.hops)+len(a.behinds) > 0
}

// leaps is every square that a piece may capture on by leaping from s on some
// board.
func (t *table) leaps(s Square) Bitboard {
	var out Bitboard
	if t.any != nil {
		out = t.any[s]
	}
	if t.capture != nil {
		out = out.or(t.capture[s])
	}
	if t.lame != nil {
		for _, l := range t.lame[s] {
			if l.capture {
				out = out.or(bit(l.square))
			}
		}
	}
	return out
}

func (m *dropMate) restrain(p *Position, g *guard) {
	if royal := p.royal[p.side.Other()]; royal != NoSquare && (p.held[p.side] > 0 || p.pocket[p.side] != NoType) {
		g.eachDrop |= m.pieces
		g.eachDropOn = g.eachDropOn.or(m.checks[p.side][royal])
	}
}

func (m *dropMate) bans(p *Position, mv Move) bool {
	k := mv.Kind()
	if k != Drop && k != PocketDrop || !m.pieces.has(p.dropped(mv)) {
		return false
	}
	royal := p.royal[p.side.Other()]
	if royal == NoSquare || !m.checks[p.side][royal].has(mv.To()) {
		return false
	}
	history := p.history
	p.history = nil
	p.Play(mv)
	mate := p.InCheck(p.side) && !p.HasMove()
	p.Undo()
	p.history = history
	return mate
}

func (m *dropMate) fault(p *Position, mv Move) (reason, message string) {
	return "drop mate", fmt.Sprintf("dropping the %s on %s gives checkmate",
		p.rules.kinds[p.dropped(mv)].name, p.rules.SquareName(mv.To()))
}

// dropped is the kind that a drop puts on the board.
func (p *Position) dropped(m Move) Type {
	switch {
	case m.Kind() == PocketDrop:
		return p.pocket[p.side]
	case p.rules.cells > 0:
		return p.cells[p.side][m.From()]
	}
	return Type(m.From())
}

// losingDropMate is the module by which the mate just given loses, if the last
// move was such a drop.
func (r *Rules) losingDropMate(p *Position) *dropMate {
	for _, m := range r.modules {
		d, ok := m.(*dropMate)
		if !ok || !d.loses || len(p.stack) == 0 {
			continue
		}
		u := &p.stack[len(p.stack)-1]
		if k := u.move.Kind(); (k == Drop || k == PocketDrop) && d.pieces.has(u.moved.Type()) {
			return d
		}
	}
	return nil
}
