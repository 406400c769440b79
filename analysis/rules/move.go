package rules

// Move is one ply, packed: origin, target, kind, promotion, and a second square
// if it has one. Archives store it, so the layout must not change.
type Move uint64

// MoveKind is the kind of a move.
type MoveKind uint8

// The kinds of moves.
const (
	Step         MoveKind = iota // moves between squares, capturing what stands on the target
	Drop                         // drops from the hand
	PocketDrop                   // drops from the pocket
	ToPocket                     // moves from a square into the pocket
	Castle                       // moves the royal; its partner goes to the square it crossed
	EnPassant                    // captures a piece that has just crossed To
	RifleCapture                 // captures on To without moving
	Pass                         // moves nothing
)

// PassMove is the move that moves nothing. Where the rules have no passing, it
// is the null move of variations and problems (see JudgeNull).
const PassMove = Move(Pass) << 14

// SecondUse is the meaning of a move's second square.
type SecondUse uint8

// The uses of second squares.
const (
	NoSecond SecondUse = iota
	Wall               // a wall is put there
	Gate               // a piece enters there
	Via                // the piece moves over it and captures what stands there
)

// HandSlot is the origin of a drop: a bench cell (index in the fill order), or
// the PieceType if hands have no cells.
type HandSlot uint8

// NewMove packs a move. The highest bits of the squares are stored above the
// other fields, so that moves on boards of up to 128 squares have the same
// values as in older archives.
func NewMove(kind MoveKind, from, to Square, into PieceType) Move {
	return Move(from&127) | Move(kind)<<14 | Move(into)<<18 | Move(from>>7)<<24 | toBits(to)
}

// NewDrop packs a drop from the hand.
func NewDrop(from HandSlot, to Square, into PieceType) Move {
	return Move(from) | Move(Drop)<<14 | Move(into)<<18 | toBits(to)
}

func toBits(to Square) Move { return Move(to&127)<<7 | Move(to>>7)<<25 }

// plainBits is the number of bits of a move without a second square.
const plainBits = 26

// With returns the move with a second square, and for a Gate with the type that
// enters there.
func (m Move) With(use SecondUse, s Square, t PieceType) Move {
	return m | Move(s)<<plainBits | Move(t)<<34 | Move(use)<<40
}

// Plain returns the move without its second square.
func (m Move) Plain() Move { return m & (1<<plainBits - 1) }

// Use returns the use of the second square, NoSecond if there is none.
func (m Move) Use() SecondUse { return SecondUse(m >> 40 & 7) }

// Second returns the second square of a move whose Use is not NoSecond.
func (m Move) Second() Square { return Square(m >> plainBits & 255) }

// Gated returns the type that enters on the second square of a move whose Use
// is Gate.
func (m Move) Gated() PieceType { return PieceType(m >> 34 & 63) }

// ruledBit marks an overruled move.
const ruledBit Move = 1 << 43

// Ruled reports whether an arbiter's ruling lets a move stand that the rules
// forbid; see [Position.AsPlayed].
func (m Move) Ruled() bool { return m&ruledBit != 0 }

// Unruled returns the move without the mark of [Move.Ruled].
func (m Move) Unruled() Move { return m &^ ruledBit }

// Kind returns the kind of the move.
func (m Move) Kind() MoveKind { return MoveKind(m >> 14 & 15) }

// isDrop reports whether the move drops a piece from the hand or the pocket.
func (m Move) isDrop() bool { return m.Kind() == Drop || m.Kind() == PocketDrop }

// isStep reports whether the move is a step without a second square.
func (m Move) isStep() bool { return m&(15<<14|7<<40) == 0 }

// From returns the origin; a drop has none.
func (m Move) From() Square { return Square(m&127 | m>>17&128) }

// Slot returns the origin of a Drop.
func (m Move) Slot() HandSlot { return HandSlot(m & 127) }

// To returns the square moved to, dropped on or captured on.
func (m Move) To() Square { return Square(m>>7&127 | m>>18&128) }

// Into returns the promotion, NoPieceType for none.
func (m Move) Into() PieceType { return PieceType(m >> 18 & 63) }
