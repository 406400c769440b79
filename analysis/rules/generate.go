package rules

// moveList collects legal moves: it lists them, only counts them, or stops at
// the first.
type moveList struct {
	moves     []Move
	count     uint64
	counting  bool
	firstOnly bool // stop at the first move
}

func (ml *moveList) add(m Move) {
	if ml.counting {
		ml.count++
		return
	}
	ml.moves = append(ml.moves, m)
}

// addTargets appends a move, packed without its target, for each target.
func (ml *moveList) addTargets(m Move, targets Bitboard) {
	moves := ml.moves
	for !targets.Empty() {
		moves = append(moves, m|toBits(targets.Pop()))
	}
	ml.moves = moves
}

func (ml *moveList) done() bool { return ml.firstOnly && !ml.empty() }

func (ml *moveList) size() uint64 { return ml.count + uint64(len(ml.moves)) }

func (ml *moveList) empty() bool { return ml.size() == 0 }

// Moves appends the legal moves to dst.
func (p *Position) Moves(dst []Move) []Move {
	ml := moveList{moves: dst}
	p.generate(&ml)
	return ml.moves
}

// Count returns the number of legal moves.
func (p *Position) Count() uint64 {
	ml := moveList{counting: true}
	p.generate(&ml)
	return ml.count
}

func (p *Position) HasMove() bool {
	if p.ended == notEnded && len(p.rules.special.walls) == 0 && p.hasPlainMove() {
		return true
	}
	ml := moveList{counting: true, firstOnly: true}
	p.generate(&ml)
	return ml.count > 0
}

// hasPlainMove tries a few quiet moves one by one, which finds a legal one in
// nearly all positions.
func (p *Position) hasPlainMove() bool {
	if p.rules.plan.attackersOnLines && p.hasUnpinnedMove() {
		return true
	}
	tries := 4
	for own := p.own[p.side]; !own.Empty(); {
		from := own.Pop()
		quiet := p.reach(p.board[from], from).AndNot(p.occupied)
		if pr := p.rules.promotions[p.board[from]]; pr != nil {
			quiet = quiet.AndNot(pr.mustPromote(p.mayPromote(pr, from)))
		}
		for !quiet.Empty() {
			if m := NewMove(Step, from, quiet.Pop(), NoPieceType); p.safe(m) && !p.banned(m) && p.provesLegalMove(m) {
				return true
			}
			if tries--; tries == 0 {
				return false
			}
		}
	}
	return false
}

func (p *Position) generate(ml *moveList) {
	if p.ended != notEnded {
		return
	}
	for _, c := range p.rules.special.selections {
		chosen := *ml // a copy, so that ml does not escape to the heap
		c.generate(p, &chosen)
		*ml = chosen
		return
	}
	legal := p.acquireLegality()
	p.generateGuarded(ml, legal)
	p.releaseLegality(legal)
}

func (p *Position) generateGuarded(ml *moveList, legal *legality) {
	for _, m := range p.rules.special.walls {
		placed := *ml // a copy, so that ml does not escape to the heap
		m.generate(p, &placed, legal)
		*ml = placed
		return
	}
	p.generatePlain(ml, legal)
}

// generatePlain generates the moves without walls.
func (p *Position) generatePlain(ml *moveList, legal *legality) {
	p.generateMoves(ml, legal)
	if p.rules.firstMove != nil {
		p.generateGating(ml, legal)
	}
	if legal.capturesOnly || ml.done() {
		return
	}
	for _, m := range p.rules.special.passes {
		if m.allowed(p) {
			ml.add(PassMove)
		}
	}
}

// generateMoves generates all moves except passes.
func (p *Position) generateMoves(ml *moveList, legal *legality) {
	switch p.rules.width {
	case Width64:
		p.generateMoves64(ml, legal)
		return
	case Width128:
		p.generateMoves128(ml, legal)
		return
	}
	for own := p.own[p.side]; !own.Empty(); {
		from := own.Pop()
		if legal.capturesOnly && p.cannotCapture(legal, from) {
			continue
		}
		p.generatePiece(ml, legal, from)
		if ml.done() {
			return
		}
	}
	if legal.capturesOnly {
		return
	}
	if p.handSize[p.side] > 0 && p.rules.hands.drop || p.rules.hands.freeDrops != 0 {
		p.generateDrops(ml, legal)
	}
	if p.rules.pocket != nil && p.pocket[p.side] != NoPieceType {
		p.generatePocketDrops(ml, legal)
	}
}

// cannotCapture reports whether the piece on a square certainly has no move of
// the kind that a capture search generates.
func (p *Position) cannotCapture(legal *legality, from Square) bool {
	pc := p.board[from]
	t := p.rules.tables[pc]
	return !t.targets[from].Meets(p.own[p.side.Other()].Or(p.promotingOn(legal, pc, from))) && p.enPassant.Empty() &&
		t.twoSteps == nil && !t.rifle
}

// generatePiece generates the moves of the piece on a square.
func (p *Position) generatePiece(ml *moveList, legal *legality, from Square) {
	pc := p.board[from]
	t := p.rules.tables[pc]
	targets := p.reach(pc, from).And(legal.targets)
	if legal.preferCaptures && targets.Meets(p.own[p.side.Other()]) {
		legal.discardQuiet(ml)
	}
	switch {
	case legal.capturesOnly:
		targets = targets.And(p.own[p.side.Other()].Or(p.promotingOn(legal, pc, from)))
	case legal.quietChecksOnly:
		wanted := p.own[p.side.Other()].Or(p.rules.mayAttackBy(legal.checkTarget, from, pc))
		if pr := p.rules.promotions[pc]; pr != nil {
			wanted = wanted.Or(p.mayPromote(pr, from))
		}
		targets = targets.And(wanted)
	}
	before := ml.size()
	if t.testPromotions {
		p.addPromotionTested(ml, legal, from, targets)
	} else {
		p.addSteps(ml, legal, Step, from, p.rules.promotions[pc], p.safeTargets(legal, from, targets))
	}
	if !p.enPassant.Empty() && t.enPassant != nil {
		p.generateEnPassant(ml, legal, from)
	}
	if t.hasSpecials {
		p.generateSpecials(ml, legal, from, before)
	}
}

// generateSpecials generates the special moves that few pieces have. before is
// the number of moves generated before this piece's.
func (p *Position) generateSpecials(ml *moveList, legal *legality, from Square, before uint64) {
	r, pc := p.rules, p.board[from]
	if r.tables[pc].twoSteps != nil {
		p.generateTwoSteps(ml, legal, from)
	}
	if !legal.capturesOnly {
		if r.castling != nil && pc.Type() == r.castling.royal {
			p.addTestedTargets(ml, legal, Castle, from, p.castlingMoves(from))
		}
		if r.pocket != nil && ml.size() > before {
			p.addToPocket(ml, legal, pc, from)
		}
		if pr := r.promotions[pc]; pr != nil && pr.inPlace {
			p.generateInPlace(ml, legal, pr, from)
		}
	}
	if r.tables[pc].rifle {
		p.addTestedTargets(ml, legal, RifleCapture, from, p.rifleTargets(from).AndNot(p.uncapturableRoyals()))
	}
}

// promotingOn returns the squares on which a piece makes a quiet promotion that
// is wanted.
func (p *Position) promotingOn(legal *legality, pc Piece, from Square) Bitboard {
	pr := p.rules.promotions[pc]
	if pr == nil || !legal.promotionsOf.Has(pc.Type()) {
		return Bitboard{}
	}
	return p.mayPromote(pr, from)
}

// safeTargets removes the unsafe targets of a piece.
func (p *Position) safeTargets(legal *legality, from Square, targets Bitboard) Bitboard {
	if !p.rules.plan.plainSafety {
		return targets
	}
	leaves := legal.testFrom.Has(from)
	if legal.inCheck && p.royal[p.side] != from && !legal.evasionFrom.Has(from) {
		targets = targets.And(legal.evasionTo)
	}
	doubtful := targets
	if !leaves && !p.testsEvery(legal) {
		doubtful = targets.And(legal.testTo)
	}
	for !doubtful.Empty() {
		to := doubtful.Pop()
		if !p.safe(NewMove(Step, from, to, NoPieceType)) {
			targets = targets.AndNot(bit(to))
		}
	}
	return targets
}

// addSteps adds the moves of a piece to safe targets, with and without
// promotion.
func (p *Position) addSteps(ml *moveList, legal *legality, kind MoveKind, from Square, pr *promotion,
	targets Bitboard) {
	var may, must Bitboard
	if pr != nil {
		if may = targets.And(p.mayPromote(pr, from)); !may.Empty() {
			must = pr.mustPromote(may)
		}
	}
	if ml.counting && !legal.testBans && (may.Empty() || pr.unlimited) {
		ml.count += uint64(targets.Len())
		if !may.Empty() {
			ml.count += uint64(len(pr.into)*may.Len()) - uint64(must.Len())
		}
		return
	}
	move := NewMove(kind, from, 0, NoPieceType)
	if may.Empty() {
		if legal.testBans {
			for !targets.Empty() {
				p.addUnlessBanned(ml, legal, move|toBits(targets.Pop()))
			}
			return
		}
		ml.addTargets(move, targets)
		return
	}
	for !targets.Empty() {
		to := targets.Pop()
		if may.Has(to) {
			for _, into := range pr.into {
				if p.promotes(pr, into, to) {
					p.addUnlessBanned(ml, legal, NewMove(kind, from, to, into))
				}
			}
		}
		if !must.Has(to) {
			p.addUnlessBanned(ml, legal, move|toBits(to))
		}
	}
}

// addPromotionTested adds the moves of a piece whose safety depends on its
// promotion.
func (p *Position) addPromotionTested(ml *moveList, legal *legality, from Square, targets Bitboard) {
	pr := p.rules.promotions[p.board[from]]
	may := p.mayPromote(pr, from)
	must := pr.mustPromote(may)
	for !targets.Empty() {
		to := targets.Pop()
		if !must.Has(to) {
			p.addIfSafe(ml, legal, NewMove(Step, from, to, NoPieceType))
		}
		for _, into := range pr.into {
			if may.Has(to) && p.promotes(pr, into, to) {
				p.addIfSafe(ml, legal, NewMove(Step, from, to, into))
			}
		}
	}
}

func (p *Position) addIfSafe(ml *moveList, legal *legality, m Move) {
	if p.safe(m) {
		p.addUnlessBanned(ml, legal, m)
	}
}

func (p *Position) addUnlessBanned(ml *moveList, legal *legality, m Move) {
	if legal.testBans && p.banned(m) {
		return
	}
	ml.add(m)
}

// addTestedTargets adds moves after testing each for safety.
func (p *Position) addTestedTargets(ml *moveList, legal *legality, kind MoveKind, from Square, targets Bitboard) {
	for !targets.Empty() {
		p.addIfSafe(ml, legal, NewMove(kind, from, targets.Pop(), NoPieceType))
	}
}

// provesLegalMove reports whether the existence of this step shows that the
// side has a legal move.
func (p *Position) provesLegalMove(m Move) bool {
	for _, c := range p.rules.special.selections {
		if !c.provesLegalMove(p, m) {
			return false
		}
	}
	return true
}
