package rules

import "slices"

// buildTargets returns for every square the squares that the piece could reach
// on some board, and the inverse of it.
func (r *Rules) buildTargets(t *moveTable) (out, origins []Bitboard) {
	out, origins = make([]Bitboard, r.squares), make([]Bitboard, r.squares)
	rides := t.slideAny | t.slideQuiet | t.slideCapture | t.hopQuiet | t.hopCapture | t.behindQuiet | t.behindCapture
	for _, k := range t.limitedRides {
		rides |= k.directions
	}
	for from := range Square(r.squares) {
		var targets Bitboard
		for _, leaps := range [][]Bitboard{t.anyLeaps, t.quietLeaps, t.captureLeaps, t.firstLeaps} {
			targets = targets.Or(leapsFrom(leaps, from))
		}
		if t.lameLeaps != nil {
			for _, l := range t.lameLeaps[from] {
				targets.Add(l.square)
			}
		}
		for set := rides; set != 0; set &= set - 1 {
			targets = targets.Or(r.rays[trailing(set)][from])
		}
		out[from] = targets
		for !targets.Empty() {
			origins[targets.Pop()].Add(from)
		}
	}
	for to := range origins {
		origins[to] = origins[to].Or(leapsFrom(t.enPassant, Square(to)))
	}
	return out, origins
}

// buildQuietSteps returns the non-capturing leaps of a table and the first steps of
// its slides.
func (r *Rules) buildQuietSteps(t *moveTable) []Bitboard {
	out := make([]Bitboard, r.squares)
	for from := range Square(r.squares) {
		out[from] = leapsFrom(t.anyLeaps, from).Or(leapsFrom(t.quietLeaps, from))
		for set := t.slideAny | t.slideQuiet; set != 0; set &= set - 1 {
			if to, ok := r.step(from, trailing(set)); ok {
				out[from].Add(to)
			}
		}
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

// inPlaceCandidates appends the pieces that promote in place (or with a step
// to the square) and cannot reach it otherwise.
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
	for ; set != 0; set &= set - 1 {
		if d := trailing(set); p.rules.rays[d][from].Has(to) {
			return !p.rules.span(from, to, d).AndNot(bit(to)).Meets(p.occupied)
		}
	}
	return false
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

// Promotions appends the types to which the piece may promote by a move between
// two squares.
func (p *Position) Promotions(dst []PieceType, from, to Square) []PieceType {
	pr := p.rules.promotions[p.board[from]]
	if pr == nil || !p.mayPromote(pr, from).Has(to) {
		return dst
	}
	for _, t := range pr.into {
		if p.promotes(pr, t, to) {
			dst = append(dst, t)
		}
	}
	return dst
}

// Becomes returns the type to which a candidate must promote; false if it has a
// choice or does not promote.
func (p *Position) Becomes(c Candidate, to Square) (PieceType, bool) {
	pr := p.rules.promotionBy(c.Kind, p.board[c.From])
	if pr == nil || !pr.always || len(pr.into) != 1 || !p.mayPromote(pr, c.From).Has(to) {
		return NoPieceType, false
	}
	return pr.into[0], true
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

// addLetters finds the types that a letter stands for in records: all that
// positions write with it, without the mark of promoted pieces.
func (r *Rules) addLetters() {
	add := func(letter string, t PieceType) {
		plus := 0
		if letter[0] == '+' {
			plus, letter = 1, letter[1:]
		}
		kinds := &r.lettersInRecords[plus][letter[0]-'A']
		if !slices.Contains(*kinds, t) {
			*kinds = append(*kinds, t)
		}
	}
	for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
		add(r.pieceTypes[t].letter, t)
	}
	for c := 'A'; c <= 'Z'; c++ {
		for _, letter := range []string{string(c), "+" + string(c)} {
			if t, ok := r.letters[letter]; ok {
				add(letter, t)
			}
		}
	}
	for c := range r.sanLetters {
		r.sanLetters[c] = slices.Clone(r.lettersInRecords[0][c])
	}
	for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
		if san := r.pieceTypes[t].san; san != "" && !slices.Contains(r.sanLetters[san[0]-'A'], t) {
			r.sanLetters[san[0]-'A'] = append(r.sanLetters[san[0]-'A'], t)
			r.hasSAN = true
		}
	}
}

// Lettered returns the types that a capital letter, alone or after a +, stands
// for in records. The marks that distinguish promoted pieces in positions are
// not written there.
func (r *Rules) Lettered(letter byte, plus bool) []PieceType {
	if letter < 'A' || letter > 'Z' {
		return nil
	}
	if plus {
		return r.lettersInRecords[1][letter-'A']
	}
	return r.lettersInRecords[0][letter-'A']
}

// SANLettered returns the types that a capital letter stands for in the
// algebraic notation of Fairy-Stockfish, which also has letters for promoted
// types.
func (r *Rules) SANLettered(letter byte) []PieceType {
	if letter < 'A' || letter > 'Z' {
		return nil
	}
	return r.sanLetters[letter-'A']
}

// SANLetter returns the letter of a type in algebraic notation if the
// definition sets one, or "".
func (r *Rules) SANLetter(t PieceType) string { return r.pieceTypes[t].san }

// NamesPromoted reports whether promoted types have their own letters in
// algebraic notation.
func (r *Rules) NamesPromoted() bool { return r.hasSAN }

// HasPlus reports whether some type is written with a leading +.
func (r *Rules) HasPlus() bool {
	return slices.ContainsFunc(r.lettersInRecords[1][:], func(kinds []PieceType) bool { return len(kinds) > 0 })
}
