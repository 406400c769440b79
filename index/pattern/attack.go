package pattern

import "assay/analysis/rules"

// spatialCount is a count of attack relations. in returns the count and the
// squares involved.
type spatialCount interface {
	Count
	in(p *rules.Position) (n int, squares rules.Bitboard)
}

// occupiedBy returns the given squares that hold one of the given pieces. A nil
// set is no restriction.
func occupiedBy(p *rules.Position, pieces *Pieces, squares *rules.Bitboard) rules.Bitboard {
	candidates := p.Occupied()
	if squares != nil {
		candidates = candidates.And(*squares)
	}
	if pieces == nil {
		return candidates
	}
	var found rules.Bitboard
	for !candidates.Empty() {
		if s := candidates.Pop(); pieces.Has(p.At(s)) {
			found.Add(s)
		}
	}
	return found
}

// squares returns the squares of the attackers and the attacked squares.
func (a *Attack) squares(p *rules.Position) (from, to rules.Bitboard) {
	sources := occupiedBy(p, a.Pieces, a.From)
	if sources.Empty() {
		return from, to
	}
	var targets rules.Bitboard
	switch {
	case a.Takes != nil:
		targets = occupiedBy(p, a.Takes, a.To)
	case a.To != nil:
		targets = *a.To
	default:
		targets = boardOf(p.Rules())
	}
	for !targets.Empty() {
		s := targets.Pop()
		there := p.At(s)
		if there == rules.Walled {
			continue
		}
		for side := rules.First; side <= rules.Second; side++ {
			if attackers := p.Attackers(s, there.Type(), side, p.Occupied()).And(sources); !attackers.Empty() {
				from = from.Or(attackers)
				to.Add(s)
			}
		}
	}
	return from, to
}

func (n Attackers) in(p *rules.Position) (int, rules.Bitboard) {
	from, to := n.squares(p)
	return from.Len(), from.Or(to)
}

func (n Attacked) in(p *rules.Position) (int, rules.Bitboard) {
	from, to := n.squares(p)
	return to.Len(), from.Or(to)
}

func (n Pinned) in(p *rules.Position) (int, rules.Bitboard) {
	var pinned, pinning rules.Bitboard
	occupied := p.Occupied()
	shields, from := occupiedBy(p, n.Pieces, n.Squares), occupiedBy(p, n.By, nil)
	for targets := occupiedBy(p, &n.Against, nil); !targets.Empty(); {
		s := targets.Pop()
		target := p.At(s)
		if target == rules.Walled {
			continue
		}
		by := target.Side().Other()
		attackers := p.Attackers(s, target.Type(), by, occupied)
		for remaining := shields; !remaining.Empty(); {
			q := remaining.Pop()
			shield := p.At(q)
			if q == s || shield == rules.Walled || shield.Side() == by {
				continue
			}
			without := occupied
			without.Toggle(q)
			if newAttackers := p.Attackers(s, target.Type(), by, without).AndNot(attackers).
				And(from); !newAttackers.Empty() {
				pinned.Add(q)
				pinning = pinning.Or(newAttackers)
				pinning.Add(s)
			}
		}
	}
	return pinned.Len(), pinned.Or(pinning)
}

func (n Structured) in(p *rules.Position) (int, rules.Bitboard) {
	var found rules.Bitboard
	for remaining := occupiedBy(p, &n.Pieces, &n.Squares); !remaining.Empty(); {
		if s := remaining.Pop(); p.At(s) != rules.Walled && n.How.appliesTo(p, s) {
			found.Add(s)
		}
	}
	return found.Len(), found
}

// appliesTo reports whether the piece on s has the structure.
func (h Structure) appliesTo(p *rules.Position, s rules.Square) bool {
	pc, files := p.At(s), p.Rules().Files()
	file, rank := int(s)%files, int(s)/files
	target, maxFileDistance := pc, 1
	if h == Passed {
		target = rules.NewPiece(pc.Type(), pc.Side().Other())
	} else if h == Doubled {
		maxFileDistance = 0
	}
	for others := p.Occupied(); !others.Empty(); {
		q := others.Pop()
		fileDistance, rankDistance := int(q)%files-file, int(q)/files-rank
		if p.Rules().Hexagons() { // in halves of a cell
			rankDistance = 2*rankDistance - fileDistance
		}
		if pc.Side() == rules.Second {
			rankDistance = -rankDistance
		}
		if p.At(q) != target || fileDistance < -maxFileDistance || fileDistance > maxFileDistance {
			continue
		}
		switch h {
		case Passed:
			if rankDistance > 0 {
				return false
			}
		case Isolated:
			if fileDistance != 0 {
				return false
			}
		case Doubled:
			if rankDistance != 0 {
				return true
			}
		}
	}
	return h != Doubled
}
