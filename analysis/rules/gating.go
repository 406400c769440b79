package rules

import (
	"fmt"
	"math/bits"
	"strings"
)

// firstMoveRules holds the first-move rules: an unmoved piece on its first rank
// may have extra moves, or may let a piece from the hand enter on the square it
// leaves (gating).
type firstMoveRules struct {
	rank   [2]int       // by side, from 0
	types  PieceTypeSet // types with first-move rights
	gating bool         // first moves allow gating
	ruleID string
}

func (r *Rules) addFirstMove() {
	d := r.definition
	u := &firstMoveRules{rank: [2]int{0, r.ranks - 1}}
	for letter, p := range d.Pieces.All() {
		for i := range p.Moves {
			if p.Moves[i].First {
				u.types.Add(r.names.byLetter[letter])
			}
		}
	}
	if g := d.Gating; g != nil {
		u.gating, u.ruleID = true, d.Number(g.Rule)
		u.rank = [2]int{g.Rank - 1, r.ranks - g.Rank}
		u.types = r.allTypes()
		if len(g.Pieces) > 0 {
			u.types = r.typeSet(g.Pieces)
		}
	}
	if u.types != 0 {
		r.firstMove = u
	}
}

// Gates reports whether first moves allow gating.
func (r *Rules) Gates() bool { return r.firstMove != nil && r.firstMove.gating }

// HasFirstMove reports whether the piece on a square has a first-move right.
func (p *Position) HasFirstMove(s Square) bool { return p.unmoved.Has(s) }

func (p *Position) setUnmoved(b Bitboard) {
	for changed := p.unmoved.Xor(b); !changed.Empty(); {
		p.toggleKey(p.rules.zobrist.unmoved[changed.Pop()])
	}
	p.unmoved = b
}

// loseFirstMoves removes first-move rights from squares.
func (p *Position) loseFirstMoves(squares Bitboard) {
	if p.unmoved.Meets(squares) {
		p.setUnmoved(p.unmoved.AndNot(squares))
	}
}

// gatingSquares returns the squares of the side to move's pieces whose move may
// gate another in.
func (p *Position) gatingSquares() Bitboard {
	if u := p.rules.firstMove; u == nil || !u.gating || p.handSize[p.side] == 0 {
		return Bitboard{}
	}
	return p.unmoved.And(p.own[p.side])
}

// playGating puts the gated piece on the board, and updates first-move rights.
func (p *Position) playGating(st *stateInfo, m Move, side Side) {
	changed := bit(st.capturedOn).Or(bit(st.partner))
	switch m.Kind() {
	case Step, Castle, EnPassant, ToPocket:
		changed = changed.Or(bit(m.From()))
	}
	p.loseFirstMoves(changed)
	if m.Use() == Gate {
		t := m.Gated()
		p.setHand(side, t, p.hand[side][t]-1)
		p.putPiece(m.Second(), NewPiece(t, side))
	}
	p.loseUselessGating(side)
}

// loseUselessGating removes the rights of a side that will never have a piece
// to gate in.
func (p *Position) loseUselessGating(side Side) {
	if p.neverGates(side) {
		p.loseFirstMoves(p.own[side])
	}
}

// neverGates reports whether a side of a variant with gating will never have a
// piece to gate in: its hand is empty, and captures do not fill it.
func (p *Position) neverGates(side Side) bool {
	hands := &p.rules.hands
	return p.rules.firstMove.gating && p.handSize[side] == 0 && !hands.keepAll && hands.keepVictims == 0 &&
		hands.keepCaptors == 0
}

func (p *Position) undoGating(m Move) {
	t := m.Gated()
	p.liftPiece(m.Second())
	p.setHand(p.side, t, p.hand[p.side][t]+1)
}

// generateGating generates moves with gating.
func (p *Position) generateGating(ml *moveList, legal *legality) {
	for from := p.gatingSquares(); !from.Empty(); {
		s := from.Pop()
		entering := p.gatingTypes(s)
		castles := p.rules.castling != nil && p.board[s].Type() == p.rules.castling.royal && !p.rights.Empty()
		if ml.counting && !legal.testBans && !castles {
			before := moveList{counting: true}
			p.generatePieceByWidth(&before, legal, s)
			ml.count += before.count * uint64(bits.OnesCount64(uint64(entering)))
			continue
		}
		plain := moveList{moves: p.scratch.moves[:0]}
		p.generatePieceByWidth(&plain, legal, s)
		p.scratch.moves = plain.moves
		for _, m := range plain.moves {
			p.addGatingMoves(ml, legal, m, s, entering)
			if m.Kind() == Castle {
				partner, _ := p.CastlingPartner(m)
				if p.unmoved.Has(partner) {
					p.addGatingMoves(ml, legal, m, partner, p.gatingTypes(partner))
				}
			}
		}
	}
}

func (p *Position) generatePieceByWidth(ml *moveList, legal *legality, from Square) {
	switch p.rules.width {
	case Width64:
		p.generatePiece64(ml, legal, from)
	case Width128:
		p.generatePiece128(ml, legal, from)
	default:
		p.generatePiece(ml, legal, from)
	}
}

// addGatingMoves adds a move with each piece that may enter on a square it
// leaves.
func (p *Position) addGatingMoves(ml *moveList, legal *legality, m Move, s Square, entering PieceTypeSet) {
	if m.Kind() == Castle && p.castlingTargets(m).Has(s) {
		return
	}
	for ; entering != 0; entering &= entering - 1 {
		p.addUnlessBanned(ml, legal, m.With(Gate, s, PieceType(trailing64(uint64(entering)))))
	}
}

// castlingTargets returns the two squares on which castling ends.
func (p *Position) castlingTargets(m Move) Bitboard {
	_, to := p.CastlingPartner(m)
	return bit(m.To()).Or(bit(to))
}

// gatingTypes returns the types in the hand of the side to move that may be
// gated in on a square.
func (p *Position) gatingTypes(s Square) (out PieceTypeSet) {
	for _, t := range p.rules.hands.order {
		if p.hand[p.side][t] > 0 && p.dropBanOn(p.side, t, s) == nil {
			out.Add(t)
		}
	}
	return out
}

// validGating reports whether a move's second square and gated type are valid.
func (r *Rules) validGating(m Move) bool {
	return r.Gates() && m == m.Plain().With(Gate, m.Second(), m.Gated()) && int(m.Second()) < r.squares &&
		m.Gated() != NoPieceType && int(m.Gated()) < len(r.pieceTypes)
}

// judgeGating returns a violation if the gating part of a move is illegal.
func (p *Position) judgeGating(m Move) *Violation {
	r := p.rules
	if m.Use() != Gate {
		return nil
	}
	s, t := m.Second(), m.Gated()
	at, name := r.SquareName(s), r.pieceTypes[t].name
	fail := func(format string, args ...any) *Violation {
		return &Violation{r.firstMove.ruleID, "gate", fmt.Sprintf(format, args...)}
	}
	left := m.From() == s
	if m.Kind() == Castle {
		partner, _ := p.CastlingPartner(m)
		left = (left || partner == s) && !p.castlingTargets(m).Has(s)
	}
	switch {
	case p.hand[p.side][t] == 0:
		return fail("%s has no %s in hand", r.SideName(p.side), name)
	case m.Kind() != Step && m.Kind() != Castle && m.Kind() != EnPassant || !left:
		return fail("the %s enters on the square that a piece leaves, and none leaves %s", name, at)
	case !p.unmoved.Has(s):
		return fail("the %s on %s no longer has a first move that lets a piece enter",
			r.pieceTypes[p.board[s].Type()].name, at)
	}
	if b := p.dropBanOn(p.side, t, s); b != nil {
		return &Violation{b.ruleID, "gate", fmt.Sprintf("the %s may not enter on %s", name, at)}
	}
	return nil
}

// writeUnmoved writes the files of a side's pieces with first-move rights,
// except those implied by castling rights: a partner's by its letter, the
// royal's by K or Q only.
func (p *Position) writeUnmoved(b *strings.Builder, side Side, royalImplied bool) {
	own := p.unmoved.And(p.own[side]).AndNot(p.rights)
	if royalImplied {
		own = own.AndNot(p.castlingRoyals(side))
	}
	for ; !own.Empty(); own = own.AndNot(bit(own.First())) {
		letter := 'A' + byte(p.rules.file(own.First()))
		if side == Second {
			letter += 'a' - 'A'
		}
		b.WriteByte(letter)
	}
}

// initialUnmoved returns the pieces with first-move rights if nothing has
// moved.
func (p *Position) initialUnmoved() (out Bitboard) {
	for _, side := range []Side{First, Second} {
		out = out.Or(p.firstMovePieces(side))
	}
	return out
}

// firstMovePieces returns a side's pieces on squares where first-move rights
// exist.
func (p *Position) firstMovePieces(side Side) Bitboard {
	u := p.rules.firstMove
	return p.ofTypes(side, u.types).And(p.rankMask(u.rank[side]))
}

// readUnmoved reads what castlingText and writeUnmoved write. K and Q stand for
// a castling right and the first moves it implies. A file stands for the first
// move of the piece there, and for a partner's castling right if its royal has
// one. If the side will never gate, files are castling rights only.
func (p *Position) readUnmoved(text string) bool {
	p.unmoved = Bitboard{}
	castling := p.rules.castling
	possible := Bitboard{}
	if castling != nil {
		possible = p.initialRights()
	}
	p.rights = Bitboard{}
	if text == "-" {
		return true
	}
	for _, c := range []byte(text) {
		side, letter := Second, c
		if c >= 'A' && c <= 'Z' {
			side, letter = First, c+'a'-'A'
		}
		switch own := p.firstMovePieces(side); {
		case letter < 'a' || letter > 'z':
			return false
		case castling != nil && (letter == 'k' || letter == 'q'):
			if royals := p.castlingRoyals(side); !royals.Empty() {
				d := map[byte]int{'k': east, 'q': west}[letter]
				if partners := possible.And(p.own[side]).And(p.rules.rays[d][royals.First()]); !partners.Empty() {
					partner := bit(nearest(partners, d^4))
					p.rights = p.rights.Or(partner)
					p.unmoved = p.unmoved.Or(own.And(partner.Or(royals)))
				}
			}
		case int(letter-'a') >= p.rules.files:
			return false
		default:
			p.unmoved = p.unmoved.Or(own.And(p.rules.fileOf[letter-'a']))
		}
	}
	for _, side := range []Side{First, Second} {
		if castling != nil && (p.neverGates(side) || p.castlingRoyals(side).Meets(p.unmoved)) {
			p.rights = p.rights.Or(possible.And(p.own[side]).And(p.unmoved))
		}
		p.loseUselessGating(side)
	}
	return true
}
