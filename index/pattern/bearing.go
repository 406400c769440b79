package pattern

import "assay/analysis/rules"

// bearing is a count of attack relations. in returns the count and the squares
// involved.
type bearing interface {
	Count
	in(p *rules.Position) (n int, squares rules.Bitboard)
}

// having returns the given squares that hold one of the given pieces. A nil set
// is no restriction.
func having(p *rules.Position, pieces *Pieces, squares *rules.Bitboard) rules.Bitboard {
	held := p.Occupied()
	if squares != nil {
		held = held.And(*squares)
	}
	if pieces == nil {
		return held
	}
	var found rules.Bitboard
	for !held.Empty() {
		if s := held.Pop(); pieces.Has(p.At(s)) {
			found.Add(s)
		}
	}
	return found
}

// met returns the squares of the attackers and the attacked squares.
func (a *Attack) met(p *rules.Position) (from, to rules.Bitboard) {
	sources := having(p, a.Pieces, a.From)
	if sources.Empty() {
		return from, to
	}
	var targets rules.Bitboard
	switch {
	case a.Takes != nil:
		targets = having(p, a.Takes, a.To)
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
			if by := p.Attackers(s, there.Type(), side, p.Occupied()).And(sources); !by.Empty() {
				from = from.Or(by)
				to.Add(s)
			}
		}
	}
	return from, to
}

func (n Attackers) in(p *rules.Position) (int, rules.Bitboard) {
	from, to := n.met(p)
	return from.Len(), from.Or(to)
}

func (n Attacked) in(p *rules.Position) (int, rules.Bitboard) {
	from, to := n.met(p)
	return to.Len(), from.Or(to)
}

func (n Pinned) in(p *rules.Position) (int, rules.Bitboard) {
	var pinned, pinning rules.Bitboard
	occupied := p.Occupied()
	shields, from := having(p, n.Pieces, n.Squares), having(p, n.By, nil)
	for targets := having(p, &n.Against, nil); !targets.Empty(); {
		s := targets.Pop()
		target := p.At(s)
		if target == rules.Walled {
			continue
		}
		by := target.Side().Other()
		plain := p.Attackers(s, target.Type(), by, occupied)
		for each := shields; !each.Empty(); {
			q := each.Pop()
			shield := p.At(q)
			if q == s || shield == rules.Walled || shield.Side() == by {
				continue
			}
			without := occupied
			without.Toggle(q)
			if fresh := p.Attackers(s, target.Type(), by, without).AndNot(plain).And(from); !fresh.Empty() {
				pinned.Add(q)
				pinning = pinning.Or(fresh)
				pinning.Add(s)
			}
		}
	}
	return pinned.Len(), pinned.Or(pinning)
}

func (n Structured) in(p *rules.Position) (int, rules.Bitboard) {
	var found rules.Bitboard
	for each := having(p, &n.Pieces, &n.Squares); !each.Empty(); {
		if s := each.Pop(); p.At(s) != rules.Walled && n.How.of(p, s) {
			found.Add(s)
		}
	}
	return found.Len(), found
}

// of reports whether the piece on s has the structure.
func (h Structure) of(p *rules.Position, s rules.Square) bool {
	pc, files := p.At(s), p.Rules().Files()
	file, rank := int(s)%files, int(s)/files
	sought, beside := pc, 1
	if h == Passed {
		sought = rules.NewPiece(pc.Type(), pc.Side().Other())
	} else if h == Doubled {
		beside = 0
	}
	for others := p.Occupied(); !others.Empty(); {
		o := others.Pop()
		aside, ahead := int(o)%files-file, int(o)/files-rank
		if p.Rules().Hexagons() { // in halves of a cell
			ahead = 2*ahead - aside
		}
		if pc.Side() == rules.Second {
			ahead = -ahead
		}
		if p.At(o) != sought || aside < -beside || aside > beside {
			continue
		}
		switch h {
		case Passed:
			if ahead > 0 {
				return false
			}
		case Isolated:
			if aside != 0 {
				return false
			}
		case Doubled:
			if ahead != 0 {
				return true
			}
		}
	}
	return h != Doubled
}
