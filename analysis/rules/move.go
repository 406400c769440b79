package rules

// Move is one ply in a position of its variant, packed: where from, where to,
// how, what the piece becomes, and a second square where the ply has one. It is
// stable: archives keep it.
type Move uint64

// MoveKind says what a move does.
type MoveKind uint8

// The kinds of moves.
const (
	Step         MoveKind = iota // from a square to a square, capturing what stands there
	Drop                         // from the hand
	PocketDrop                   // from the pocket
	ToPocket                     // from a square into the pocket
	Castle                       // the royal's move; its partner goes to the square it crossed
	EnPassant                    // captures a piece that has just crossed To
	RifleCapture                 // captures what stands on To without moving
	Pass                         // nothing moves
)

// SecondUse says what the second square of a move is.
type SecondUse uint8

// What second squares are.
const (
	NoSecond SecondUse = iota
	Wall               // a wall is put there
	Gate               // a piece is put there
	Via                // the piece goes over it and captures what stands there
)

// HandSlot is where in a hand a piece lies: a bench cell, by its place in the
// fill order, or the PieceType where hands have no cells.
type HandSlot uint8

// NewMove packs a move. The eighth bits of the squares stand above all else:
// on boards of up to 128 squares a move has the number that archives have kept
// since boards had no more.
func NewMove(kind MoveKind, from, to Square, into PieceType) Move {
	return Move(from&127) | Move(kind)<<14 | Move(into)<<18 | Move(from>>7)<<24 | onto(to)
}

// NewDrop packs a drop from the hand.
func NewDrop(from HandSlot, to Square, into PieceType) Move {
	return Move(from) | Move(Drop)<<14 | Move(into)<<18 | onto(to)
}

func onto(to Square) Move { return Move(to&127)<<7 | Move(to>>7)<<25 }

// plainBits is how many bits a move without a second square has.
const plainBits = 26

// With is a move that has no second square together with one, and for a Gate
// the kind of piece put there.
func (m Move) With(use SecondUse, s Square, t PieceType) Move {
	return m | Move(s)<<plainBits | Move(t)<<34 | Move(use)<<40
}

// Plain is a move without its second square.
func (m Move) Plain() Move { return m & (1<<plainBits - 1) }

// Use is what the second square of a move is, NoSecond where it has none.
func (m Move) Use() SecondUse { return SecondUse(m >> 40 & 7) }

// Second is the second square of a move whose Use is not NoSecond.
func (m Move) Second() Square { return Square(m >> plainBits & 255) }

// Gated is the kind of piece put on the second square of a move whose Use is
// Gate.
func (m Move) Gated() PieceType { return PieceType(m >> 34 & 63) }

// ruledBit marks a move that stands by a ruling.
const ruledBit Move = 1 << 43

// Ruled reports whether a move stands by an arbiter's ruling, though the rules
// forbid it; [Position.AsPlayed] makes such moves.
func (m Move) Ruled() bool { return m&ruledBit != 0 }

// Unruled is the move without what marks it as [Move.Ruled].
func (m Move) Unruled() Move { return m &^ ruledBit }

// Kind says what the move does.
func (m Move) Kind() MoveKind { return MoveKind(m >> 14 & 15) }

// drops reports whether the move puts a piece of the hand or the pocket on the
// board.
func (m Move) drops() bool { return m.Kind() == Drop || m.Kind() == PocketDrop }

// steps reports whether the move is a step without a second square.
func (m Move) steps() bool { return m&(15<<14|7<<40) == 0 }

// From is the square moved from; a drop has none.
func (m Move) From() Square { return Square(m&127 | m>>17&128) }

// Slot is where in the hand a Drop comes from.
func (m Move) Slot() HandSlot { return HandSlot(m & 127) }

// To is the square moved to, dropped on or captured on.
func (m Move) To() Square { return Square(m>>7&127 | m>>18&128) }

// Into is what the piece becomes, NoPieceType when it stays what it is.
func (m Move) Into() PieceType { return PieceType(m >> 18 & 63) }
