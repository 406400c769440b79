package rules

import (
	"slices"
	"strings"
)

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
// that exceed a hand's capacity are dropped.
func (r *Rules) SetupText(placed []Placed, side Side, fields string) string {
	p := &Position{rules: r, doubleStepped: NoSquare, traded: NoSquare, number: 1, side: side}
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
