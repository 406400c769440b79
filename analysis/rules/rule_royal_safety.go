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

var royalSafetyKind = moduleOf("royal-safety",
	"A side may not leave its own royal attacked; a side without a legal move and with an attacked royal is "+
		"checkmated.",
	func(c *moduleContext, m *royalSafety) {
		c.needsOneRoyal()
		c.checkParty(m.Side)
		c.rules.caps.royalSafety = true
		c.rules.caps.needsRoyal = [2]bool{m.Side.Has(false), m.Side.Has(true)}
		c.add(m)
	})

func (m *royalSafety) describe(r *Rules) string {
	if m.Side != "" {
		return fmt.Sprintf("No move of %s may leave its own %s attacked; the other side has none", r.sideOf(m.Side),
			r.royalNames())
	}
	return fmt.Sprintf("A side may not leave its own %s attacked", r.royalNames())
}

func (royalSafety) safe(p *Position, v *boardView) bool {
	return v.royal == NoSquare || !p.royalAttacked(v.side, v.royal, p.rules.royalType(), v.occupied, v.opponent)
}

func (royalSafety) explain(p *Position) (reason, message string) {
	return "royal attacked", fmt.Sprintf("it leaves the %s attacked", p.rules.pieceTypes[p.rules.royalType()].name)
}

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
	for _, x := range p.rules.special.exemptions {
		if x.exempt(p, side, s) {
			return true
		}
	}
	return false
}

// addRoyalLegality adds the checks, pins and potential hurdle squares of a
// royal of the side to move to the legality mask.
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

// addCheck adds a check. A move meets it by entering one of stops (capture or
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

// facingRoyals forbids royals to face each other on a file, rank or diagonal
// with nothing between (CSG-13).
type facingRoyals struct{ ruleCited }

var facingRoyalsKind = moduleOf("facing-royals",
	"The two royals may never stand on one file, rank or diagonal with nothing between.",
	func(c *moduleContext, m *facingRoyals) {
		c.needsOneRoyal()
		c.add(m)
	})

func (facingRoyals) describe(r *Rules) string {
	return fmt.Sprintf("The two sides' %s may never stand on one file, rank or diagonal with nothing between",
		r.royalNames())
}

func (facingRoyals) safe(p *Position, v *boardView) bool {
	theirs := p.royal[v.side.Other()]
	if v.royal == NoSquare || theirs == NoSquare || !v.opponent.Has(theirs) {
		return true
	}
	d, aligned := p.rules.direction(v.royal, theirs)
	if !aligned {
		return true
	}
	return nearest(p.rules.rays[d][v.royal].And(v.occupied), d) != theirs
}

func (facingRoyals) restrict(p *Position, legal *legality) {
	mine, theirs := p.royal[p.side], p.royal[p.side.Other()]
	if mine == NoSquare || theirs == NoSquare {
		return
	}
	legal.testFrom = legal.testFrom.Or(bit(mine))
	d, aligned := p.rules.direction(mine, theirs)
	if !aligned {
		return
	}
	between := p.rules.span(mine, theirs, d).And(p.occupied).AndNot(bit(theirs))
	switch {
	case between.Empty():
		legal.testEvery = true
	case between.Single():
		legal.testFrom = legal.testFrom.Or(between)
	}
}

func (facingRoyals) explain(p *Position) (reason, message string) {
	name := p.rules.pieceTypes[p.rules.royalType()].name
	return "royals face", fmt.Sprintf("afterwards the two %ss face each other with nothing between", name)
}

func (m *facingRoyals) relation() Relation {
	return Relation{Name: "facing", Rule: m.ruleID, holds: func(p *Position, _ Side) bool {
		first, second := p.royal[First], p.royal[Second]
		if first == NoSquare || second == NoSquare {
			return false
		}
		d, aligned := p.rules.direction(first, second)
		return aligned && nearest(p.rules.rays[d][first].And(p.occupied), d) == second
	}}
}

// walledRoyal forbids leaving a royal with every adjacent square off the board
// or occupied by its own side (CSG-14).
type walledRoyal struct{ ruleCited }

var walledRoyalKind = moduleOf("walled-royal",
	"A side may not leave its own royal with every adjacent square off the board or occupied by its own side.",
	func(c *moduleContext, m *walledRoyal) {
		c.needsOneRoyal()
		c.add(m)
	})

func (walledRoyal) describe(r *Rules) string {
	return fmt.Sprintf("A side may not leave its own %s with every adjacent square off the board or occupied by its "+
		"own side", r.royalNames())
}

func (walledRoyal) safe(p *Position, v *boardView) bool {
	return v.royal == NoSquare || !p.rules.around[v.royal].AndNot(v.mover).Empty()
}

func (walledRoyal) restrict(p *Position, legal *legality) {
	mine := p.royal[p.side]
	if mine == NoSquare {
		return
	}
	legal.testFrom = legal.testFrom.Or(bit(mine))
	open := p.rules.around[mine].AndNot(p.own[p.side])
	switch {
	case open.Empty():
		legal.testEvery = true
	case open.Single():
		legal.testTo = legal.testTo.Or(open)
	}
}

func (walledRoyal) explain(p *Position) (reason, message string) {
	name := p.rules.pieceTypes[p.rules.royalType()].name
	return "royal walled in",
		fmt.Sprintf("afterwards every square around the %s is off the board or occupied by its own side", name)
}

func (m *walledRoyal) relation() Relation {
	return Relation{Name: "walled", Sided: true, Rule: m.ruleID, holds: func(p *Position, side Side) bool {
		royal := p.royal[side]
		return royal != NoSquare && p.rules.around[royal].AndNot(p.own[side]).Empty()
	}}
}

// breakFacing obliges a side whose royal faces the other on an open file to
// break the confrontation by its move or to pass.
type breakFacing struct{ ruleCited }

var breakFacingKind = moduleOf("break-facing",
	"A side whose royal faces the other one on an open file must break the confrontation or pass.",
	func(c *moduleContext, m *breakFacing) {
		c.needsOneRoyal()
		c.add(m)
	})

func (breakFacing) describe(r *Rules) string {
	return fmt.Sprintf("A side whose %s faces the other one on an open file must break the confrontation or pass",
		r.royalNames())
}

func (breakFacing) restrict(p *Position, legal *legality) {
	if p.royalsFace() {
		legal.testBans = true
	}
}

func (breakFacing) forbids(p *Position, m Move) bool {
	if m.Kind() == Pass || !p.royalsFace() {
		return false
	}
	var v boardView
	p.boardAfter(&v, m)
	return p.rules.onOpenFile(v.royal, p.royal[p.side.Other()], v.occupied)
}

func (breakFacing) explain(p *Position, _ Move) (reason, message string) {
	name := p.rules.pieceTypes[p.rules.royalType()].name
	return "royals face", fmt.Sprintf("the two %ss face each other, and the move does not change that", name)
}

// royalsFace reports whether the royals face each other on an open file.
func (p *Position) royalsFace() bool {
	return p.rules.onOpenFile(p.royal[First], p.royal[Second], p.occupied)
}

func (m *breakFacing) relation() Relation {
	return Relation{Name: "facing", Rule: m.ruleID, holds: func(p *Position, _ Side) bool { return p.royalsFace() }}
}

// standFast forbids an attacked royal to move away (W-9).
type standFast struct{ ruleCited }

var standFastKind = moduleOf("stand-fast", "An attacked royal may not move, except to capture its only attacker.",
	func(c *moduleContext, m *standFast) {
		c.needsOneRoyal()
		c.add(m)
	})

func (m *standFast) describe(r *Rules) string {
	return fmt.Sprintf("An attacked %s may not move, except to capture its only attacker", r.royalNames())
}

func (m *standFast) restrict(p *Position, legal *legality) {
	legal.testBans = legal.testBans || p.InCheck(p.side)
}

func (m *standFast) forbids(p *Position, mv Move) bool {
	king := p.royal[p.side]
	if mv.Kind() != Step || mv.From() != king || !p.InCheck(p.side) {
		return false
	}
	them := p.side.Other()
	return p.attackers(king, p.rules.royalType(), them, p.occupied).And(p.own[them]) != bit(mv.To())
}

func (m *standFast) explain(p *Position, _ Move) (reason, message string) {
	return "flight", fmt.Sprintf("the %s is attacked and may not move away", p.rules.royalNames())
}

// noCheck forbids giving check (W-9).
type noCheck struct {
	ruleCited
	Drops bool `yaml:"drops" says:"true: only for drops"`
}

var noCheckKind = moduleOf("no-check", "No move may attack the other side's royal.",
	func(c *moduleContext, m *noCheck) {
		c.add(m)
	})

func (m *noCheck) describe(r *Rules) string {
	what := "move"
	if m.Drops {
		what = "drop"
	}
	return fmt.Sprintf("No %s may attack the other side's %s", what, r.royalNames())
}

func (m *noCheck) restrict(p *Position, legal *legality) {
	if !m.Drops {
		legal.testBans = true
		return
	}
	legal.testDropsOf, legal.testDropsTo = anyType, p.rules.all
}

func (m *noCheck) forbids(p *Position, mv Move) bool {
	if m.Drops && !mv.isDrop() {
		return false
	}
	history := p.playProbe(mv)
	check := p.InCheck(p.side)
	p.undoProbe(history)
	return check
}

func (m *noCheck) explain(p *Position, _ Move) (reason, message string) {
	return "check", fmt.Sprintf("it attacks the %s of %s", p.rules.royalNames(), p.rules.SideName(p.side.Other()))
}

// aimedRoyal takes away a royal's first move when certain pieces move onto its
// file or rank, even if other pieces stand between (W-9).
type aimedRoyal struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"those pieces"`
	pieces PieceTypeSet
}

var aimedRoyalKind = moduleOf("aimed-royal",
	"A royal loses its first move when certain pieces move onto its file or rank.",
	func(c *moduleContext, m *aimedRoyal) {
		c.needsOneRoyal()
		m.pieces = c.requiredPieces(m.Pieces)
		c.add(m)
	})

func (m *aimedRoyal) describe(r *Rules) string {
	return fmt.Sprintf("A %s that has not moved loses its first move when a %s moves onto its file or rank, even "+
		"with pieces between",
		r.royalNames(), r.typeList(m.pieces, "or"))
}

func (m *aimedRoyal) apply(p *Position, st *stateInfo) {
	king, to := p.royal[p.side], st.move.To()
	if st.move.Kind() == Step && king != NoSquare && m.pieces.Has(st.moved.Type()) &&
		(p.rules.file(to) == p.rules.file(king) || p.rules.rank(to) == p.rules.rank(king)) {
		p.loseFirstMoves(bit(king))
	}
}
