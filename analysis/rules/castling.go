package rules

import "strings"

// castlingRule is a variant's castling rule. The royal moves toward an unmoved
// partner on the same rank, by a number of files or to a given file, and the
// partner lands next to it on the side it came from.
type castlingRule struct {
	royal      PieceType
	partners   PieceTypeSet
	rank       [2]int // by side, from 0
	step       int    // files that the royal moves; 0 if it moves to a given file
	to         [2]int // that file: toward the higher files, and toward the lower ones
	distance   int
	free       bool   // royal and partner may start on any file
	byDrops    bool   // pieces dropped on certain files may castle
	dropFiles  [3]int // those files: of the royal, of its partners on either side
	opposite   bool   // a side may not castle in the direction in which the opponent has castled
	usualFile  int    // if free: file from which castling is written as if it were not; -1 for none
	stepsAsFar bool   // not free, and the royal may move as far sideways by its own movement
	ruleID     string
}

// castleTarget returns the royal's target when it castles from s in direction
// d; false if it is off the board.
func (p *Position) castleTarget(s Square, d int) (Square, bool) {
	k := p.rules.castling
	files := k.step * directionVectors[d][0]
	if k.step == 0 {
		files = k.to[map[int]int{east: 0, west: 1}[d]] - p.rules.file(s)
	}
	return p.rules.offset(s, files, 0)
}

// castleDirection returns the castling direction that takes the royal between
// two squares; false if there is none.
func (p *Position) castleDirection(from, to Square) (int, bool) {
	for _, d := range []int{east, west} {
		if s, ok := p.castleTarget(from, d); ok && s == to {
			return d, true
		}
	}
	return 0, false
}

// stepsAsCastling reports whether a royal's own movement may also lead from its
// starting square to its castling target.
func (p *Position) stepsAsCastling() bool {
	royal := NewPiece(p.rules.castling.royal, First)
	for royals := p.pieces[royal]; !royals.Empty(); {
		s := royals.Pop()
		for _, d := range []int{east, west} {
			to, ok := p.castleTarget(s, d)
			if _, steps := p.rules.vectorBetween(royal, s, to); ok && steps {
				return true
			}
		}
	}
	return false
}

// playCastle moves the royal and puts its partner next to it.
func (p *Position) playCastle(st *stateInfo, m Move) {
	from, to := m.From(), m.To()
	d, _ := p.castleDirection(from, to)
	st.partner, _ = p.castlingPartner(from, d)
	st.moved = p.liftPiece(from)
	partner := p.liftPiece(st.partner)
	p.putPiece(to, st.moved)
	p.putPiece(p.partnerTarget(to, d), partner)
	p.royal[p.side] = p.movedRoyal(from, to)
	p.loseRights(from, to, st.moved)
	if p.rules.castling.opposite {
		p.setRights(p.rights.AndNot(p.rightsToward(p.side.Other(), d)))
	}
}

// rightsToward returns a side's partners with castling rights in a direction.
func (p *Position) rightsToward(side Side, d int) Bitboard {
	royals := p.castlingRoyals(side)
	if royals.Empty() {
		return royals
	}
	return p.rights.And(p.own[side]).And(p.rules.rays[d][royals.First()])
}

// CastlingRight is a castling move to which a side has the right, even if it is
// not legal now.
type CastlingRight struct{ From, To, PartnerFrom, PartnerTo Square }

// CastlingRights returns the castling moves to which a side has the right.
func (p *Position) CastlingRights(side Side) (all []CastlingRight) {
	if p.rules.castling == nil {
		return nil
	}
	for royals := p.castlingRoyals(side); !royals.Empty(); {
		from := royals.Pop()
		for _, d := range []int{east, west} {
			to, _ := p.castleTarget(from, d)
			for partners := p.rights.And(p.own[side]).And(p.rules.rays[d][from]); !partners.Empty(); {
				all = append(all, CastlingRight{from, to, partners.Pop(), p.partnerTarget(to, d)})
			}
		}
	}
	return all
}

// castlingRoyals returns a side's royals on squares from which they may castle.
func (p *Position) castlingRoyals(side Side) Bitboard {
	return p.pieces[NewPiece(p.rules.castling.royal, side)].And(p.castlingRoyalSquares(side))
}

// castlingRoyalSquares returns the squares on which a side's royal may castle.
func (p *Position) castlingRoyalSquares(side Side) Bitboard {
	k := p.rules.castling
	return p.startSquares(NewPiece(k.royal, side)).And(p.rankMask(k.rank[side]))
}

// gainRights grants castling rights after a drop that completes a castling
// formation.
func (p *Position) gainRights(to Square, t PieceType) {
	k := p.rules.castling
	if k == nil || !k.byDrops || p.rules.rank(to) != k.rank[p.side] || t != k.royal && !k.partners.Has(t) {
		return
	}
	gained := p.startingPieces(k.partners, p.side).And(p.rankMask(k.rank[p.side]))
	if p.castlingRoyals(p.side).Empty() {
		return
	}
	if t != k.royal {
		gained = gained.And(bit(to))
	}
	p.setRights(p.rights.Or(gained))
}

func (p *Position) undoCastle(st *stateInfo, m Move) {
	d, _ := p.castleDirection(m.From(), m.To())
	partner := p.liftPiece(p.partnerTarget(m.To(), d))
	p.liftPiece(m.To())
	p.putPiece(m.From(), st.moved)
	p.putPiece(st.partner, partner)
}

// movedRoyal returns the updated square of a side's only royal. Variants with
// several royals do not track one.
func (p *Position) movedRoyal(from, to Square) Square {
	if p.royal[p.side] == from {
		return to
	}
	return p.royal[p.side]
}

func (p *Position) partnerTarget(s Square, d int) Square {
	out, _ := p.rules.step(s, d^4)
	return out
}

// castlingPartner returns the nearest piece in direction d, and whether it has
// castling rights.
func (p *Position) castlingPartner(royal Square, d int) (Square, bool) {
	blockers := p.rules.rays[d][royal].And(p.occupied)
	if blockers.Empty() {
		return NoSquare, false
	}
	s := nearest(blockers, d)
	return s, p.rights.Has(s) && p.board[s].Side() == p.side
}

// loseRights removes the castling rights that depend on a royal or partner that
// moved or was captured.
func (p *Position) loseRights(from, to Square, pc Piece) {
	lost := bit(from).Or(bit(to)).Or(p.rightsOf(pc, from))
	if lost.Meets(p.rights) {
		p.setRights(p.rights.AndNot(lost))
	}
}

// rightsOf returns the squares with castling rights that depend on a piece that
// stood on s. For a castling royal these are all partners of its side. The
// variant may have other pieces of the same type.
func (p *Position) rightsOf(pc Piece, s Square) Bitboard {
	k := p.rules.castling
	if pc.Type() != k.royal || !p.castlingRoyalSquares(pc.Side()).Has(s) {
		return Bitboard{}
	}
	return p.rankMask(k.rank[pc.Side()])
}

func (p *Position) rankMask(rank int) Bitboard {
	r := p.rules
	s := Square(rank * r.files)
	return r.rays[east][s].Or(bit(s))
}

// castlingMoves returns the castling targets of the royal on s.
func (p *Position) castlingMoves(s Square) Bitboard {
	var out Bitboard
	if p.rules.castling == nil || p.rights.Empty() || !p.castlingRoyals(p.side).Has(s) {
		return out
	}
	for _, d := range []int{east, west} {
		if to, reason := p.castleTo(s, d); reason == "" {
			out = out.Or(bit(to))
		}
	}
	return out
}

// castleTo returns the royal's target when it castles from s in direction d, or
// the reason why it may not.
func (p *Position) castleTo(s Square, d int) (to Square, reason string) {
	k := p.rules.castling
	r := p.rules
	ray := r.rays[d][s]
	if !ray.Meets(p.rights) {
		return NoSquare, "the royal or its partner has moved, or there is no partner"
	}
	partner, ok := p.castlingPartner(s, d)
	if !ok {
		return NoSquare, "a square between them is not empty"
	}
	if r.filesApart(partner, s) < k.distance {
		return NoSquare, "the royal and its partner are too close to each other"
	}
	to, ok = p.castleTarget(s, d)
	if !ok {
		return NoSquare, "the board is too narrow"
	}
	occupied := p.occupied.AndNot(bit(s))
	path, partnerTo := p.between(s, to), p.partnerTarget(to, d)
	if path.Or(p.between(partner, partnerTo)).Or(bit(to)).Or(bit(partnerTo)).AndNot(bit(partner)).Meets(occupied) {
		return NoSquare, "a square that the royal or its partner crosses is not empty"
	}
	if r.plan.wallsWithMoves { // walls may still block attacks
		return to, ""
	}
	return to, p.castleAttacked(s, to, occupied, occupied.AndNot(bit(partner)).Or(bit(partnerTo)))
}

// castleAttacked returns the kind of attack that prevents the royal on s from
// castling to a square, or "". occupied excludes the royal; after is the
// occupancy after the partner has moved.
func (p *Position) castleAttacked(s, to Square, occupied, after Bitboard) (reason string) {
	k, r := p.rules.castling, p.rules
	if !r.CastlesUnattacked() {
		return ""
	}
	if p.royalAttacked(p.side, s, k.royal, occupied, p.own[p.side.Other()]) {
		return "the royal is attacked"
	}
	for path := p.between(s, to).Or(bit(to)).AndNot(bit(s)); !path.Empty(); {
		over, seen := path.Pop(), occupied
		if over == to {
			seen = after
		}
		if p.royalAttacked(p.side, over, k.royal, seen, p.own[p.side.Other()]) {
			return "it would cross or reach an attacked square"
		}
	}
	return ""
}

// CastlesUnattacked reports whether castling may not cross attacked squares:
// the castling piece is royal, or must not be left attacked.
func (r *Rules) CastlesUnattacked() bool { return r.caps.royalSafety || r.royals.Has(r.castling.royal) }

// between returns the squares strictly between two squares of a rank.
func (p *Position) between(a, b Square) Bitboard {
	d, aligned := p.rules.direction(a, b)
	if !aligned {
		return Bitboard{}
	}
	return p.rules.span(a, b, d).AndNot(bit(b))
}

// initialRights returns the partners that may castle if nothing has moved.
func (p *Position) initialRights() Bitboard {
	k := p.rules.castling
	var out Bitboard
	if k == nil {
		return out
	}
	for _, side := range []Side{First, Second} {
		rank := p.rankMask(k.rank[side])
		royals := p.castlingRoyals(side)
		if !royals.Single() {
			continue
		}
		for b := p.startingPieces(k.partners, side).And(rank); !b.Empty(); {
			s := b.Pop()
			if p.rules.filesApart(s, royals.First()) >= k.distance {
				out = out.Or(bit(s))
			}
		}
	}
	return out
}

// startSquares returns the squares on which a piece may have started: any
// square if starting positions vary, given files if it is dropped.
func (p *Position) startSquares(pc Piece) Bitboard {
	r, k := p.rules, p.rules.castling
	switch {
	case k.byDrops && pc.Type() == k.royal:
		return r.fileOf[k.dropFiles[0]]
	case k.byDrops:
		return r.fileOf[k.dropFiles[1]].Or(r.fileOf[k.dropFiles[2]])
	}
	if r.start == nil || r.definition.Array != nil || k.free {
		return r.all
	}
	return r.start.pieces[pc]
}

func (p *Position) startingPieces(kinds PieceTypeSet, side Side) Bitboard {
	var out Bitboard
	for ; kinds != 0; kinds &= kinds - 1 {
		pc := NewPiece(PieceType(trailing64(uint64(kinds))), side)
		out = out.Or(p.pieces[pc].And(p.startSquares(pc)))
	}
	return out
}

// castlingText writes castling rights as in a FEN: K and Q for the outermost
// partner on either side of the royal, otherwise the letter of the file (always
// if royals may start on any file). First-move rights follow.
func (p *Position) castlingText() string {
	var b strings.Builder
	for _, side := range []Side{First, Second} {
		usual := false
		if p.rules.castling != nil {
			usual = p.castlingLetters(&b, side)
		}
		if p.rules.firstMove != nil {
			p.writeUnmoved(&b, side, usual)
		}
	}
	if b.Len() == 0 {
		return "-"
	}
	return b.String()
}

// castlingLetters writes a side's castling rights. It reports whether one of
// them is written as K or Q.
func (p *Position) castlingLetters(b *strings.Builder, side Side) (usual bool) {
	k := p.rules.castling
	royals := p.castlingRoyals(side)
	if royals.Empty() {
		return false
	}
	s := royals.First()
	for _, d := range []int{east, west} {
		partners := p.ofTypes(side, k.partners).And(p.rules.rays[d][s])
		own := p.rights.And(partners)
		for !own.Empty() {
			at := nearest(own, d^4) // outermost first
			own = own.AndNot(bit(at))
			letter := byte('a' + p.rules.file(at))
			if (!k.free || k.usualFile >= 0) && at == nearest(partners, d^4) {
				letter, usual = map[int]byte{east: 'k', west: 'q'}[d], true
			}
			if side == First {
				letter -= 'a' - 'A'
			}
			b.WriteByte(letter)
		}
	}
	return usual
}

// readCastling is the inverse of castlingText. It ignores rights that
// contradict the board.
func (p *Position) readCastling(text string) (Bitboard, bool) {
	var out Bitboard
	possible := p.initialRights()
	if text == "-" {
		return out, true
	}
	for i := range len(text) {
		side, letter := Second, text[i]
		if letter >= 'A' && letter <= 'Z' {
			side, letter = First, letter+'a'-'A'
		}
		if letter < 'a' || letter > 'z' {
			return out, false
		}
		royals := p.castlingRoyals(side)
		if royals.Empty() {
			continue
		}
		own := possible.And(p.own[side])
		switch letter {
		case 'k', 'q':
			d := map[byte]int{'k': east, 'q': west}[letter]
			if own = own.And(p.rules.rays[d][royals.First()]); !own.Empty() {
				out = out.Or(bit(nearest(own, d^4)))
			}
		default:
			if int(letter-'a') >= p.rules.files {
				return out, false
			}
			out = out.Or(own.And(p.rules.fileOf[letter-'a']))
		}
	}
	return out, true
}

// CastlingShape reports whether a move between two squares looks like castling,
// legal or not.
func (p *Position) CastlingShape(from, to Square) bool {
	r := p.rules
	k := r.castling
	if k == nil || p.board[from] != NewPiece(k.royal, p.side) || r.rank(from) != k.rank[p.side] {
		return false
	}
	_, fits := p.castleDirection(from, to)
	return fits
}

// CastlingNamed returns the square that names a castling move next to the
// royal's: the royal's target, or the partner's square in Fischer random chess
// and if the royal may also step to the target.
func (p *Position) CastlingNamed(m Move) Square {
	if !p.startsAnywhere(m.From()) && !p.stepsBeside(m.From(), m.To()) {
		return m.To()
	}
	partner, _ := p.CastlingPartner(m)
	return partner
}

// NamesPartners reports whether remaining castling moves are written with the
// partner's square, as in Fischer random chess.
func (p *Position) NamesPartners() bool {
	if p.rules.castling == nil {
		return false
	}
	for _, side := range []Side{First, Second} {
		royals := p.castlingRoyals(side)
		if !royals.Empty() && p.rights.Meets(p.own[side]) && p.startsAnywhere(royals.First()) {
			return true
		}
	}
	return false
}

// startsAnywhere reports whether the royal on a square castles as in Fischer
// random chess.
func (p *Position) startsAnywhere(royal Square) bool {
	k := p.rules.castling
	return k.free && p.rules.file(royal) != k.usualFile
}

// stepsBeside reports whether the royal may also step to its castling target.
func (p *Position) stepsBeside(royal, to Square) bool {
	if !p.rules.castling.stepsAsFar || p.board[royal] <= Walled {
		return false
	}
	quiet, _ := p.Reach(royal)
	return quiet.Has(to)
}

// CastlingOf returns the castling move that two squares mean, legal or not;
// false if there is none.
func (p *Position) CastlingOf(from, to Square) (Move, bool) {
	if k := p.rules.castling; k != nil && (k.stepsAsFar || p.startsAnywhere(from)) {
		d, _ := p.rules.direction(from, to)
		switch {
		case p.ofTypes(p.side, k.partners).Has(to) && (d == east || d == west) &&
			nearest(p.rules.rays[d][from].And(p.occupied), d) == to:
			ok := false
			if to, ok = p.castleTarget(from, d); !ok {
				return 0, false
			}
		case p.startsAnywhere(from) || p.stepsBeside(from, to):
			return 0, false
		}
	}
	return NewMove(Castle, from, to, NoPieceType), p.CastlingShape(from, to)
}

// CastlingPartner returns the origin and target of the partner of a legal
// castling move.
func (p *Position) CastlingPartner(m Move) (from, to Square) {
	d, _ := p.castleDirection(m.From(), m.To())
	from, _ = p.castlingPartner(m.From(), d)
	return from, p.partnerTarget(m.To(), d)
}

// CastleToward returns the castling move toward the higher or the lower files,
// legal or not; false if there is no castling royal or the board is too narrow.
func (p *Position) CastleToward(higher bool) (Move, bool) {
	k := p.rules.castling
	if k == nil {
		return 0, false
	}
	royals := p.castlingRoyals(p.side)
	if royals.Empty() { // if the royal has moved, the verdict should say so
		royals = p.pieces[NewPiece(k.royal, p.side)].And(p.rankMask(k.rank[p.side]))
	}
	if royals.Empty() {
		return 0, false
	}
	from, d := royals.First(), west
	if higher {
		d = east
	}
	to, ok := p.castleTarget(from, d)
	return NewMove(Castle, from, to, NoPieceType), ok
}

func (p *Position) judgeCastle(m Move) *Violation {
	r := p.rules
	k := r.castling
	from, to := m.From(), m.To()
	if !p.CastlingShape(from, to) {
		return p.cannotReach(m)
	}
	d, _ := p.castleDirection(from, to)
	if _, reason := p.castleTo(from, d); reason != "" {
		return &Violation{k.ruleID, "castling", "castling is not possible: " + reason}
	}
	if reason := p.castleExposed(m); reason != "" {
		return &Violation{k.ruleID, "castling", "castling is not possible: " + reason}
	}
	return nil
}
