package rules

// reach returns the pseudo-legal targets of a piece on a square: quiet moves
// and captures, except rifle captures.
func (p *Position) reach(pc Piece, s Square) Bitboard {
	switch p.rules.width {
	case Width64:
		return p.reach64(pc, s).Bitboard()
	case Width128:
		return p.reach128(pc, s).Bitboard()
	}
	t := p.rules.tables[pc]
	occupied := p.occupied
	enemy := p.own[pc.Side().Other()]
	var out Bitboard
	if t.anyLeaps != nil {
		out = t.anyLeaps[s]
	}
	for set := t.fullLines; set != 0; set &= set - 1 {
		d := trailing(set)
		out = out.Or(p.rules.rays[d][s].line(p.rules.rays[d+4][s], occupied))
	}
	for set := t.slideAny &^ (t.fullLines | t.fullLines<<4); set != 0; set &= set - 1 {
		out = out.Or(p.rules.slide(s, trailing(set), occupied))
	}
	out = out.AndNot(occupied.AndNot(enemy))
	if t.plain {
		return out
	}
	if t.quietLeaps != nil {
		out = out.Or(t.quietLeaps[s].AndNot(occupied))
	}
	if t.captureLeaps != nil {
		out = out.Or(t.captureLeaps[s].And(enemy))
	}
	if t.lameLeaps != nil {
		leaps := t.lameLeaps[s]
		for i := range leaps {
			l := &leaps[i]
			if (l.quiet && !occupied.Has(l.square) || l.capture && enemy.Has(l.square)) && p.passable(t, l, occupied) {
				out = out.Or(bit(l.square))
			}
		}
	}
	if t.leapsOnly {
		return out
	}
	for set := t.slideQuiet; set != 0; set &= set - 1 {
		out = out.Or(p.rules.slide(s, trailing(set), occupied).AndNot(occupied))
	}
	for set := t.slideCapture; set != 0; set &= set - 1 {
		out = out.Or(p.rules.slide(s, trailing(set), occupied).And(enemy))
	}
	hops := t.hopQuiet | t.hopCapture | t.behindQuiet | t.behindCapture
	for set := hops; set != 0; set &= set - 1 {
		d := trailing(set)
		over, behind := p.hop(t, s, d, occupied)
		if t.hopQuiet>>d&1 != 0 {
			out = out.Or(over.AndNot(occupied))
		}
		if t.hopCapture>>d&1 != 0 {
			out = out.Or(over.And(enemy))
		}
		if t.behindQuiet>>d&1 != 0 {
			out = out.Or(behind.AndNot(occupied))
		}
		if t.behindCapture>>d&1 != 0 {
			out = out.Or(behind.And(enemy))
		}
	}
	if t.firstLeaps != nil {
		out = out.Or(p.firstMoves(t, pc, s).AndNot(occupied))
	}
	if t.neverCaptured != 0 {
		out = out.AndNot(p.ofTypes(pc.Side().Other(), t.neverCaptured))
	}
	if len(t.limitedRides) > 0 {
		out = out.Or(p.limitedCaptures(t, pc, s, false))
	}
	return out
}

// firstMoves returns the extra targets of an unmoved piece. A royal in check
// has none.
func (p *Position) firstMoves(t *moveTable, pc Piece, s Square) Bitboard {
	if !p.unmoved.Has(s) || p.rules.royals.Has(pc.Type()) && p.InCheck(pc.Side()) {
		return Bitboard{}
	}
	return t.firstLeaps[s]
}

func (p *Position) passable(t *moveTable, l *lameLeap, occupied Bitboard) bool {
	if !l.hop {
		return !l.path.Meets(occupied)
	}
	held := l.path.And(occupied)
	return held.Single() && !t.neverHopped.Has(p.board[held.First()].Type())
}

// hop returns the squares beyond the hurdle in direction d, up to and including
// the next piece, and the one adjacent to the hurdle.
func (p *Position) hop(t *moveTable, s Square, d int, occupied Bitboard) (over, behind Bitboard) {
	blockers := p.rules.rays[d][s].And(occupied)
	if blockers.Empty() {
		return over, behind
	}
	hurdle := nearest(blockers, d)
	if t.neverHopped.Has(p.board[hurdle].Type()) {
		return over, behind
	}
	over = p.rules.slide(hurdle, d, occupied)
	if !over.Empty() {
		behind = bit(nearest(over, d))
	}
	return over, behind
}

// limitedCaptures returns the captures by rides that are limited to certain
// victims. inPlace selects captures without moving instead of captures by
// moving.
func (p *Position) limitedCaptures(t *moveTable, pc Piece, s Square, inPlace bool) Bitboard {
	var out Bitboard
	occupied := p.occupied
	for _, k := range t.limitedRides {
		if k.inPlace != inPlace {
			continue
		}
		victims := p.ofTypes(pc.Side().Other(), k.victims)
		for set := k.directions; set != 0; set &= set - 1 {
			out = out.Or(p.rules.slide(s, trailing(set), occupied).And(victims))
		}
	}
	return out
}

// rifleTargets returns the targets of a piece's rifle captures.
func (p *Position) rifleTargets(s Square) Bitboard {
	pc := p.board[s]
	return p.limitedCaptures(p.rules.tables[pc], pc, s, true)
}

// ofTypes returns a side's pieces of certain types.
func (p *Position) ofTypes(side Side, kinds PieceTypeSet) Bitboard {
	var out Bitboard
	for ; kinds != 0; kinds &= kinds - 1 {
		out = out.Or(p.pieces[NewPiece(PieceType(trailing64(uint64(kinds))), side)])
	}
	return out
}

// Candidate is a pseudo-legal way for a piece to reach a square, before
// promotion, royal safety and special rules are considered.
type Candidate struct {
	From Square
	Kind MoveKind // Step, EnPassant or RifleCapture
}

// Candidates appends the pseudo-legal ways for pieces of a type of the side to
// move to reach a square, ordered by origin.
func (p *Position) Candidates(dst []Candidate, t PieceType, to Square) []Candidate {
	pc := NewPiece(t, p.side)
	tab := p.rules.tables[pc]
	if int(to) >= p.rules.squares || tab == nil || p.board[to] == Walled {
		return dst
	}
	if pr := p.rules.promotions[pc]; pr != nil && pr.inPlace {
		dst = p.inPlaceCandidates(dst, pr, pc, to)
	}
	if p.own[p.side].Has(to) {
		return dst
	}
	for from := p.pieces[pc].And(tab.origins[to]); !from.Empty(); {
		s := from.Pop()
		if tab.plain {
			if tab.anyLeaps != nil && tab.anyLeaps[s].Has(to) || p.rides(tab.slideAny, s, to) {
				dst = append(dst, Candidate{s, Step})
			}
			continue
		}
		if p.reach(pc, s).Has(to) {
			dst = append(dst, Candidate{s, Step})
		}
		if p.rifleTargets(s).Has(to) {
			dst = append(dst, Candidate{s, RifleCapture})
		}
		if p.EnPassantTo(s, to) {
			dst = append(dst, Candidate{s, EnPassant})
		}
	}
	return dst
}

// inPlaceCandidates appends the pieces that promote in place, or with a step to
// the square, and cannot reach the square otherwise.
func (p *Position) inPlaceCandidates(dst []Candidate, pr *promotion, pc Piece, to Square) []Candidate {
	for from := p.pieces[pc]; !from.Empty(); {
		s := from.Pop()
		if p.reach(pc, s).Has(to) {
			continue
		}
		for _, into := range pr.into {
			if p.mayPromoteInPlace(pr, s) && p.inPlaceTargets(s, into).Has(to) {
				dst = append(dst, Candidate{s, Step})
				break
			}
		}
	}
	return dst
}

// rides reports whether a slide in one of the directions leads to a square
// without being blocked.
func (p *Position) rides(set uint8, from, to Square) bool {
	d, ok := p.rules.direction(from, to)
	return ok && set>>d&1 != 0 && !p.rules.span(from, to, d).AndNot(bit(to)).Meets(p.occupied)
}

// Standing appends the squares of the side to move's pieces of a type, in
// ascending order.
func (p *Position) Standing(dst []Square, t PieceType) []Square {
	for own := p.pieces[NewPiece(t, p.side)]; !own.Empty(); {
		dst = append(dst, own.Pop())
	}
	return dst
}

// Completes reports whether a candidate, packed with its promotion, is a legal
// move.
func (p *Position) Completes(m Move) bool {
	if p.ended != notEnded {
		return false
	}
	pr, into := p.rules.promotionBy(m.Kind(), p.board[m.From()]), m.Into()
	switch {
	case pr != nil && pr.inPlace:
		if p.judgePath(m) != nil || p.judgePromotion(m) != nil {
			return false
		}
	case pr == nil:
		if into != NoPieceType {
			return false
		}
	case into == NoPieceType:
		if pr.mustPromote(p.mayPromote(pr, m.From())).Has(m.To()) {
			return false
		}
	case !p.mayPromote(pr, m.From()).Has(m.To()) || !p.promotes(pr, into, m.To()):
		return false
	}
	return p.judgeWall(m) == nil && p.judgeRules(m) == nil
}

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
			if (t.anyLeaps == nil || !t.anyLeaps[s].Has(to)) && !p.rides(t.slideAny, s, to) {
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
	if !r.plan.stepsNeedSafetyOnly || p.ended != notEnded || int(to) >= r.squares {
		return 0, false
	}
	tab := r.tables[pc]
	if tab == nil || tab.rifle || p.own[p.side].Has(to) || p.board[to] == Walled || tab.enPassant != nil &&
		p.enPassant.Has(to) {
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
		if len(r.special.safety) > 0 && !p.safe(m) {
			continue
		}
		if found != 0 {
			return 0, false
		}
		found = m
	}
	return found, found != 0
}
