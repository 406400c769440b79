package rules

import (
	"fmt"
	"math/bits"
	"strings"
)

// unmoved holds the first-move rules: an unmoved piece on its first rank may
// have extra moves, or may let a piece from the hand enter on the square it
// leaves (gating).
type unmoved struct {
	rank   [2]int       // by side, from 0
	kinds  PieceTypeSet // types with first-move rights
	gates  bool         // first moves allow gating
	ruling string
}

func (r *Rules) addUnmoved() {
	d := r.definition
	u := &unmoved{rank: [2]int{0, r.ranks - 1}}
	for letter, p := range d.Pieces.All() {
		for i := range p.Moves {
			if p.Moves[i].First {
				u.kinds.Add(r.letters[letter])
			}
		}
	}
	if g := d.Gating; g != nil {
		u.gates, u.ruling = true, d.Number(g.Rule)
		u.rank = [2]int{g.Rank - 1, r.ranks - g.Rank}
		u.kinds = r.allTypes()
		if len(g.Pieces) > 0 {
			u.kinds = r.typeSet(g.Pieces)
		}
	}
	if u.kinds != 0 {
		r.unmoved = u
	}
}

// Gates reports whether first moves allow gating.
func (r *Rules) Gates() bool { return r.unmoved != nil && r.unmoved.gates }

// HasFirstMove reports whether the piece on a square has a first-move right.
func (p *Position) HasFirstMove(s Square) bool { return p.fresh.Has(s) }

func (p *Position) setFresh(b Bitboard) {
	for changed := p.fresh.Xor(b); !changed.Empty(); {
		p.flip(p.rules.keys.fresh[changed.Pop()])
	}
	p.fresh = b
}

// tire removes first-move rights from squares.
func (p *Position) tire(squares Bitboard) {
	if p.fresh.Meets(squares) {
		p.setFresh(p.fresh.AndNot(squares))
	}
}

// gates returns the squares of the side to move's pieces whose move may gate
// another in.
func (p *Position) gates() Bitboard {
	if u := p.rules.unmoved; u == nil || !u.gates || p.held[p.side] == 0 {
		return Bitboard{}
	}
	return p.fresh.And(p.own[p.side])
}

// playGate puts the gated piece on the board, and updates first-move rights.
func (p *Position) playGate(st *undo, m Move, side Side) {
	changed := bit(st.at).Or(bit(st.partner))
	switch m.Kind() {
	case Step, Castle, EnPassant, ToPocket:
		changed = changed.Or(bit(m.From()))
	}
	p.tire(changed)
	if m.Use() == Gate {
		t := m.Gated()
		p.setHand(side, t, p.hand[side][t]-1)
		p.put(m.Second(), NewPiece(t, side))
	}
	p.closeGates(side)
}

// closeGates removes the rights of a side that will never have a piece to gate
// in.
func (p *Position) closeGates(side Side) {
	r := p.rules
	fills := r.keepAll || r.keepVictims != 0 || r.keepCaptors != 0 // captures bring pieces to hands
	if r.unmoved.gates && p.held[side] == 0 && !fills {
		p.tire(p.own[side])
	}
}

func (p *Position) undoGate(m Move) {
	t := m.Gated()
	p.take(m.Second())
	p.setHand(p.side, t, p.hand[p.side][t]+1)
}

// addGates generates moves with gating.
func (p *Position) addGates(ml *sink, legal *guard) {
	for from := p.gates(); !from.Empty(); {
		s := from.Pop()
		entering := p.entering(s)
		castles := p.rules.castling != nil && p.board[s].Type() == p.rules.castling.royal && !p.rights.Empty()
		if ml.counting && !legal.each && !castles {
			before := sink{counting: true}
			p.generateAny(&before, legal, s)
			ml.n += before.n * uint64(bits.OnesCount64(uint64(entering)))
			continue
		}
		plain := sink{moves: p.plain[:0]}
		p.generateAny(&plain, legal, s)
		p.plain = plain.moves
		for _, m := range plain.moves {
			p.addGated(ml, legal, m, s, entering)
			if m.Kind() == Castle {
				partner, _ := p.CastlingPartner(m)
				if p.fresh.Has(partner) {
					p.addGated(ml, legal, m, partner, p.entering(partner))
				}
			}
		}
	}
}

func (p *Position) generateAny(ml *sink, legal *guard, from Square) {
	switch p.rules.width {
	case SmallBoard:
		p.generatePieceSmall(ml, legal, from)
	case NarrowBoard:
		p.generatePieceNarrow(ml, legal, from)
	default:
		p.generatePiece(ml, legal, from)
	}
}

// addGated adds a move with each piece that may enter on a square it leaves.
func (p *Position) addGated(ml *sink, legal *guard, m Move, s Square, entering PieceTypeSet) {
	if m.Kind() == Castle && p.castledOnto(m).Has(s) {
		return
	}
	for ; entering != 0; entering &= entering - 1 {
		p.addOne(ml, legal, m.With(Gate, s, PieceType(trailing64(uint64(entering)))))
	}
}

// castledOnto returns the two squares on which castling ends.
func (p *Position) castledOnto(m Move) Bitboard {
	_, to := p.CastlingPartner(m)
	return bit(m.To()).Or(bit(to))
}

// entering returns the types in the hand of the side to move that may be gated
// in on a square.
func (p *Position) entering(s Square) (out PieceTypeSet) {
	for _, t := range p.rules.handOrder {
		if p.hand[p.side][t] > 0 && p.bannedDrop(p.side, t, s) == nil {
			out.Add(t)
		}
	}
	return out
}

// packsGate reports whether a move's second square and gated type are valid.
func (r *Rules) packsGate(m Move) bool {
	return r.Gates() && m == m.Plain().With(Gate, m.Second(), m.Gated()) && int(m.Second()) < r.squares &&
		m.Gated() != NoPieceType && int(m.Gated()) < len(r.pieceTypes)
}

// judgeGate returns a violation if the gating part of a move is illegal.
func (p *Position) judgeGate(m Move) *Violation {
	r := p.rules
	if m.Use() != Gate {
		return nil
	}
	s, t := m.Second(), m.Gated()
	at, name := r.SquareName(s), r.pieceTypes[t].name
	fail := func(format string, args ...any) *Violation {
		return &Violation{r.unmoved.ruling, "gate", fmt.Sprintf(format, args...)}
	}
	left := m.From() == s
	if m.Kind() == Castle {
		partner, _ := p.CastlingPartner(m)
		left = (left || partner == s) && !p.castledOnto(m).Has(s)
	}
	switch {
	case p.hand[p.side][t] == 0:
		return fail("%s has no %s in hand", r.SideName(p.side), name)
	case m.Kind() != Step && m.Kind() != Castle && m.Kind() != EnPassant || !left:
		return fail("the %s comes in where a piece leaves its square, and none leaves %s", name, at)
	case !p.fresh.Has(s):
		return fail("the %s on %s has no first move any more that lets a piece in", r.pieceTypes[p.board[s].Type()].name, at)
	}
	if b := p.bannedDrop(p.side, t, s); b != nil {
		return &Violation{b.ruling, "gate", fmt.Sprintf("the %s may not come in on %s", name, at)}
	}
	return nil
}

// freshLetters writes the files of a side's pieces with first-move rights,
// except those implied by castling rights.
func (p *Position) freshLetters(b *strings.Builder, side Side) {
	own := p.fresh.And(p.own[side])
	if rights := p.rights.And(p.own[side]); !rights.Empty() {
		own = own.AndNot(rights).AndNot(p.castlers(side))
	}
	for ; !own.Empty(); own = own.AndNot(bit(own.First())) {
		letter := 'A' + byte(p.rules.file(own.First()))
		if side == Second {
			letter += 'a' - 'A'
		}
		b.WriteByte(letter)
	}
}

// initialFresh returns the pieces with first-move rights if nothing has moved.
func (p *Position) initialFresh() (out Bitboard) {
	for _, side := range []Side{First, Second} {
		out = out.Or(p.freshOf(side))
	}
	return out
}

// freshOf returns a side's pieces on squares where first-move rights exist.
func (p *Position) freshOf(side Side) Bitboard {
	u := p.rules.unmoved
	return p.ofTypes(side, u.kinds).And(p.rankMask(u.rank[side]))
}

// readFresh reads what castlingText and writeUnmoved write. K and Q stand for a
// castling right and the first moves it implies. A file stands for the first
// move of the piece there, and for a partner's castling right if its royal has
// one.
func (p *Position) readFresh(text string) bool {
	p.fresh = Bitboard{}
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
		switch own := p.freshOf(side); {
		case letter < 'a' || letter > 'z':
			return false
		case castling != nil && (letter == 'k' || letter == 'q'):
			if royals := p.castlers(side); !royals.Empty() {
				d := map[byte]int{'k': east, 'q': west}[letter]
				if partners := possible.And(p.own[side]).And(p.rules.rays[d][royals.First()]); !partners.Empty() {
					partner := bit(nearest(partners, d^4))
					p.rights = p.rights.Or(partner)
					p.fresh = p.fresh.Or(own.And(partner.Or(royals)))
				}
			}
		case int(letter-'a') >= p.rules.files:
			return false
		default:
			p.fresh = p.fresh.Or(own.And(p.rules.fileOf[letter-'a']))
		}
	}
	for _, side := range []Side{First, Second} {
		if castling != nil && p.castlers(side).Meets(p.fresh) {
			p.rights = p.rights.Or(possible.And(p.own[side]).And(p.fresh))
		}
		p.closeGates(side)
	}
	return true
}
