package rules

import "strings"

// castling lets the royal travel toward a partner on the same rank when
// neither has moved.
type castling struct {
	royal, partner PieceType
	rank           [2]int // of each side, from 0
	step           int
	distance       int
	near           bool // a move of the royal's own may lead as far aside
	ruling         string
}

// playCastle moves the royal and puts its partner on the square it crossed
// last.
func (p *Position) playCastle(u *undo, m Move) {
	from, to := m.From(), m.To()
	d, _ := p.rules.direction(from, to)
	u.partner, _ = p.castlingPartner(from, d)
	u.moved = p.take(from)
	partner := p.take(u.partner)
	p.put(to, u.moved)
	p.put(p.beside(to, d), partner)
	p.royal[p.side] = p.movedRoyal(from, to)
	p.loseRights(from, to, u.moved)
}

func (p *Position) undoCastle(u *undo, m Move) {
	d, _ := p.rules.direction(m.From(), m.To())
	partner := p.take(p.beside(m.To(), d))
	p.take(m.To())
	p.put(m.From(), u.moved)
	p.put(u.partner, partner)
}

// movedRoyal follows the one royal of a side; games with several keep none.
func (p *Position) movedRoyal(from, to Square) Square {
	if p.royal[p.side] == from {
		return to
	}
	return p.royal[p.side]
}

func (p *Position) beside(s Square, d int) Square {
	back := directionVectors[d^4]
	out, _ := p.rules.offset(s, back[0], back[1])
	return out
}

// castlingPartner is the nearest piece in direction d if it may castle.
func (p *Position) castlingPartner(royal Square, d int) (Square, bool) {
	blockers := p.rules.rays[d][royal].And(p.occupied())
	if blockers.Empty() {
		return NoSquare, false
	}
	s := nearest(blockers, d)
	return s, p.rights.Has(s) && p.board[s].Side() == p.side
}

// loseRights takes away the rights of a royal that moves, of a partner that
// moves and of one that is captured.
func (p *Position) loseRights(from, to Square, pc Piece) {
	lost := bit(from).Or(bit(to))
	k := p.rules.castling
	if pc.Type() == k.royal {
		lost = lost.Or(p.own[pc.Side()])
		lost = lost.Or(p.rankMask(k.rank[pc.Side()]))
	}
	if lost.Meets(p.rights) {
		p.setRights(p.rights.AndNot(lost))
	}
}

func (p *Position) rankMask(rank int) Bitboard {
	r := p.rules
	s := Square(rank * r.files)
	return r.rays[east][s].Or(bit(s))
}

// castles lists the squares to which the royal on s may castle.
func (p *Position) castles(s Square) Bitboard {
	k := p.rules.castling
	var out Bitboard
	if k == nil || p.rights.Empty() || p.rules.rank(s) != k.rank[p.side] {
		return out
	}
	for _, d := range []int{east, west} {
		if to, reason := p.castleTo(s, d); reason == "" {
			out = out.Or(bit(to))
		}
	}
	return out
}

// castleTo is the square the royal on s reaches by castling in direction d,
// or the reason why it may not.
func (p *Position) castleTo(s Square, d int) (to Square, reason string) {
	k := p.rules.castling
	r := p.rules
	ray := r.rays[d][s]
	if !ray.Meets(p.rights) {
		return NoSquare, "one of them has moved, or there is none"
	}
	partner, ok := p.castlingPartner(s, d)
	if !ok {
		return NoSquare, "a square between them is not empty"
	}
	if r.filesApart(partner, s) < k.distance {
		return NoSquare, "they stand too near each other"
	}
	v := directionVectors[d]
	to = s
	occupied := p.occupied().AndNot(bit(s))
	for i := 0; i <= k.step; i++ {
		if i > 0 {
			to, _ = r.offset(to, v[0], v[1])
		}
		if p.threatened(p.side, to, k.royal, occupied, p.own[p.side.Other()]) {
			return NoSquare, castlingFaults[min(i, 1)]
		}
	}
	return to, ""
}

var castlingFaults = [2]string{"the royal is attacked", "it would cross or reach an attacked square"}

// initialRights is the partners that may castle in an array where nothing has
// moved.
func (p *Position) initialRights() Bitboard {
	k := p.rules.castling
	var out Bitboard
	if k == nil {
		return out
	}
	for _, side := range []Side{First, Second} {
		rank := p.rankMask(k.rank[side])
		royals := p.unmoved(NewPiece(k.royal, side)).And(rank)
		if !royals.Single() {
			continue
		}
		for b := p.unmoved(NewPiece(k.partner, side)).And(rank); !b.Empty(); {
			s := b.Pop()
			if p.rules.filesApart(s, royals.First()) >= k.distance {
				out = out.Or(bit(s))
			}
		}
	}
	return out
}

// unmoved is the pieces of a kind that may stand where they started: anywhere
// in a game whose players choose their arrays.
func (p *Position) unmoved(pc Piece) Bitboard {
	if p.rules.start == nil || p.rules.definition.Array != nil {
		return p.pieces[pc]
	}
	return p.pieces[pc].And(p.rules.start.pieces[pc])
}

// castlingText writes rights as in Forsyth-Edwards notation: K and Q for the
// outermost partner on either side of the royal, the letter of the file for
// another.
func (p *Position) castlingText() string {
	var b strings.Builder
	for _, side := range []Side{First, Second} {
		k := p.rules.castling
		royals := p.pieces[NewPiece(k.royal, side)].And(p.rankMask(k.rank[side]))
		if royals.Empty() {
			continue
		}
		s := royals.First()
		for _, d := range []int{east, west} {
			partners := p.pieces[NewPiece(k.partner, side)].And(p.rules.rays[d][s])
			own := p.rights.And(partners)
			for !own.Empty() {
				at := nearest(own, d^4) // outermost first
				own = own.AndNot(bit(at))
				letter := byte('a' + p.rules.file(at))
				if at == nearest(partners, d^4) {
					letter = map[int]byte{east: 'k', west: 'q'}[d]
				}
				if side == First {
					letter -= 'a' - 'A'
				}
				b.WriteByte(letter)
			}
		}
	}
	if b.Len() == 0 {
		return "-"
	}
	return b.String()
}

// readCastling is the inverse of castlingText. Rights that the board
// contradicts are left out.
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
		k := p.rules.castling
		rank := p.rankMask(k.rank[side])
		royals := p.unmoved(NewPiece(k.royal, side)).And(rank)
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
