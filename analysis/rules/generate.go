package rules

// sink collects legal moves: it lists them, only counts them, or stops at the
// first.
type sink struct {
	moves    []Move
	n        uint64
	counting bool
	any      bool // stop at the first move
}

func (ml *sink) add(m Move) {
	if ml.counting {
		ml.n++
		return
	}
	ml.moves = append(ml.moves, m)
}

// addAll appends a move, packed without its target, for each target.
func (ml *sink) addAll(m Move, targets Bitboard) {
	moves := ml.moves
	for !targets.Empty() {
		moves = append(moves, m|onto(targets.Pop()))
	}
	ml.moves = moves
}

func (ml *sink) done() bool { return ml.any && !ml.empty() }

func (ml *sink) size() uint64 { return ml.n + uint64(len(ml.moves)) }

func (ml *sink) empty() bool { return ml.size() == 0 }

// Moves appends the legal moves to dst.
func (p *Position) Moves(dst []Move) []Move {
	ml := sink{moves: dst}
	p.generate(&ml)
	return ml.moves
}

// Count returns the number of legal moves.
func (p *Position) Count() uint64 {
	ml := sink{counting: true}
	p.generate(&ml)
	return ml.n
}

func (p *Position) HasMove() bool {
	if p.ended == goesOn && len(p.rules.placers) == 0 && p.hasPlainMove() {
		return true
	}
	ml := sink{counting: true, any: true}
	p.generate(&ml)
	return ml.n > 0
}

// hasPlainMove tries a few quiet moves one by one, which finds a legal one in
// nearly all positions.
func (p *Position) hasPlainMove() bool {
	if p.rules.onLines && p.hasFreeMove() {
		return true
	}
	tries := 4
	for own := p.own[p.side]; !own.Empty(); {
		from := own.Pop()
		quiet := p.reach(p.board[from], from).AndNot(p.filled)
		if pr := p.rules.promotions[p.board[from]]; pr != nil {
			quiet = quiet.AndNot(pr.mustPromote(p.mayPromote(pr, from)))
		}
		for !quiet.Empty() {
			if m := NewMove(Step, from, quiet.Pop(), NoPieceType); p.safe(m) && !p.banned(m) && p.admitted(m) {
				return true
			}
			if tries--; tries == 0 {
				return false
			}
		}
	}
	return false
}

func (p *Position) generate(ml *sink) {
	if p.ended != goesOn {
		return
	}
	for _, c := range p.rules.choosers {
		chosen := *ml // a copy, so that ml does not escape to the heap
		c.generate(p, &chosen)
		*ml = chosen
		return
	}
	legal := p.guard()
	p.generateGuarded(ml, legal)
	p.release(legal)
}

func (p *Position) generateGuarded(ml *sink, legal *guard) {
	for _, m := range p.rules.placers {
		placed := *ml // a copy, so that ml does not escape to the heap
		m.place(p, &placed, legal)
		*ml = placed
		return
	}
	p.generatePlain(ml, legal)
}

// generatePlain generates the moves without walls.
func (p *Position) generatePlain(ml *sink, legal *guard) {
	p.generateOwn(ml, legal)
	if p.rules.unmoved != nil {
		p.addGates(ml, legal)
	}
	if legal.capturing || ml.done() {
		return
	}
	for _, m := range p.rules.passers {
		if m.allowed(p) {
			ml.add(NewMove(Pass, 0, 0, NoPieceType))
		}
	}
}

// generateOwn generates all moves except passes.
func (p *Position) generateOwn(ml *sink, legal *guard) {
	switch p.rules.width {
	case SmallBoard:
		p.generateOwnSmall(ml, legal)
		return
	case NarrowBoard:
		p.generateOwnNarrow(ml, legal)
		return
	}
	for own := p.own[p.side]; !own.Empty(); {
		from := own.Pop()
		if legal.capturing && p.idle(legal, from) {
			continue
		}
		p.generatePiece(ml, legal, from)
		if ml.done() {
			return
		}
	}
	if legal.capturing {
		return
	}
	if p.held[p.side] > 0 && p.rules.drops || p.rules.freeDrops != 0 {
		p.generateDrops(ml, legal)
	}
	if p.rules.pocket != nil && p.pocket[p.side] != NoPieceType {
		p.generatePocketDrops(ml, legal)
	}
}

// idle reports whether the piece on a square certainly has no move that a
// capture search wants.
func (p *Position) idle(legal *guard, from Square) bool {
	pc := p.board[from]
	t := p.rules.tables[pc]
	return !t.targets[from].Meets(p.own[p.side.Other()].Or(p.promotingOn(legal, pc, from))) && p.enPassant.Empty() && t.again == nil && !t.rifle
}

// generatePiece generates the moves of the piece on a square.
func (p *Position) generatePiece(ml *sink, legal *guard, from Square) {
	pc := p.board[from]
	t := p.rules.tables[pc]
	targets := p.reach(pc, from).And(legal.open)
	if legal.preferring && targets.Meets(p.own[p.side.Other()]) {
		legal.capturesOnly(ml)
	}
	switch {
	case legal.capturing:
		targets = targets.And(p.own[p.side.Other()].Or(p.promotingOn(legal, pc, from)))
	case legal.aimed:
		wanted := p.own[p.side.Other()].Or(p.rules.mayAttackBy(legal.aim, from, pc))
		if pr := p.rules.promotions[pc]; pr != nil {
			wanted = wanted.Or(p.mayPromote(pr, from))
		}
		targets = targets.And(wanted)
	}
	before := ml.size()
	if t.tested {
		p.addTested(ml, legal, from, targets)
	} else {
		p.addSteps(ml, legal, Step, from, p.rules.promotions[pc], p.allowed(legal, from, targets))
	}
	if !p.enPassant.Empty() && t.enPassant != nil {
		p.generateEnPassant(ml, legal, from)
	}
	if t.more {
		p.generateMore(ml, legal, from, before)
	}
}

// generateEnPassant generates the en passant captures of the piece on a square.
func (p *Position) generateEnPassant(ml *sink, legal *guard, from Square) {
	for open := p.enPassant; !open.Empty(); {
		if s := open.Pop(); p.EnPassantTo(from, s) && p.safe(NewMove(EnPassant, from, s, NoPieceType)) {
			p.addSteps(ml, legal, EnPassant, from, p.rules.promotionBy(EnPassant, p.board[from]), bit(s))
		}
	}
}

// generateMore generates the special moves that few pieces have. before is the
// number of moves generated before this piece's.
func (p *Position) generateMore(ml *sink, legal *guard, from Square, before uint64) {
	r, pc := p.rules, p.board[from]
	if r.tables[pc].again != nil {
		p.generateTwoSteps(ml, legal, from)
	}
	if !legal.capturing {
		if r.castling != nil && pc.Type() == r.castling.royal {
			p.addEach(ml, legal, Castle, from, p.castles(from))
		}
		if r.pocket != nil && ml.size() > before {
			p.addToPocket(ml, legal, pc, from)
		}
		if pr := r.promotions[pc]; pr != nil && pr.stands {
			p.addStanding(ml, legal, pr, from)
		}
	}
	if r.tables[pc].rifle {
		p.addEach(ml, legal, RifleCapture, from, p.rifleTargets(from).AndNot(p.spared()))
	}
}

// promotingOn returns the squares on which a piece makes a quiet promotion that
// is wanted.
func (p *Position) promotingOn(legal *guard, pc Piece, from Square) Bitboard {
	pr := p.rules.promotions[pc]
	if pr == nil || !legal.promoting.Has(pc.Type()) {
		return Bitboard{}
	}
	return p.mayPromote(pr, from)
}

// allowed removes the unsafe targets of a piece.
func (p *Position) allowed(legal *guard, from Square, targets Bitboard) Bitboard {
	if !p.rules.plainSafety {
		return targets
	}
	leaves := legal.from.Has(from)
	if legal.limited && p.royal[p.side] != from && !legal.free.Has(from) {
		targets = targets.And(legal.only)
	}
	doubtful := targets
	if !leaves && !p.testsAll(legal) {
		doubtful = targets.And(legal.to)
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
func (p *Position) addSteps(ml *sink, legal *guard, kind MoveKind, from Square, pr *promotion, targets Bitboard) {
	var may, must Bitboard
	if pr != nil {
		if may = targets.And(p.mayPromote(pr, from)); !may.Empty() {
			must = pr.mustPromote(may)
		}
	}
	if ml.counting && !legal.each && (may.Empty() || pr.simple) {
		ml.n += uint64(targets.Len())
		if !may.Empty() {
			ml.n += uint64(len(pr.into)*may.Len()) - uint64(must.Len())
		}
		return
	}
	move := NewMove(kind, from, 0, NoPieceType)
	if may.Empty() {
		if legal.each {
			for !targets.Empty() {
				p.addOne(ml, legal, move|onto(targets.Pop()))
			}
			return
		}
		ml.addAll(move, targets)
		return
	}
	for !targets.Empty() {
		to := targets.Pop()
		if may.Has(to) {
			for _, into := range pr.into {
				if p.promotes(pr, into, to) {
					p.addOne(ml, legal, NewMove(kind, from, to, into))
				}
			}
		}
		if !must.Has(to) {
			p.addOne(ml, legal, move|onto(to))
		}
	}
}

// addTested adds the moves of a piece whose safety depends on its promotion.
func (p *Position) addTested(ml *sink, legal *guard, from Square, targets Bitboard) {
	pr := p.rules.promotions[p.board[from]]
	may := p.mayPromote(pr, from)
	must := pr.mustPromote(may)
	for !targets.Empty() {
		to := targets.Pop()
		if !must.Has(to) {
			p.addSafe(ml, legal, NewMove(Step, from, to, NoPieceType))
		}
		for _, into := range pr.into {
			if may.Has(to) && p.promotes(pr, into, to) {
				p.addSafe(ml, legal, NewMove(Step, from, to, into))
			}
		}
	}
}

func (p *Position) addSafe(ml *sink, legal *guard, m Move) {
	if p.safe(m) {
		p.addOne(ml, legal, m)
	}
}

func (p *Position) addOne(ml *sink, legal *guard, m Move) {
	if legal.each && p.banned(m) {
		return
	}
	ml.add(m)
}

// addEach adds moves after testing each for safety.
func (p *Position) addEach(ml *sink, legal *guard, kind MoveKind, from Square, targets Bitboard) {
	for !targets.Empty() {
		p.addSafe(ml, legal, NewMove(kind, from, targets.Pop(), NoPieceType))
	}
}

// dropSquares returns the empty squares on which a drop, packed without its
// target, leaves the royal safe.
func (p *Position) dropSquares(legal *guard, drop Move) Bitboard {
	squares := p.rules.all.AndNot(p.filled)
	if legal.limited {
		squares = squares.And(legal.only)
	}
	doubtful := squares
	if !p.testsAll(legal) && (drop.Kind() != Drop || !p.rules.royals.Has(p.dropped(drop))) {
		doubtful = squares.And(legal.to)
	}
	for !doubtful.Empty() {
		s := doubtful.Pop()
		if !p.safe(drop | onto(s)) {
			squares = squares.AndNot(bit(s))
		}
	}
	return squares
}

func (p *Position) generateDrops(ml *sink, legal *guard) {
	side := p.side
	var squares Bitboard
	if !p.rules.playToTest { // the same for every piece dropped
		if squares = p.dropSquares(legal, NewMove(PocketDrop, 0, 0, NoPieceType)); squares.Empty() {
			return
		}
	}
	for free := p.rules.freeDrops; free != 0; free &= free - 1 {
		t := PieceType(trailing64(uint64(free)))
		p.addDrops(ml, legal, HandSlot(t), t, squares)
	}
	if p.rules.cells == 0 {
		for _, t := range p.rules.handOrder {
			if p.hand[side][t] > 0 {
				p.addDrops(ml, legal, HandSlot(t), t, squares)
			}
		}
		return
	}
	for i := range p.rules.cells {
		if t := p.cells[side][i]; t != NoPieceType {
			p.addDrops(ml, legal, HandSlot(i), t, squares)
		}
	}
}

func (p *Position) addDrops(ml *sink, legal *guard, source HandSlot, t PieceType, squares Bitboard) {
	if legal.dropping != 0 && !legal.dropping.Has(t) {
		return
	}
	drop := NewDrop(source, 0, NoPieceType)
	if p.rules.playToTest || p.rules.royals.Has(t) {
		squares = p.dropSquares(legal, drop)
	}
	p.addLandings(ml, legal, drop, t, squares)
	for _, as := range p.rules.dropsAs[t] {
		drop := NewDrop(source, 0, as)
		if p.rules.playToTest {
			squares = p.dropSquares(legal, drop)
		}
		p.addLandings(ml, legal, drop, t, squares)
	}
}

// addLandings adds a drop, packed without its target, on those squares where
// its piece may be dropped.
func (p *Position) addLandings(ml *sink, legal *guard, drop Move, t PieceType, squares Bitboard) {
	targets := squares.And(p.permitted(p.side, t))
	if legal.aimed && drop.Into() == NoPieceType {
		targets = targets.And(p.rules.mayAttackBy(legal.aim, NoSquare, NewPiece(t, p.side)))
	}
	doubtful := targets
	if !legal.each {
		doubtful = Bitboard{}
		if as := drop.Into(); legal.eachDrop.Has(t) || as != NoPieceType && legal.eachDrop.Has(as) {
			doubtful = targets.And(legal.eachDropOn)
		}
	}
	for b := doubtful; !b.Empty(); {
		s := b.Pop()
		if p.banned(drop | onto(s)) {
			targets = targets.AndNot(bit(s))
		}
	}
	if ml.counting {
		ml.n += uint64(targets.Len())
		return
	}
	ml.addAll(drop, targets)
}

func (p *Position) generatePocketDrops(ml *sink, legal *guard) {
	drop := NewMove(PocketDrop, 0, 0, NoPieceType)
	p.addLandings(ml, legal, drop, p.pocket[p.side], p.dropSquares(legal, drop))
}

// addToPocket adds the move of a piece into the empty pocket. The piece must
// have a legal move on the board.
func (p *Position) addToPocket(ml *sink, legal *guard, pc Piece, from Square) {
	if p.pocket[p.side] != NoPieceType || p.rules.pocket.never.Has(pc.Type()) {
		return
	}
	if m := NewMove(ToPocket, from, 0, NoPieceType); !legal.exact && !legal.from.Has(from) || p.safe(m) {
		p.addOne(ml, legal, m)
	}
}

// admitted reports whether a step proves that some move is legal.
func (p *Position) admitted(m Move) bool {
	for _, c := range p.rules.choosers {
		if !c.admits(p, m) {
			return false
		}
	}
	return true
}
