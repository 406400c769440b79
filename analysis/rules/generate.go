package rules

// sink collects legal moves: it lists them, only counts them, or stops at the
// first.
type sink struct {
	moves    []Move
	n        uint64
	counting bool
	any      bool // stop at the first move
}

func (k *sink) add(m Move) {
	if k.counting {
		k.n++
		return
	}
	k.moves = append(k.moves, m)
}

// addAll appends a move, packed without its target, for each target.
func (k *sink) addAll(m Move, targets Bitboard) {
	moves := k.moves
	for !targets.Empty() {
		moves = append(moves, m|onto(targets.Pop()))
	}
	k.moves = moves
}

func (k *sink) done() bool { return k.any && !k.empty() }

func (k *sink) size() uint64 { return k.n + uint64(len(k.moves)) }

func (k *sink) empty() bool { return k.size() == 0 }

// Moves appends the legal moves to dst.
func (p *Position) Moves(dst []Move) []Move {
	k := sink{moves: dst}
	p.generate(&k)
	return k.moves
}

// Count returns the number of legal moves.
func (p *Position) Count() uint64 {
	k := sink{counting: true}
	p.generate(&k)
	return k.n
}

func (p *Position) HasMove() bool {
	if p.ended == goesOn && len(p.rules.placers) == 0 && p.hasPlainMove() {
		return true
	}
	k := sink{counting: true, any: true}
	p.generate(&k)
	return k.n > 0
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

func (p *Position) generate(k *sink) {
	if p.ended != goesOn {
		return
	}
	for _, c := range p.rules.choosers {
		chosen := *k // a copy, so that k does not escape to the heap
		c.generate(p, &chosen)
		*k = chosen
		return
	}
	g := p.guard()
	p.generateGuarded(k, g)
	p.release(g)
}

func (p *Position) generateGuarded(k *sink, g *guard) {
	for _, m := range p.rules.placers {
		placed := *k // a copy, so that k does not escape to the heap
		m.place(p, &placed, g)
		*k = placed
		return
	}
	p.generatePlain(k, g)
}

// generatePlain generates the moves without walls.
func (p *Position) generatePlain(k *sink, g *guard) {
	p.generateOwn(k, g)
	if p.rules.unmoved != nil {
		p.addGates(k, g)
	}
	if g.capturing || k.done() {
		return
	}
	for _, m := range p.rules.passers {
		if m.allowed(p) {
			k.add(NewMove(Pass, 0, 0, NoPieceType))
		}
	}
}

// generateOwn generates all moves except passes.
func (p *Position) generateOwn(k *sink, g *guard) {
	switch p.rules.width {
	case SmallBoard:
		p.generateOwnSmall(k, g)
		return
	case NarrowBoard:
		p.generateOwnNarrow(k, g)
		return
	}
	for own := p.own[p.side]; !own.Empty(); {
		from := own.Pop()
		if g.capturing && p.idle(g, from) {
			continue
		}
		p.generatePiece(k, g, from)
		if k.done() {
			return
		}
	}
	if g.capturing {
		return
	}
	if p.held[p.side] > 0 && p.rules.drops || p.rules.freeDrops != 0 {
		p.generateDrops(k, g)
	}
	if p.rules.pocket != nil && p.pocket[p.side] != NoPieceType {
		p.generatePocketDrops(k, g)
	}
}

// idle reports whether the piece on a square certainly has no move that a
// capture search wants.
func (p *Position) idle(g *guard, from Square) bool {
	pc := p.board[from]
	t := p.rules.tables[pc]
	return !t.targets[from].Meets(p.own[p.side.Other()].Or(p.promotingOn(g, pc, from))) && p.enPassant.Empty() && t.again == nil && !t.rifle
}

// generatePiece generates the moves of the piece on a square.
func (p *Position) generatePiece(k *sink, g *guard, from Square) {
	pc := p.board[from]
	t := p.rules.tables[pc]
	targets := p.reach(pc, from).And(g.open)
	if g.preferring && targets.Meets(p.own[p.side.Other()]) {
		g.capturesOnly(k)
	}
	switch {
	case g.capturing:
		targets = targets.And(p.own[p.side.Other()].Or(p.promotingOn(g, pc, from)))
	case g.aimed:
		wanted := p.own[p.side.Other()].Or(p.rules.mayAttackBy(g.aim, from, pc))
		if pr := p.rules.promotions[pc]; pr != nil {
			wanted = wanted.Or(p.mayPromote(pr, from))
		}
		targets = targets.And(wanted)
	}
	before := k.size()
	if t.tested {
		p.addTested(k, g, from, targets)
	} else {
		p.addSteps(k, g, Step, from, p.rules.promotions[pc], p.allowed(g, from, targets))
	}
	if !p.enPassant.Empty() && t.enPassant != nil {
		p.generateEnPassant(k, g, from)
	}
	if t.more {
		p.generateMore(k, g, from, before)
	}
}

// generateEnPassant generates the en passant captures of the piece on a square.
func (p *Position) generateEnPassant(k *sink, g *guard, from Square) {
	for open := p.enPassant; !open.Empty(); {
		if s := open.Pop(); p.EnPassantTo(from, s) && p.safe(NewMove(EnPassant, from, s, NoPieceType)) {
			p.addSteps(k, g, EnPassant, from, p.rules.promotionBy(EnPassant, p.board[from]), bit(s))
		}
	}
}

// generateMore generates the special moves that few pieces have. before is the
// number of moves generated before this piece's.
func (p *Position) generateMore(k *sink, g *guard, from Square, before uint64) {
	r, pc := p.rules, p.board[from]
	if r.tables[pc].again != nil {
		p.generateTwoSteps(k, g, from)
	}
	if !g.capturing {
		if r.castling != nil && pc.Type() == r.castling.royal {
			p.addEach(k, g, Castle, from, p.castles(from))
		}
		if r.pocket != nil && k.size() > before {
			p.addToPocket(k, g, pc, from)
		}
		if pr := r.promotions[pc]; pr != nil && pr.stands {
			p.addStanding(k, g, pr, from)
		}
	}
	if r.tables[pc].rifle {
		p.addEach(k, g, RifleCapture, from, p.rifleTargets(from).AndNot(p.spared()))
	}
}

// promotingOn returns the squares on which a piece makes a quiet promotion that
// is wanted.
func (p *Position) promotingOn(g *guard, pc Piece, from Square) Bitboard {
	pr := p.rules.promotions[pc]
	if pr == nil || !g.promoting.Has(pc.Type()) {
		return Bitboard{}
	}
	return p.mayPromote(pr, from)
}

// allowed removes the unsafe targets of a piece.
func (p *Position) allowed(g *guard, from Square, targets Bitboard) Bitboard {
	if !p.rules.plainSafety {
		return targets
	}
	leaves := g.from.Has(from)
	if g.limited && p.royal[p.side] != from && !g.free.Has(from) {
		targets = targets.And(g.only)
	}
	doubtful := targets
	if !leaves && !p.testsAll(g) {
		doubtful = targets.And(g.to)
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
func (p *Position) addSteps(k *sink, g *guard, kind MoveKind, from Square, pr *promotion, targets Bitboard) {
	var may, must Bitboard
	if pr != nil {
		if may = targets.And(p.mayPromote(pr, from)); !may.Empty() {
			must = pr.mustPromote(may)
		}
	}
	if k.counting && !g.each && (may.Empty() || pr.simple) {
		k.n += uint64(targets.Len())
		if !may.Empty() {
			k.n += uint64(len(pr.into)*may.Len()) - uint64(must.Len())
		}
		return
	}
	move := NewMove(kind, from, 0, NoPieceType)
	if may.Empty() {
		if g.each {
			for !targets.Empty() {
				p.addOne(k, g, move|onto(targets.Pop()))
			}
			return
		}
		k.addAll(move, targets)
		return
	}
	for !targets.Empty() {
		to := targets.Pop()
		if may.Has(to) {
			for _, into := range pr.into {
				if p.promotes(pr, into, to) {
					p.addOne(k, g, NewMove(kind, from, to, into))
				}
			}
		}
		if !must.Has(to) {
			p.addOne(k, g, move|onto(to))
		}
	}
}

// addTested adds the moves of a piece whose safety depends on its promotion.
func (p *Position) addTested(k *sink, g *guard, from Square, targets Bitboard) {
	pr := p.rules.promotions[p.board[from]]
	may := p.mayPromote(pr, from)
	must := pr.mustPromote(may)
	for !targets.Empty() {
		to := targets.Pop()
		if !must.Has(to) {
			p.addSafe(k, g, NewMove(Step, from, to, NoPieceType))
		}
		for _, into := range pr.into {
			if may.Has(to) && p.promotes(pr, into, to) {
				p.addSafe(k, g, NewMove(Step, from, to, into))
			}
		}
	}
}

func (p *Position) addSafe(k *sink, g *guard, m Move) {
	if p.safe(m) {
		p.addOne(k, g, m)
	}
}

func (p *Position) addOne(k *sink, g *guard, m Move) {
	if g.each && p.banned(m) {
		return
	}
	k.add(m)
}

// addEach adds moves after testing each for safety.
func (p *Position) addEach(k *sink, g *guard, kind MoveKind, from Square, targets Bitboard) {
	for !targets.Empty() {
		p.addSafe(k, g, NewMove(kind, from, targets.Pop(), NoPieceType))
	}
}

// dropSquares returns the empty squares on which a drop, packed without its
// target, leaves the royal safe.
func (p *Position) dropSquares(g *guard, drop Move) Bitboard {
	squares := p.rules.all.AndNot(p.filled)
	if g.limited {
		squares = squares.And(g.only)
	}
	doubtful := squares
	if !p.testsAll(g) && (drop.Kind() != Drop || !p.rules.royals.Has(p.dropped(drop))) {
		doubtful = squares.And(g.to)
	}
	for !doubtful.Empty() {
		s := doubtful.Pop()
		if !p.safe(drop | onto(s)) {
			squares = squares.AndNot(bit(s))
		}
	}
	return squares
}

func (p *Position) generateDrops(k *sink, g *guard) {
	side := p.side
	var squares Bitboard
	if !p.rules.playToTest { // the same for every piece dropped
		if squares = p.dropSquares(g, NewMove(PocketDrop, 0, 0, NoPieceType)); squares.Empty() {
			return
		}
	}
	for free := p.rules.freeDrops; free != 0; free &= free - 1 {
		t := PieceType(trailing64(uint64(free)))
		p.addDrops(k, g, HandSlot(t), t, squares)
	}
	if p.rules.cells == 0 {
		for _, t := range p.rules.handOrder {
			if p.hand[side][t] > 0 {
				p.addDrops(k, g, HandSlot(t), t, squares)
			}
		}
		return
	}
	for i := range p.rules.cells {
		if t := p.cells[side][i]; t != NoPieceType {
			p.addDrops(k, g, HandSlot(i), t, squares)
		}
	}
}

func (p *Position) addDrops(k *sink, g *guard, source HandSlot, t PieceType, squares Bitboard) {
	if g.dropping != 0 && !g.dropping.Has(t) {
		return
	}
	drop := NewDrop(source, 0, NoPieceType)
	if p.rules.playToTest || p.rules.royals.Has(t) {
		squares = p.dropSquares(g, drop)
	}
	p.addLandings(k, g, drop, t, squares)
	for _, as := range p.rules.dropsAs[t] {
		drop := NewDrop(source, 0, as)
		if p.rules.playToTest {
			squares = p.dropSquares(g, drop)
		}
		p.addLandings(k, g, drop, t, squares)
	}
}

// addLandings adds a drop, packed without its target, on those squares where
// its piece may be dropped.
func (p *Position) addLandings(k *sink, g *guard, drop Move, t PieceType, squares Bitboard) {
	targets := squares.And(p.permitted(p.side, t))
	if g.aimed && drop.Into() == NoPieceType {
		targets = targets.And(p.rules.mayAttackBy(g.aim, NoSquare, NewPiece(t, p.side)))
	}
	doubtful := targets
	if !g.each {
		doubtful = Bitboard{}
		if as := drop.Into(); g.eachDrop.Has(t) || as != NoPieceType && g.eachDrop.Has(as) {
			doubtful = targets.And(g.eachDropOn)
		}
	}
	for b := doubtful; !b.Empty(); {
		s := b.Pop()
		if p.banned(drop | onto(s)) {
			targets = targets.AndNot(bit(s))
		}
	}
	if k.counting {
		k.n += uint64(targets.Len())
		return
	}
	k.addAll(drop, targets)
}

func (p *Position) generatePocketDrops(k *sink, g *guard) {
	drop := NewMove(PocketDrop, 0, 0, NoPieceType)
	p.addLandings(k, g, drop, p.pocket[p.side], p.dropSquares(g, drop))
}

// addToPocket adds the move of a piece into the empty pocket. The piece must
// have a legal move on the board.
func (p *Position) addToPocket(k *sink, g *guard, pc Piece, from Square) {
	if p.pocket[p.side] != NoPieceType || p.rules.pocket.never.Has(pc.Type()) {
		return
	}
	if m := NewMove(ToPocket, from, 0, NoPieceType); !g.exact && !g.from.Has(from) || p.safe(m) {
		p.addOne(k, g, m)
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
