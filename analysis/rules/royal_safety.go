package rules

import (
	"fmt"

	"assay/analysis/variant"
)

// royalSafety forbids leaving one's own royal attacked. Each side has one
// royal.
type royalSafety struct {
	ruleCited
	Side variant.Party `yaml:"side" says:"first or second, if only that side has a royal"`
}

var royalSafetyKind = moduleOf("royal-safety", "No move may leave one's own royal attacked; a side without a legal move and with an attacked royal is checkmated.",
	func(c *moduleContext, m *royalSafety) {
		c.needsOneRoyal()
		c.checkParty(m.Side)
		c.rules.royalSafe = true
		c.rules.needsRoyalOf = [2]bool{m.Side.Has(false), m.Side.Has(true)}
		c.add(m)
	})

func (m *royalSafety) describe(r *Rules) string {
	if m.Side != "" {
		return fmt.Sprintf("No move of %s may leave its own %s attacked; the other side has none", r.sideOf(m.Side), r.royalNames())
	}
	return fmt.Sprintf("No move may leave one's own %s attacked", r.royalNames())
}

func (royalSafety) safe(p *Position, v *boardView) bool {
	return v.royal == NoSquare || !p.royalAttacked(v.side, v.royal, p.rules.royalType(), v.occupied, v.opponent)
}

func (royalSafety) explain(p *Position) (reason, message string) {
	return "royal attacked", fmt.Sprintf("it leaves the %s attacked", p.rules.pieceTypes[p.rules.royalType()].name)
}

// royalType returns the only type of royal of the variant.
func (r *Rules) royalType() PieceType { return PieceType(trailing64(uint64(r.royals))) }

func (royalSafety) restrict(p *Position, legal *legality) {
	king := p.royal[p.side]
	switch {
	case king == NoSquare:
	case p.exempt(p.side, king):
		legal.testFrom = legal.testFrom.Or(bit(king))
	default:
		p.addRoyalLegality(king, p.rules.royalType(), legal)
	}
}

// royalAttacked reports whether a side's royal on s is attacked and not exempt.
func (p *Position) royalAttacked(side Side, s Square, royal PieceType, occupied, enemy Bitboard) bool {
	return p.attacked(s, royal, side.Other(), occupied, enemy) && !p.exempt(side, s)
}

func (p *Position) exempt(side Side, s Square) bool {
	for _, x := range p.rules.exemptionRules {
		if x.exempt(p, side, s) {
			return true
		}
	}
	return false
}

// addRoyalLegality adds the checks, pins and potential hurdle squares of a royal of the
// side to move to the legality mask.
func (p *Position) addRoyalLegality(king Square, victim PieceType, legal *legality) {
	switch p.rules.width {
	case Width64:
		p.addRoyalLegality64(king, victim, legal)
		return
	case Width128:
		p.addRoyalLegality128(king, victim, legal)
		return
	}
	legal.testFrom = legal.testFrom.Or(bit(king))
	r := p.rules
	a := &r.attacks[p.side.Other()]
	for i := range a.leaps {
		c := &a.leaps[i]
		if !c.victims.Has(victim) {
			continue
		}
		for from := c.reverse[king].And(p.squaresOf(c.pieces)); !from.Empty(); {
			legal.addCheck(bit(from.Pop()), Bitboard{})
		}
	}
	for i := range a.lame {
		if c := &a.lame[i]; c.victims.Has(victim) {
			p.addLameLegality(c, king, legal)
		}
	}
	for i := range a.slides {
		if c := &a.slides[i]; c.victims.Has(victim) {
			p.addSlideLegality(c, king, legal)
		}
	}
	for i := range a.hops {
		if c := &a.hops[i]; c.victims.Has(victim) {
			p.addHopLegality(c, king, legal)
		}
	}
	if len(a.behinds) > 0 {
		legal.testEvery = true
	}
}

// addCheck adds a check that a move meets by entering one of stops (capture or
// interposition), or by moving a hurdle of screens away.
func (legal *legality) addCheck(stops, screens Bitboard) {
	if legal.inCheck {
		legal.evasionTo = legal.evasionTo.And(stops)
	} else {
		legal.evasionTo = stops
	}
	legal.inCheck, legal.testEvery = true, true
	legal.evasionFrom = legal.evasionFrom.Or(screens)
}

func (p *Position) addLameLegality(c *lameClass, king Square, legal *legality) {
	if !c.mask[king].Meets(p.pieces[c.piece]) {
		return
	}
	occupied := p.occupied
	for j := range c.reverse[king] {
		l := &c.reverse[king][j]
		if p.board[l.square] != c.piece {
			continue
		}
		held := l.path.And(occupied)
		switch {
		case l.hop && !held.Empty() && !held.Single():
			legal.testFrom = legal.testFrom.Or(held)
		case l.hop && (held.Empty() || c.table.neverHopped.Has(p.board[held.First()].Type())):
			legal.testTo = legal.testTo.Or(l.path)
		case l.hop:
			legal.addCheck(bit(l.square).Or(l.path), held)
		case held.Empty():
			legal.addCheck(bit(l.square).Or(l.path), Bitboard{})
		case held.Single():
			legal.testFrom = legal.testFrom.Or(held)
		}
	}
}

func (p *Position) addSlideLegality(c *rideClass, king Square, legal *legality) {
	riders := p.squaresOf(c.pieces)
	if riders.Empty() {
		return
	}
	r := p.rules
	occupied := p.occupied
	for set := c.directions; set != 0; set &= set - 1 {
		d := trailing(set)
		ray := r.rays[d][king]
		if !ray.Meets(riders) {
			continue
		}
		first := nearest(ray.And(occupied), d)
		if riders.Has(first) {
			legal.addCheck(r.span(king, first, d), Bitboard{})
			continue
		}
		if beyond := r.rays[d][first].And(occupied); !beyond.Empty() && riders.Has(nearest(beyond, d)) {
			legal.testFrom = legal.testFrom.Or(bit(first))
		}
	}
}

func (p *Position) addHopLegality(c *rideClass, king Square, legal *legality) {
	riders := p.squaresOf(c.pieces)
	if riders.Empty() {
		return
	}
	r := p.rules
	occupied := p.occupied
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
			legal.testTo = legal.testTo.Or(r.span(king, met[0], d))
		}
		if n > 1 && riders.Has(met[1]) {
			if c.neverHopped.Has(p.board[met[0]].Type()) {
				legal.testTo = legal.testTo.Or(bit(met[0]))
			} else {
				legal.addCheck(r.span(king, met[1], d), bit(met[0]))
			}
		}
		if n > 2 && riders.Has(met[2]) {
			legal.testFrom = legal.testFrom.Or(bit(met[0])).Or(bit(met[1]))
		}
	}
}
