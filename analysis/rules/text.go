package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// TextError is a syntax error in a position, with its column.
type TextError struct {
	Column  int // 1-based, in bytes
	Message string
}

func (e *TextError) Error() string {
	return fmt.Sprintf("position text, column %d: %s", e.Column, e.Message)
}

// maxTextSize is the longest position that is accepted, in bytes.
const maxTextSize = 4096

// Text writes the position as a FEN: ranks from the last to the first, hands in
// brackets, the side to move, then the fields that the definition lists.
func (p *Position) Text() string {
	var b strings.Builder
	b.Grow(typicalTextSize)
	p.writePlacement(&b)
	for _, field := range p.rules.definition.State {
		b.WriteByte(' ')
		b.WriteString(p.stateText(field))
	}
	return b.String()
}

// typicalTextSize is a length in bytes that few positions exceed.
const typicalTextSize = 96

// writePlacement writes the board, the hands and the side to move.
func (p *Position) writePlacement(b *strings.Builder) {
	r := p.rules
	for rank := r.ranks - 1; rank >= 0; rank-- {
		empty := 0
		for file := range r.files {
			pc := p.board[rank*r.files+file]
			if pc == NoPiece {
				empty++
				continue
			}
			writeCount(b, empty, 0)
			empty = 0
			if pc == Walled {
				b.WriteByte('*')
			} else {
				b.WriteString(r.pieceText(pc))
			}
		}
		writeCount(b, empty, 0)
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	if r.hasHand {
		b.WriteByte('[')
		p.writeHand(b)
		b.WriteByte(']')
	}
	b.WriteString([2]string{" w", " b"}[p.side])
}

func writeCount(b *strings.Builder, n, least int) {
	if n > least {
		b.WriteString(strconv.Itoa(n))
	}
}

// pieceText returns a piece's letters: upper case for First, lower case for
// Second.
func (r *Rules) pieceText(pc Piece) string {
	if pc.Side() == Second {
		return r.pieceTypes[pc.Type()].lower
	}
	return r.pieceTypes[pc.Type()].letter
}

// writeHand writes the hands. With cells, pieces are in the order of the cells,
// and a number skips that many empty cells of the side's bench; otherwise each
// piece is repeated as often as it is in hand.
func (p *Position) writeHand(b *strings.Builder) {
	r := p.rules
	for _, side := range []Side{First, Second} {
		if r.cells > 0 {
			empty := 0
			for _, t := range p.cells[side][:r.cells] {
				if t == NoPieceType {
					empty++
					continue
				}
				writeCount(b, empty, 0)
				empty = 0
				b.WriteString(r.pieceText(NewPiece(t, side)))
			}
			continue
		}
		for _, t := range r.handTextOrder {
			b.WriteString(strings.Repeat(r.pieceText(NewPiece(t, side)), int(p.hand[side][t])))
		}
	}
}

func (p *Position) stateText(field string) string {
	r := p.rules
	switch field {
	case "pocket":
		out := make([]string, 2)
		for side := range 2 {
			out[side] = "-"
			if t := p.pocket[side]; t != NoPieceType {
				out[side] = r.pieceText(NewPiece(t, Side(side)))
			}
		}
		return strings.Join(out, "/")
	case "castling":
		return p.castlingText()
	case "en-passant":
		if p.tally.limit > 0 {
			return strconv.Itoa(int(p.tally.limit))
		}
		return p.enPassantText()
	case "traded":
		if p.traded == NoSquare {
			return "-"
		}
		return r.SquareName(p.traded)
	case "checks":
		return fmt.Sprintf("%d+%d", p.checks[First], p.checks[Second])
	case "clock":
		if p.tally.limit > 0 {
			return strconv.Itoa(int(p.tally.plies))
		}
		return strconv.Itoa(p.clock)
	}
	return strconv.Itoa(p.number)
}
