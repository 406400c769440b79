package pattern

import (
	"assay/analysis/rules"
	"assay/index/tape"
)

// Node is a condition bound to a variant. In each line of play it denotes the
// set of plies at which it holds.
type Node interface{ node() }

// Conditions composed of other conditions.
type (
	// And holds if all operands hold; always if there are none.
	And struct{ Of []Node }
	// Or holds if at least one operand holds; never if there are none.
	Or struct{ Of []Node }
	// Not holds if Of does not.
	Not struct{ Of Node }
	// Then is met at a ply if First is met there and Next is met at a later
	// ply. If Within is not 0, it must be at most Within plies later.
	Then struct {
		First, Next Node
		Within      int
	}
	// For holds at a ply if Of holds there and at the following plies, Plies in
	// total.
	For struct {
		Of    Node
		Plies int
	}
)

// Conditions on the position.
type (
	// Sum compares a weighted sum of counts with a number. The weights and the
	// number are in hundredths.
	Sum struct {
		Terms []Term
		Op    Op
		Than  int
	}
	// Same holds if the board is the same as in State. Hands and Side extend
	// the comparison to hands and pockets, and to the side to move.
	Same struct {
		State       *tape.State
		Hands, Side bool
	}
	// Turn holds if Side is to move.
	Turn struct{ Side rules.Side }
	// Check holds if the side to move is in check.
	Check struct{}
	// Last holds at the last ply of the line.
	Last struct{}
	// Stuck holds if the side to move has no legal move, although the game has
	// not ended for another reason. Attacked states whether it must be in check
	// or must not be.
	Stuck struct{ Attacked bool }
	// Relation holds if the relation with this index in Rules.Relations holds,
	// for Side if the relation has a side.
	Relation struct {
		Index int
		Side  rules.Side
	}
)

// Conditions on the ply that led to the position. They never hold at ply 0.
type (
	// Capture holds if the ply captured a piece.
	Capture struct{}
	// Drop holds if the ply dropped a piece from the hand or the pocket.
	Drop struct{}
	// Promotion holds if the piece changed its type.
	Promotion struct{}
	// Marked holds if the engine analysis gave the ply one of Marks, and one of
	// Sides played it.
	Marked struct {
		Marks tape.Marks
		Sides [2]bool
	}
	// Moved is met if the ply moved or dropped one of Pieces from a square of
	// From to a square of To. It also must have captured one of Takes, gated in
	// one of Gates, and put a wall on a square of Walls. A nil set is no
	// restriction.
	Moved struct {
		Pieces   *Pieces // as before the ply
		From, To *rules.Bitboard
		Takes    *Pieces
		Gates    *Pieces
		Walls    *rules.Bitboard
	}
)

// Conditions on the game, which hold at every ply or at none.
type (
	// Header holds if a header, or the comments, contain all words. An empty
	// name stands for any header. Prefix allows the last word to be a prefix.
	Header struct {
		Name   string
		Words  []string
		Prefix bool
	}
	// Result holds if the record's result is Text, or is not with Not.
	Result struct {
		Text string
		Not  bool
	}
	// Date compares the range of days on which the game may have been played
	// with the range from First to Last (yyyymmdd).
	Date struct {
		Op          Op
		First, Last int
	}
	// Rated compares a sum of the players' ratings; each term is a [Rating]. It
	// holds only if all of them are known.
	Rated struct{ Sum Sum }
	// Reached holds if the main line has a position with one of the keys.
	Reached struct {
		Rules *rules.Rules
		Keys  []uint64 // ascending
	}
	// Games holds for these games.
	Games struct{ IDs []int64 } // ascending
	// Verdict holds if the verdict on the record is Text, or is not with Not.
	Verdict struct {
		Text string
		Not  bool
	}
)

func (And) node()       {}
func (Or) node()        {}
func (Not) node()       {}
func (Then) node()      {}
func (For) node()       {}
func (Sum) node()       {}
func (Same) node()      {}
func (Turn) node()      {}
func (Check) node()     {}
func (Last) node()      {}
func (Stuck) node()     {}
func (Relation) node()  {}
func (Capture) node()   {}
func (Drop) node()      {}
func (Promotion) node() {}
func (Marked) node()    {}
func (Moved) node()     {}
func (Header) node()    {}
func (Result) node()    {}
func (Date) node()      {}
func (Rated) node()     {}
func (Verdict) node()   {}
func (Reached) node()   {}
func (Games) node()     {}

// Op is a comparison operator.
type Op uint8

const (
	Equal Op = iota
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
)

// Term is a count and its weight in hundredths.
type Term struct {
	Weight int
	Of     Count
}

// Count is a quantity counted in a position.
type Count interface{ count() }

// Counts of pieces and plies.
type (
	// Standing counts the squares of Squares that hold one of Pieces. NoPiece
	// in Pieces counts empty squares.
	Standing struct {
		Pieces  Pieces
		Squares rules.Bitboard
	}
	// Held counts the pieces of Types in a side's hand.
	Held struct {
		Side  rules.Side
		Types rules.PieceTypeSet
	}
	// Pocketed is 1 if a side's pocket holds a piece of Types.
	Pocketed struct {
		Side  rules.Side
		Types rules.PieceTypeSet
	}
	// Ply is the number of the ply.
	Ply struct{}
	// Plies is the number of plies of the line.
	Plies struct{}
)

// Values of the engine analysis, in hundredths, and ratings. If the value is
// unknown, no comparison holds.
type (
	// Evaluation is the evaluation from a side's point of view, in pawns.
	Evaluation struct{ Side rules.Side }
	// Swing is the change of the win probability by the last ply, in percentage
	// points.
	Swing struct{}
	// Accuracy is the accuracy of a side in the game, in percent.
	Accuracy struct{ Side rules.Side }
	// Rating is the rating of a side's player; only [Rated] uses it.
	Rating struct{ Side rules.Side }
)

// Counts of attacks, which depend on the board alone. A piece attacks an
// occupied square if its movement could capture the piece there as an enemy
// piece, and an empty square if it could capture an ordinary piece there.
// Special rules and en passant are ignored.
type (
	// Attackers counts the attacking pieces.
	Attackers struct{ Attack }
	// Attacked counts the attacked squares.
	Attacked struct{ Attack }
	// Pinned counts the pinned pieces: without them, an enemy piece of By would
	// newly attack a piece of Against.
	Pinned struct {
		Pieces  *Pieces         // the pinned pieces; nil for all, as for By
		Squares *rules.Bitboard // their squares; nil for the board
		By      *Pieces
		Against Pieces
	}
	// Rays counts the lines on which the pieces of Stops stand in this order
	// with only empty squares between them. Each direction of a line counts.
	Rays struct {
		Stops      []Stop // at least two
		Directions Directions
		Within     int // maximum distance from one stop to the next; 0 for any
	}
	// Structured counts the pieces that have a structure with others of their
	// own type.
	Structured struct {
		How     Structure
		Pieces  Pieces
		Squares rules.Bitboard
	}
)

// Attack is an attack by one of Pieces on a square of From, against a square of
// To that holds one of Takes. A nil set is no restriction.
type Attack struct {
	Pieces   *Pieces
	From, To *rules.Bitboard
	Takes    *Pieces
}

// Stop is one of the pieces of a ray, on one of Squares unless that is nil.
type Stop struct {
	Pieces  Pieces
	Squares *rules.Bitboard
}

// Structure is the relation of a piece to others of its type.
type Structure uint8

const (
	// Passed pieces have no enemy piece of their type ahead of them on their
	// file or an adjacent one.
	Passed Structure = iota
	// Isolated pieces have no friendly piece of their type on an adjacent file.
	Isolated
	// Doubled pieces have another friendly piece of their type on their file.
	Doubled
)

// Legal counts the legal moves that meet Moved, or all legal moves if Moved is
// empty. Checks restricts the count to moves that give check, and Mates to
// moves that give check and leave the opponent without a legal move.
type Legal struct {
	Moved
	Checks, Mates bool
}

func (Attackers) count()  {}
func (Attacked) count()   {}
func (Pinned) count()     {}
func (Rays) count()       {}
func (Structured) count() {}
func (Legal) count()      {}

func (Standing) count()   {}
func (Held) count()       {}
func (Pocketed) count()   {}
func (Ply) count()        {}
func (Plies) count()      {}
func (Evaluation) count() {}
func (Swing) count()      {}
func (Rating) count()     {}
func (Accuracy) count()   {}
