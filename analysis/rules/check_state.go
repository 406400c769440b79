package rules

// cachedCheck caches whether the side to move is in check in the position with
// these keys.
type cachedCheck struct {
	key, repetitionKey uint64
	inCheck            bool
}

// findsAttackersOnLines reports whether royal safety is the only safety rule, with one
// royal, and its attackers only leap or slide. Then a move can expose the royal
// only by leaving a line to it.
func (r *Rules) findsAttackersOnLines() bool {
	if !r.royalSafe || len(r.safetyRules) != 1 || r.playToTest || r.playCapturesToTest || !r.plainSafety {
		return false
	}
	for side := range r.attacks {
		if a := &r.attacks[side]; len(a.lame)+len(a.hops)+len(a.behinds) > 0 {
			return false
		}
	}
	return true
}

// leavesRoyalSafe reports whether a move of a piece other than the royal certainly
// leaves the royal safe: there is no check, and no line is opened.
func (p *Position) leavesRoyalSafe(m Move) bool {
	king := p.royal[p.side]
	if king == NoSquare {
		return false
	}
	switch m.Kind() {
	case Step, ToPocket:
		from := m.From()
		if from == king || p.rules.allRays[king].Has(from) && p.isPinned(king, from) {
			return false
		}
	case RifleCapture: // may remove a blocker from any line
		return false
	}
	return !p.inCheckCached()
}

// isPinned reports whether a piece on a line to the royal is pinned: an enemy
// piece stands behind it. The enemy's type is not checked.
func (p *Position) isPinned(king, from Square) bool {
	r := p.rules
	d, _ := r.direction(king, from)
	occupied := p.occupied
	if nearest(r.rays[d][king].And(occupied), d) != from {
		return false
	}
	behind := r.rays[d][from].And(occupied)
	return !behind.Empty() && p.own[p.side.Other()].Has(nearest(behind, d))
}

// hasUnpinnedMove looks for an unpinned piece with a short quiet move. It may
// return false although there is one.
func (p *Position) hasUnpinnedMove() bool {
	king := p.royal[p.side]
	if king == NoSquare || len(p.rules.banRules) > 0 || p.inCheckCached() {
		return false
	}
	empty := p.rules.all.AndNot(p.occupied)
	for own := p.own[p.side].AndNot(p.rules.allRays[king]).AndNot(bit(king)); !own.Empty(); {
		from := own.Pop()
		quiet := p.rules.tables[p.board[from]].quietSteps[from].And(empty)
		if pr := p.rules.promotions[p.board[from]]; pr != nil {
			quiet = quiet.AndNot(pr.mustPromote(p.mayPromote(pr, from)))
		}
		if !quiet.Empty() {
			return true
		}
	}
	return false
}

// inCheckCached is a cached InCheck of the side to move for attacks on lines. The
// royal was safe before the opponent's last move (unless a move was overruled),
// so only that move can have created the attack.
func (p *Position) inCheckCached() bool {
	c := &p.checkCache
	if c.key != p.key || c.repetitionKey != p.repetitionKey {
		*c = cachedCheck{p.key, p.repetitionKey, p.mayBeInCheck() && p.attackedNow(p.side)}
	}
	return c.inCheck
}

func (p *Position) mayBeInCheck() bool {
	king := p.royal[p.side]
	if len(p.states) == 0 || king == NoSquare || p.overruledPly != 0 {
		return true
	}
	m := p.states[len(p.states)-1].move
	if p.rules.attackersOnLines && m.isStep() {
		return p.stepAttacks(king, m)
	}
	return p.rules.mayAttack(king, m, p.board[m.To()])
}

// stepAttacks reports whether the step just played may attack the royal of the
// side to move, for attacks on lines: directly, or as a discovered attack. It
// may return true for steps that do not.
func (p *Position) stepAttacks(king Square, m Move) bool {
	r, to := p.rules, m.To()
	t := r.tables[p.board[to]]
	if t.attacksFrom[king].Has(to) {
		if !t.plain || t.anyLeaps != nil && t.anyLeaps[to].Has(king) {
			return true
		}
		if d, ok := r.direction(to, king); ok && t.slideAny>>d&1 != 0 && !r.span(to, king, d).AndNot(bit(king)).Meets(p.occupied) {
			return true
		}
	}
	if !t.discoversFrom[king].Has(m.From()) {
		return false
	}
	d, ok := r.direction(king, m.From())
	if !ok {
		return true
	}
	ahead := r.rays[d][king].And(p.occupied)
	return !ahead.Empty() && p.own[p.side.Other()].Has(nearest(ahead, d))
}
