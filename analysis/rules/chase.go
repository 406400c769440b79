package rules

import (
	"slices"

	"assay/analysis/variant"
)

// chase says which threats count for perpetual chase: a side that keeps
// threatening one piece loses (W-1).
type chase struct {
	by, of  PieceTypeSet
	within  [2][maxTypes]Bitboard  // by the victim's side: squares on which it counts as threatened
	despite [maxTypes]PieceTypeSet // by attacker: victims that count even when protected
}

func (r *Rules) newChase(d *variant.Chase) *chase {
	c := &chase{by: r.typeSet(d.By), of: r.typeSet(d.Of)}
	for _, side := range []Side{First, Second} {
		for t := range c.within[side] {
			c.within[side][t] = r.all
		}
		for letter, name := range d.Within.All() {
			c.within[side][r.letters[letter]] = r.region(name, side)
		}
	}
	for letter, victims := range d.Despite.All() {
		c.despite[r.letters[letter]] = r.typeSet(victims)
	}
	return c
}

// typeSet returns the types with the given letters.
func (r *Rules) typeSet(letters []string) (out PieceTypeSet) {
	for _, letter := range letters {
		out.Add(r.letters[letter])
	}
	return out
}

// newThreats returns the squares of the pieces that the last move newly threatens.
// A threat that existed before is new only if a protector has become pinned.
func (c *chase) newThreats(p *Position) (prey Bitboard) {
	hunter := p.side.Other()
	p.side = hunter
	after := c.captures(nil, p)
	p.side = hunter.Other()
	if len(after) == 0 {
		return prey
	}
	last, _ := p.LastMove()
	before := p.Clone()
	before.Undo()
	old := c.captures(nil, before)
	for _, now := range after {
		if !now.wins {
			continue
		}
		from := now.from
		if from == last.To() && last.Kind() == Step {
			from = last.From()
		}
		stood := slices.IndexFunc(old, func(t threat) bool { return t.from == from && t.to == now.to })
		if stood < 0 || !old[stood].wins && now.pinned {
			prey.Add(now.to)
		}
	}
	return prey
}

// threat is a possible capture.
type threat struct {
	from, to Square
	wins     bool // no legal recapture, or recaptures do not matter
	pinned   bool // a recapture exists but is illegal because of the royal
}

// captures appends the counting captures of the side to move. Two pieces of the
// same type that could capture each other offer an exchange, which is no
// threat.
func (c *chase) captures(dst []threat, p *Position) []threat {
	for _, m := range p.Forcing(nil, 0) {
		if m.Kind() != Step || p.board[m.To()] == NoPiece {
			continue
		}
		t := threat{from: m.From(), to: m.To()}
		captor, victim := p.board[t.from].Type(), p.board[t.to]
		if !c.by.Has(captor) || !c.of.Has(victim.Type()) || !c.within[victim.Side()][victim.Type()].Has(t.to) {
			continue
		}
		if captor == victim.Type() && p.canRecapture(t.to, t.from) {
			continue
		}
		t.wins = c.despite[captor].Has(victim.Type())
		if !t.wins {
			t.wins, t.pinned = p.winsPiece(m)
		}
		dst = append(dst, t)
	}
	return dst
}

// canRecapture reports whether the opponent's piece on from could legally capture
// the piece on to.
func (p *Position) canRecapture(from, to Square) bool {
	p.side = p.side.Other()
	legal := p.Legal(NewMove(Step, from, to, NoPieceType))
	p.side = p.side.Other()
	return legal
}

// winsPiece reports whether there is no legal recapture, and whether there is
// a pseudo-legal one.
func (p *Position) winsPiece(m Move) (unanswered, pinned bool) {
	p.Play(m)
	defer p.Undo()
	for _, answer := range p.Forcing(nil, 0) {
		if answer.To() == m.To() {
			return false, false
		}
	}
	return true, !p.Attackers(m.To(), p.board[m.To()].Type(), p.side, p.occupied).Empty()
}
