package rules

// stepsTo returns the squares from which pieces of the side to move reach a
// square pseudo-legally. The square must not hold a piece of that side.
func (p *Position) stepsTo(pc Piece, to Square) Bitboard {
	t := p.rules.tables[pc]
	from := p.pieces[pc].And(t.origins[to])
	if from.Empty() {
		return from
	}
	var out Bitboard
	var leaps []Bitboard
	switch {
	case !t.leapsOnly:
	case p.own[p.side.Other()].Has(to):
		leaps = t.captureLeaps
	default:
		leaps = t.quietLeaps
	}
	for left := from; !left.Empty(); {
		s := left.Pop()
		if t.plain {
			if d, ok := p.rules.direction(s, to); ok && t.slideAny>>d&1 != 0 {
				if p.rules.span(s, to, d).AndNot(bit(to)).Meets(p.occupied) {
					continue
				}
			} else if t.anyLeaps == nil || !t.anyLeaps[s].Has(to) {
				continue
			}
		} else if !(leaps != nil && leaps[s].Has(to)) && !p.reach(pc, s).Has(to) {
			continue
		}
		out = out.Or(bit(s))
	}
	return out
}

// StepTo returns the only legal step of a piece of type t of the side to move
// to a square, from the given file and rank (as in Coordinates; -1 for any). It
// returns false if no step or several steps are legal, or if other rules
// matter: promotion, rifle capture, en passant, walls. Use Candidates then.
func (p *Position) StepTo(t PieceType, to Square, file, rank int) (Move, bool) {
	r := p.rules
	pc := NewPiece(t, p.side)
	if !r.stepsNeedSafetyOnly || p.ended != notEnded || int(to) >= r.squares {
		return 0, false
	}
	tab := r.tables[pc]
	if tab == nil || tab.rifle || p.own[p.side].Has(to) || p.board[to] == Walled || tab.enPassant != nil && p.enPassant.Has(to) {
		return 0, false
	}
	var from Bitboard
	switch r.width {
	case Width64:
		from = p.stepsTo64(pc, to).Bitboard()
	case Width128:
		from = p.stepsTo128(pc, to).Bitboard()
	default:
		from = p.stepsTo(pc, to)
	}
	pr := r.promotions[pc]
	var found Move
	for !from.Empty() {
		s := from.Pop()
		if file >= 0 || rank >= 0 {
			f, k := r.Coordinates(s)
			if file >= 0 && f != file || rank >= 0 && k != rank {
				continue
			}
		}
		if pr != nil && (pr.inPlace || p.mayPromote(pr, s).Has(to)) {
			return 0, false
		}
		m := NewMove(Step, s, to, NoPieceType)
		if len(r.safetyRules) > 0 && !p.safe(m) {
			continue
		}
		if found != 0 {
			return 0, false
		}
		found = m
	}
	return found, found != 0
}

// findsStepsNeedSafetyOnly reports whether a pseudo-legal step is legal if the
// safety rules allow it.
func (r *Rules) findsStepsNeedSafetyOnly() bool {
	return len(r.banRules)+len(r.selectionRules)+len(r.wallRules) == 0 && !r.twoSteps && !r.Gates()
}
