package rules

// Move is one ply in a position of its variant, packed: where from, where to,
// how, and what the piece becomes. It is stable: archives keep it.
type Move uint32

// MoveKind says what a move does.
type MoveKind uint8

// The kinds of moves.
const (
	Step         MoveKind = iota // from a square to a square, capturing what stands there
	Drop                         // from the hand: From is the bench cell, or the PieceType where hands have no cells
	PocketDrop                   // from the pocket
	ToPocket                     // from a square into the pocket
	Castle                       // the royal's move; its partner goes to the square it crossed
	EnPassant                    // captures a piece that has just crossed To
	RifleCapture                 // captures what stands on To without moving
	Pass                         // nothing moves
)

// NewMove packs a move.
func NewMove(kind MoveKind, from, to Square, into PieceType) Move {
	return Move(from) | Move(to)<<7 | Move(kind)<<14 | Move(into)<<18
}

// Kind says what the move does.
func (m Move) Kind() MoveKind { return MoveKind(m >> 14 & 15) }

// From is the square moved from; for a Drop the bench cell or the PieceType.
func (m Move) From() Square { return Square(m & 127) }

// To is the square moved to, dropped on or captured on.
func (m Move) To() Square { return Square(m >> 7 & 127) }

// Into is what the piece becomes, NoPieceType when it stays what it is.
func (m Move) Into() PieceType { return PieceType(m >> 18 & 63) }
