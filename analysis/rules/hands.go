package rules

import (
	"cmp"
	"fmt"
	"slices"
)

// handRules say which pieces hands contain and how they are dropped.
type handRules struct {
	exist        bool // there are hands
	keepAll      bool // all captured pieces go to the hand …
	keepVictims  PieceTypeSet
	keepCaptors  PieceTypeSet // … or only these, or only what these capture
	cells        int          // bench cells of a side; 0 if hands have no cells
	cellNames    [2][]string
	cellInitials [2]string // the first bytes of these
	order        []PieceType
	textOrder    []PieceType // as written in positions

	drop      bool // pieces in hand can be dropped
	dropBans  []dropBan
	freeDrops PieceTypeSet          // types dropped without being in hand
	dropsAs   [maxTypes][]PieceType // by type: other types it may be dropped as

	// IDs of the rules broken by dropping a piece in its promoted form, by
	// promoting on a drop, and by dropping on a square that is not empty.
	promotedDropRuleID, promotingDropRuleID, occupiedDropRuleID string
}

// dropBan forbids drops on certain squares.
type dropBan struct {
	pieces   PieceTypeSet
	allowed  [2]Bitboard  // by side
	fileWith PieceTypeSet // not on a file with these pieces of one's own …
	atLeast  int          // … if there are at least this many
	ruleID   string
}

// pocketRule is a variant's pocket rule.
type pocketRule struct {
	never                               PieceTypeSet
	ruleID, promotesRuleID, apartRuleID string
}

func (r *Rules) addHand() {
	h := r.definition.Hand
	if h == nil {
		return
	}
	r.hands.exist = true
	set := r.typeSet(h.Pieces)
	switch {
	case h.Keeps == "none":
	case h.Keeps == "all" || len(h.Pieces) == 0:
		r.hands.keepAll = true
	case h.Keeps == "victims":
		r.hands.keepVictims = set
	default:
		r.hands.keepCaptors = set
	}
	for _, letter := range h.Order {
		r.hands.order = append(r.hands.order, r.names.byLetter[letter])
	}
	if len(h.Order) == 0 {
		for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
			if !r.royals.Has(t) && !r.pieceTypes[t].promoted {
				r.hands.order = append(r.hands.order, t)
			}
		}
	}
	r.hands.textOrder = slices.Clone(r.hands.order)
	place := func(t PieceType) uint {
		at := slices.Index(h.Text, r.pieceTypes[t].letter)
		return min(uint(at), uint(len(h.Text)))
	}
	slices.SortStableFunc(r.hands.textOrder, func(a, b PieceType) int { return cmp.Compare(place(a), place(b)) })
	if len(h.Cells) == 2 {
		r.hands.cells = len(h.Cells[0])
		for side := range 2 {
			r.hands.cellNames[side] = h.Cells[side]
			for _, name := range h.Cells[side] {
				r.hands.cellInitials[side] += name[:1]
			}
		}
	}
}

func (r *Rules) addDrops() {
	d := r.definition.Drops
	if d == nil {
		return
	}
	r.hands.drop = r.hands.exist
	r.clock.dropsKeep = d.KeepClock
	r.hands.freeDrops = r.typeSet(d.Free)
	for letter, as := range d.As.All() {
		for _, other := range as {
			r.hands.dropsAs[r.names.byLetter[letter]] = append(r.hands.dropsAs[r.names.byLetter[letter]],
				r.names.byLetter[other])
		}
	}
	rule := r.definition.Number(d.Rule)
	r.hands.promotedDropRuleID, r.hands.promotingDropRuleID = cmp.Or(d.Promoted, rule), cmp.Or(d.Promotes, rule)
	r.hands.occupiedDropRuleID = cmp.Or(d.Occupied, ruleOccupied)
	for _, ban := range d.Forbid {
		b := dropBan{pieces: r.typeSet(ban.Pieces), fileWith: r.typeSet(ban.FileWith), atLeast: max(ban.Already, 1),
			ruleID: r.definition.Number(ban.Rule)}
		if len(ban.Pieces) == 0 {
			b.pieces = anyType
		}
		for _, side := range []Side{First, Second} {
			b.allowed[side] = r.region(ban.Outside, side)
			if ban.In != "" {
				b.allowed[side] = b.allowed[side].AndNot(r.region(ban.In, side))
			}
		}
		r.hands.dropBans = append(r.hands.dropBans, b)
	}
}

// droppedType returns the type that a drop takes from the hand, bench or
// pocket.
func (p *Position) droppedType(m Move) PieceType {
	switch {
	case m.Kind() == PocketDrop:
		return p.pocket[p.side]
	case p.rules.hands.cells > 0:
		return p.cells[p.side][m.Slot()]
	}
	return PieceType(m.Slot())
}

// landedType returns the type that a drop puts on the board.
func (p *Position) landedType(m Move) PieceType {
	if into := m.Into(); into != NoPieceType {
		return into
	}
	return p.droppedType(m)
}

// DropInto returns the promotion written when a type in hand is dropped as t
// (NoPieceType for the same type); false if it cannot be.
func (r *Rules) DropInto(held, t PieceType) (into PieceType, ok bool) {
	if held == t {
		return NoPieceType, true
	}
	return t, slices.Contains(r.hands.dropsAs[held], t)
}

// Held returns the type in hand that the side to move drops to get t on the
// board, and the promotion written; false if there is none.
func (p *Position) Held(t PieceType) (held, into PieceType, ok bool) {
	if p.CanDrop(t) {
		return t, NoPieceType, true
	}
	for held := PieceType(1); int(held) < len(p.rules.pieceTypes); held++ {
		if into, ok := p.rules.DropInto(held, t); ok && p.CanDrop(held) {
			return held, into, true
		}
	}
	return NoPieceType, NoPieceType, false
}

// dropRegion returns the squares, empty or not, on which drop bans allow a side
// to drop a type.
func (p *Position) dropRegion(side Side, t PieceType) Bitboard {
	out := p.rules.all
	for i := range p.rules.hands.dropBans {
		b := &p.rules.hands.dropBans[i]
		if !b.pieces.Has(t) {
			continue
		}
		out = out.And(b.allowed[side])
		if b.fileWith != 0 {
			all := p.ofTypes(side, b.fileWith)
			for own := all; !own.Empty(); {
				file := p.rules.fileOf[own.Pop()]
				if b.atLeast == 1 || all.And(file).Len() >= b.atLeast {
					out = out.AndNot(file)
				}
			}
		}
	}
	return out
}

// dropBanOn returns the ban that keeps a type off a square, or nil.
func (p *Position) dropBanOn(side Side, t PieceType, s Square) *dropBan {
	for i := range p.rules.hands.dropBans {
		b := &p.rules.hands.dropBans[i]
		if b.pieces.Has(t) && (!b.allowed[side].Has(s) ||
			p.ofTypes(side, b.fileWith).And(p.rules.fileOf[s]).Len() >= b.atLeast && b.fileWith != 0) {
			return b
		}
	}
	return nil
}

// HasHand reports whether captured pieces can come back.
func (r *Rules) HasHand() bool { return r.hands.exist }

// HasPocket reports whether each side has a pocket.
func (r *Rules) HasPocket() bool { return r.pocket != nil }

// Cells returns the number of bench cells of a side, 0 if hands have no cells.
func (r *Rules) Cells() int { return r.hands.cells }

// Receives returns the piece type that the hand receives when captor captures
// victim; false if none.
func (r *Rules) Receives(captor, victim PieceType) (PieceType, bool) {
	if !r.keeps(captor, victim) {
		return NoPieceType, false
	}
	return r.pieceTypes[victim].demotes, true
}

// CanDrop reports whether the side to move has a piece of a type to drop.
func (p *Position) CanDrop(t PieceType) bool {
	return p.hand[p.side][t] > 0 && p.rules.hands.drop || p.rules.hands.freeDrops.Has(t)
}

// receive puts a captured piece into a hand, and returns its cell.
func (p *Position) receive(side Side, t PieceType) uint8 {
	p.setHand(side, t, p.hand[side][t]+1)
	cell := p.freeCell(side)
	if cell < maxCells {
		p.cells[side][cell] = t
	}
	return cell
}

// freeCell returns the first empty cell in the fill order, maxCells if there is
// none.
func (p *Position) freeCell(side Side) uint8 {
	for i := range p.rules.hands.cells {
		if p.cells[side][i] == NoPieceType {
			return uint8(i)
		}
	}
	return maxCells
}

// DropPromoted returns the rule ID broken by dropping a piece in its promoted
// form.
func (r *Rules) DropPromoted() string { return r.hands.promotedDropRuleID }

// DropPromotes returns the rule ID broken by a drop with a promotion.
func (r *Rules) DropPromotes() string { return r.hands.promotingDropRuleID }

// PocketKeeps returns the rule ID broken by changing a piece that leaves the
// pocket.
func (r *Rules) PocketKeeps() string { return r.pocket.promotesRuleID }

// PocketApart returns the rule ID that distinguishes hand and pocket.
func (r *Rules) PocketApart() string { return r.pocket.apartRuleID }

func (p *Position) playDrop(st *stateInfo, m Move) {
	side := p.side
	t := PieceType(m.Slot())
	if p.rules.hands.cells > 0 {
		st.cell = uint8(m.Slot())
		t = p.cells[side][st.cell]
		p.cells[side][st.cell] = NoPieceType
	}
	if !p.rules.hands.freeDrops.Has(t) {
		p.setHand(side, t, p.hand[side][t]-1)
	}
	st.moved = NewPiece(t, side)
	p.putPiece(m.To(), promoted(st.moved, m))
	if p.rules.royals.Has(t) {
		p.royal[side] = m.To()
	}
	p.gainRights(m.To(), t)
	if !p.rules.clock.dropsKeep || p.rules.clock.resets.Has(t) {
		p.clock = 0
	}
}

// keeps reports whether a captured piece goes to a hand. A royal goes there
// only if the order of the hand lists it.
func (r *Rules) keeps(captor, victim PieceType) bool {
	if r.royals.Has(victim) && !slices.Contains(r.hands.order, victim) {
		return false
	}
	return r.hands.keepAll || r.hands.keepVictims.Has(victim) || r.hands.keepCaptors.Has(captor)
}

// CanDropAnything reports whether the side to move, if it had a piece in hand,
// could drop it somewhere without leaving its royal attacked.
func (p *Position) CanDropAnything() bool {
	legal := p.acquireLegality()
	squares := p.dropSquares(legal, NewMove(PocketDrop, 0, 0, NoPieceType))
	p.releaseLegality(legal)
	return !squares.Empty()
}

// dropSquares returns the empty squares on which a drop, packed without its
// target, leaves the royal safe.
func (p *Position) dropSquares(legal *legality, drop Move) Bitboard {
	squares := p.rules.all.AndNot(p.occupied)
	if legal.inCheck {
		squares = squares.And(legal.evasionTo)
	}
	doubtful := squares
	if !p.testsEvery(legal) && (drop.Kind() != Drop || !p.rules.royals.Has(p.droppedType(drop))) {
		doubtful = squares.And(legal.testTo)
	}
	for !doubtful.Empty() {
		s := doubtful.Pop()
		if !p.safe(drop | toBits(s)) {
			squares = squares.AndNot(bit(s))
		}
	}
	return squares
}

func (p *Position) generateDrops(ml *moveList, legal *legality) {
	side := p.side
	var squares Bitboard
	if !p.rules.plan.playToTest { // the same for every piece dropped
		if squares = p.dropSquares(legal, NewMove(PocketDrop, 0, 0, NoPieceType)); squares.Empty() {
			return
		}
	}
	for free := p.rules.hands.freeDrops; free != 0; free &= free - 1 {
		t := PieceType(trailing64(uint64(free)))
		p.addDrops(ml, legal, HandSlot(t), t, squares)
	}
	if p.rules.hands.cells == 0 {
		for _, t := range p.rules.hands.order {
			if p.hand[side][t] > 0 {
				p.addDrops(ml, legal, HandSlot(t), t, squares)
			}
		}
		return
	}
	for i := range p.rules.hands.cells {
		if t := p.cells[side][i]; t != NoPieceType {
			p.addDrops(ml, legal, HandSlot(i), t, squares)
		}
	}
}

func (p *Position) addDrops(ml *moveList, legal *legality, source HandSlot, t PieceType, squares Bitboard) {
	if legal.dropsOf != 0 && !legal.dropsOf.Has(t) {
		return
	}
	drop := NewDrop(source, 0, NoPieceType)
	if p.rules.plan.playToTest || p.rules.royals.Has(t) {
		squares = p.dropSquares(legal, drop)
	}
	p.addDropTargets(ml, legal, drop, t, squares)
	for _, as := range p.rules.hands.dropsAs[t] {
		drop := NewDrop(source, 0, as)
		if p.rules.plan.playToTest {
			squares = p.dropSquares(legal, drop)
		}
		p.addDropTargets(ml, legal, drop, t, squares)
	}
}

// addDropTargets adds a drop, packed without its target, on those squares where
// its piece may be dropped.
func (p *Position) addDropTargets(ml *moveList, legal *legality, drop Move, t PieceType, squares Bitboard) {
	targets := squares.And(p.dropRegion(p.side, t))
	if legal.quietChecksOnly && drop.Into() == NoPieceType {
		targets = targets.And(p.rules.mayAttackBy(legal.checkTarget, NoSquare, NewPiece(t, p.side)))
	}
	doubtful := targets
	if !legal.testBans {
		doubtful = Bitboard{}
		if as := drop.Into(); legal.testDropsOf.Has(t) || as != NoPieceType && legal.testDropsOf.Has(as) {
			doubtful = targets.And(legal.testDropsTo)
		}
	}
	for b := doubtful; !b.Empty(); {
		s := b.Pop()
		if p.banned(drop | toBits(s)) {
			targets = targets.AndNot(bit(s))
		}
	}
	if ml.counting {
		ml.count += uint64(targets.Len())
		return
	}
	ml.addTargets(drop, targets)
}

func (p *Position) generatePocketDrops(ml *moveList, legal *legality) {
	drop := NewMove(PocketDrop, 0, 0, NoPieceType)
	p.addDropTargets(ml, legal, drop, p.pocket[p.side], p.dropSquares(legal, drop))
}

// addToPocket adds the move of a piece into the empty pocket. The piece must
// have a legal move on the board.
func (p *Position) addToPocket(ml *moveList, legal *legality, pc Piece, from Square) {
	if p.pocket[p.side] != NoPieceType || p.rules.pocket.never.Has(pc.Type()) {
		return
	}
	if m := NewMove(ToPocket, from, 0, NoPieceType); !legal.testEvery && !legal.testFrom.Has(from) || p.safe(m) {
		p.addUnlessBanned(ml, legal, m)
	}
}

func (p *Position) judgeDrop(m Move) *Violation {
	r := p.rules
	to := m.To()
	t := p.droppedType(m)
	if p.board[to] == Walled {
		return &Violation{r.hands.occupiedDropRuleID, "occupied",
			fmt.Sprintf("a drop needs an empty square, and %s is a wall or a hole", r.SquareName(to))}
	}
	if p.board[to] != NoPiece {
		return &Violation{r.hands.occupiedDropRuleID, "occupied",
			fmt.Sprintf("a drop needs an empty square, and the %s stands on %s", r.pieceTypes[p.board[to].Type()].name,
				r.SquareName(to))}
	}
	if into := m.Into(); into != NoPieceType && (m.Kind() != Drop || !slices.Contains(r.hands.dropsAs[t], into)) {
		return &Violation{r.hands.promotingDropRuleID, "promotion", "a drop does not promote"}
	}
	if b := p.dropBanOn(p.side, t, to); b != nil {
		return &Violation{b.ruleID, "drop",
			fmt.Sprintf("the %s may not be dropped on %s", r.pieceTypes[t].name, r.SquareName(to))}
	}
	return nil
}

func (p *Position) judgeToPocket(m Move) *Violation {
	r := p.rules
	pc := p.board[m.From()]
	name := r.pieceTypes[pc.Type()].name
	switch {
	case r.pocket == nil:
		return &Violation{r.pieceTypes[pc.Type()].ruleID, "movement", "this game has no pocket"}
	case r.pocket.never.Has(pc.Type()):
		return &Violation{r.pocket.ruleID, "pocket", fmt.Sprintf("the %s may not go to the pocket", name)}
	case p.pocket[p.side] != NoPieceType:
		return &Violation{ruleOccupied, "occupied",
			fmt.Sprintf("the %s lies in the pocket", r.pieceTypes[p.pocket[p.side]].name)}
	case m.Into() != NoPieceType:
		return &Violation{r.pocket.promotesRuleID, "promotion", "a move into the pocket does not promote"}
	case !p.hasStep(m.From()):
		return &Violation{r.pocket.ruleID, "pocket",
			fmt.Sprintf("the %s on %s has no legal move on the board", name, r.SquareName(m.From()))}
	case !p.safe(m):
		return &Violation{r.pocket.ruleID, "royal attacked",
			fmt.Sprintf("it leaves the %s attacked", r.pieceTypes[r.royalType()].name)}
	}
	return nil
}
