package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// TextError is a syntax error in a position, with its column.
type TextError struct {
	Column  int // 1-based, in bytes
	Message string
}

func (e *TextError) Error() string {
	return fmt.Sprintf("position, column %d: %s", e.Column, e.Message)
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
			writeCount(b, empty)
			empty = 0
			if pc == Walled {
				b.WriteByte('*')
			} else {
				b.WriteString(r.pieceText(pc))
			}
		}
		writeCount(b, empty)
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	if r.hands.exist {
		b.WriteByte('[')
		p.writeHand(b)
		b.WriteByte(']')
	}
	b.WriteString([2]string{" w", " b"}[p.side])
}

func writeCount(b *strings.Builder, n int) {
	if n > 0 {
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
		if r.hands.cells > 0 {
			empty := 0
			for _, t := range p.cells[side][:r.hands.cells] {
				if t == NoPieceType {
					empty++
					continue
				}
				writeCount(b, empty)
				empty = 0
				b.WriteString(r.pieceText(NewPiece(t, side)))
			}
			continue
		}
		for _, t := range r.hands.textOrder {
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

// Placed is a piece of a set-up position: on a square, in a cell of its side's
// bench, in its side's pocket, or else in its side's hand.
type Placed struct {
	Piece  Piece
	Square Square // NoSquare if off the board
	Cell   int    // from 1; 0 for none
	Pocket bool
}

// SetupText writes the FEN of set-up pieces, valid or not. fields are the words
// after the side to move, copied from another FEN except for pockets. Pieces
// that exceed a hand's capacity are left out.
func (r *Rules) SetupText(placed []Placed, side Side, fields string) string {
	p := &Position{rules: r, number: 1, side: side, state: state{doubleStepped: NoSquare, traded: NoSquare}}
	if r.Hexagons() {
		for s := range Square(r.squares) {
			if _, rank := r.Coordinates(s); rank == 0 {
				p.board[s] = Walled
			}
		}
	}
	for _, at := range placed {
		t, owner := at.Piece.Type(), at.Piece.Side()
		switch {
		case at.Square != NoSquare:
			p.board[at.Square] = at.Piece
		case at.Cell > 0:
			p.cells[owner][at.Cell-1] = t
		case at.Pocket:
			p.pocket[owner] = t
		case int(p.hand[owner][t]) < min(r.squares, maxHeld):
			p.hand[owner][t]++
		}
	}
	words := strings.Fields(fields)
	if i := slices.Index(r.definition.State, "pocket"); i >= 0 {
		for len(words) <= i {
			words = append(words, "-")
		}
		words[i] = p.stateText("pocket")
	}
	var b strings.Builder
	p.writePlacement(&b)
	for _, word := range words {
		b.WriteString(" " + word)
	}
	return b.String()
}

// ParseSetup reads the FEN of a set-up position. If its placement is readable
// but the position is invalid, it returns both the position and a *TextError;
// only the placement of such a position may be read.
func (r *Rules) ParseSetup(text string) (*Position, error) { return r.readText(text, false) }

// ParsePlayed is ParsePosition for positions to look up or to draw. It also
// accepts positions reached by overruled moves, in which a royal may be en
// prise or missing.
func (r *Rules) ParsePlayed(text string) (*Position, error) { return orNil(r.readText(text, true)) }

// ParsePiece reads a piece as in a FEN: upper case for First, lower case for
// Second, * for a wall.
func (r *Rules) ParsePiece(text string) (Piece, bool) {
	if text == "" {
		return NoPiece, false
	}
	x := &textReader{rules: r, text: text}
	pc, err := x.piece()
	return pc, err == nil && x.at == len(text)
}

// isSfen reports whether a position is in SFEN: its third word is a hand
// without brackets, with at most a number after it.
func isSfen(text string) bool {
	n := len(strings.Fields(text))
	return (n == 3 || n == 4) && !strings.Contains(text, "[")
}

// sfenToFEN converts SFEN, where b is First and plies are numbered, to a FEN.
// In variants without hands, the third word is the square on which a lion was
// just captured, with the file counted from the right and the rank as a letter
// from the top.
func (r *Rules) sfenToFEN(text string) string {
	words := strings.Fields(text)
	side := words[1]
	switch side {
	case "b":
		side = "w"
	case "w":
		side = "b"
	}
	number := "1"
	if len(words) > 3 {
		number = words[3]
		if n, err := strconv.Atoi(number); err == nil {
			number = strconv.Itoa((n + 1) / 2)
		}
	}
	if !r.hands.exist {
		return words[0] + " " + side + " " + r.squareFromSfen(words[2]) + " 0 " + number
	}
	return words[0] + "[" + words[2] + "] " + side + " - - 0 " + number
}

// squareFromSfen returns the name of a square given in SFEN. Any other word is
// returned unchanged.
func (r *Rules) squareFromSfen(name string) string {
	last := len(name) - 1
	file, err := strconv.Atoi(name[:max(last, 0)])
	if err != nil || file < 1 || file > r.files || name[last] < 'a' || int(name[last]-'a') >= r.ranks {
		return name
	}
	return r.SquareName(Square((r.ranks-1-int(name[last]-'a'))*r.files + r.files - file))
}

// squareToSfen returns a square's name in SFEN.
func (r *Rules) squareToSfen(s Square) string {
	return strconv.Itoa(r.files-r.file(s)) + string(rune('a'+r.ranks-1-r.rank(s)))
}

// Sfen writes the position in SFEN, for variants without cells and pockets. Of
// the other state only the ply number is written. If the first position of the
// history has move number 1, its ply number is 1, also if Second moves.
func (p *Position) Sfen() string {
	r := p.rules
	text := p.Text()
	board, _, _ := strings.Cut(text, " ")
	board, _, _ = strings.Cut(board, "[")
	side, ply := " b ", 2*p.number-1
	if p.side == Second {
		side = " w "
		ply++
	}
	if ply-p.Ply() == 2 { // Second started the game
		ply--
	}
	out := []byte(board + side)
	none := len(out)
	for _, side := range []Side{First, Second} {
		for _, letter := range "RBGSNLP" {
			for t := PieceType(1); int(t) <= r.Types(); t++ {
				n := int(p.hand[side][t])
				if n == 0 || r.pieceTypes[t].letter != string(letter) {
					continue
				}
				if n > 1 {
					out = strconv.AppendInt(out, int64(n), 10)
				}
				out = append(out, r.pieceText(NewPiece(t, side))...)
			}
		}
	}
	switch {
	case p.traded != NoSquare:
		out = append(out, r.squareToSfen(p.traded)...)
	case len(out) == none:
		out = append(out, '-')
	}
	return string(strconv.AppendInt(append(out, ' '), int64(ply), 10))
}
