package rules

import (
	"fmt"

	"assay/analysis/variant"
)

// royalSafety forbids leaving one's own royal attacked. Each side has one
// royal.
type royalSafety struct {
	ruled
	Side variant.Party `yaml:"side" says:"first or second, if only that side has a royal"`
}

var royalSafetyKind = moduleOf("royal-safety", "No move may leave one's own royal attacked; a side without a legal move and with an attacked royal is checkmated.",
	func(c *moduleContext, m *royalSafety) {
		c.oneRoyal()
		c.party(m.Side)
		c.rules.royalSafe = true
		c.rules.hasRoyal = [2]bool{m.Side.Has(false), m.Side.Has(true)}
		c.add(m)
	})

func (m *royalSafety) says(r *Rules) string {
	if m.Side != "" {
		return fmt.Sprintf("No move of %s may leave its own %s attacked; the other side has none", r.partyName(m.Side), r.royalNames())
	}
	return fmt.Sprintf("No move may leave one's own %s attacked", r.royalNames())
}

func (royalSafety) safe(p *Position, v *view) bool {
	return v.royal == NoSquare || !p.threatened(v.side, v.royal, p.rules.royalType(), v.occupied, v.enemy)
}

func (royalSafety) fault(p *Position) (reason, message string) {
	return "royal attacked", fmt.Sprintf("it leaves the %s attacked", p.rules.pieceTypes[p.rules.royalType()].name)
}

// royalType returns the only type of royal of the variant.
func (r *Rules) royalType() PieceType { return PieceType(trailing64(uint64(r.royals))) }

func (royalSafety) restrain(p *Position, legal *guard) {
	king := p.royal[p.side]
	switch {
	case king == NoSquare:
	case p.exempt(p.side, king):
		legal.from = legal.from.Or(bit(king))
	default:
		p.shield(king, p.rules.royalType(), legal)
	}
}

// threatened reports whether a side's royal on s is attacked and not exempt.
func (p *Position) threatened(side Side, s Square, royal PieceType, occupied, enemy Bitboard) bool {
	return p.attacked(s, royal, side.Other(), occupied, enemy) && !p.exempt(side, s)
}

func (p *Position) exempt(side Side, s Square) bool {
	for _, x := range p.rules.exemptions {
		if x.exempt(p, side, s) {
			return true
		}
	}
	return false
}

// shield adds the checks, pins and potential hurdle squares of a royal of the
// side to move to the legality mask.
func (p *Position) shield(king Square, victim PieceType, legal *guard) {
	switch p.rules.width {
	case SmallBoard:
		p.shieldSmall(king, victim, legal)
		return
	case NarrowBoard:
		p.shieldNarrow(king, victim, legal)
		return
	}
	legal.from = legal.from.Or(bit(king))
	r := p.rules
	a := &r.attacks[p.side.Other()]
	for i := range a.leaps {
		c := &a.leaps[i]
		if !c.takes.Has(victim) {
			continue
		}
		for from := c.reverse[king].And(p.standing(c.pieces)); !from.Empty(); {
			legal.check(bit(from.Pop()), Bitboard{})
		}
	}
	for i := range a.lame {
		if c := &a.lame[i]; c.takes.Has(victim) {
			p.restrainLame(c, king, legal)
		}
	}
	for i := range a.slides {
		if c := &a.slides[i]; c.takes.Has(victim) {
			p.restrainSlides(c, king, legal)
		}
	}
	for i := range a.hops {
		if c := &a.hops[i]; c.takes.Has(victim) {
			p.restrainHops(c, king, legal)
		}
	}
	if len(a.behinds) > 0 {
		legal.exact = true
	}
}

// check adds a check that a move meets by entering one of stops (capture or
// interposition), or by moving a hurdle of screens away.
func (legal *guard) check(stops, screens Bitboard) {
	if legal.limited {
		legal.only = legal.only.And(stops)
	} else {
		legal.only = stops
	}
	legal.limited, legal.exact = true, true
	legal.free = legal.free.Or(screens)
}

func (p *Position) restrainLame(c *lameClass, king Square, legal *guard) {
	if !c.mask[king].Meets(p.pieces[c.piece]) {
		return
	}
	occupied := p.filled
	for j := range c.reverse[king] {
		l := &c.reverse[king][j]
		if p.board[l.square] != c.piece {
			continue
		}
		held := l.path.And(occupied)
		switch {
		case l.hop && !held.Empty() && !held.Single():
			legal.from = legal.from.Or(held)
		case l.hop && (held.Empty() || c.table.hopsNot.Has(p.board[held.First()].Type())):
			legal.to = legal.to.Or(l.path)
		case l.hop:
			legal.check(bit(l.square).Or(l.path), held)
		case held.Empty():
			legal.check(bit(l.square).Or(l.path), Bitboard{})
		case held.Single():
			legal.from = legal.from.Or(held)
		}
	}
}

func (p *Position) restrainSlides(c *rideClass, king Square, legal *guard) {
	riders := p.standing(c.pieces)
	if riders.Empty() {
		return
	}
	r := p.rules
	occupied := p.filled
	for set := c.directions; set != 0; set &= set - 1 {
		d := trailing(set)
		ray := r.rays[d][king]
		if !ray.Meets(riders) {
			continue
		}
		first := nearest(ray.And(occupied), d)
		if riders.Has(first) {
			legal.check(r.span(king, first, d), Bitboard{})
			continue
		}
		if beyond := r.rays[d][first].And(occupied); !beyond.Empty() && riders.Has(nearest(beyond, d)) {
			legal.from = legal.from.Or(bit(first))
		}
	}
}

func (p *Position) restrainHops(c *rideClass, king Square, legal *guard) {
	riders := p.standing(c.pieces)
	if riders.Empty() {
		return
	}
	r := p.rules
	occupied := p.filled
	for set := c.directions; set != 0; set &= set - 1 {
		d := trailing(set)
		ray := r.rays[d][king]
		if !ray.Meets(riders) {
			continue
		}
		var met [3]Square
		n := 0
		for at := king; n < 3; n++ {
			beyond := r.rays[d][at].And(occupied)
			if beyond.Empty() {
				break
			}
			at = nearest(beyond, d)
			met[n] = at
		}
		if riders.Has(met[0]) {
			legal.to = legal.to.Or(r.span(king, met[0], d))
		}
		if n > 1 && riders.Has(met[1]) {
			if c.hopsNot.Has(p.board[met[0]].Type()) {
				legal.to = legal.to.Or(bit(met[0]))
			} else {
				legal.check(r.span(king, met[1], d), bit(met[0]))
			}
		}
		if n > 2 && riders.Has(met[2]) {
			legal.from = legal.from.Or(bit(met[0])).Or(bit(met[1]))
		}
	}
}
