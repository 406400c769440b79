package pattern

import (
	"assay/analysis/rules"
	"assay/index/tape"
)

// Node is a condition bound to a variant. For every line of play it denotes a
// set of plies: those at which it holds.
type Node interface{ node() }

// Conditions made of conditions.
type (
	// And holds where all of them hold; everywhere if there are none.
	And struct{ Of []Node }
	// Or holds where one of them holds; nowhere if there are none.
	Or struct{ Of []Node }
	// Not holds where Of does not.
	Not struct{ Of Node }
	// Then holds where First does, if Next holds at a later ply, at most Within
	// plies later unless that is 0.
	Then struct {
		First, Next Node
		Within      int
	}
	// For holds where Of does, at this ply and the next ones, so many in all.
	For struct {
		Of    Node
		Plies int
	}
)

// Conditions on the position.
type (
	// Sum compares a sum of weighted counts with a number. All weights and
	// the number are in hundredths.
	Sum struct {
		Terms []Term
		Op    Op
		Than  int
	}
	// Same holds where the board is that of a state and, where asked for, so
	// are the hands and pockets, and the side to move.
	Same struct {
		State       *tape.State
		Hands, Side bool
	}
	// Turn holds where the side is to move.
	Turn struct{ Side rules.Side }
	// Check holds where the side to move is in check.
	Check struct{}
	// Last holds at the end of the line.
	Last struct{}
	// Stuck holds where the side to move has no legal move, though the game is
	// not over for another reason, and is in check, or is not.
	Stuck struct{ Attacked bool }
	// Relation holds where a relation of the game does: the one of that place
	// in Rules.Relations, for a side where it is sided.
	Relation struct {
		Index int
		Side  rules.Side
	}
)

// Conditions on the ply that led to the position. They do not hold at ply 0.
type (
	// Capture holds where it captured a piece.
	Capture struct{}
	// Drop holds where it dropped a piece, from the hand or the pocket.
	Drop struct{}
	// Promotion holds where the piece changed its kind.
	Promotion struct{}
	// Judged holds where an engine has marked it with one of the marks, as a
	// ply of one of the sides.
	Judged struct {
		Marks tape.Marks
		Sides [2]bool
	}
	// Moved holds where a piece of the set moved or was dropped, from one
	// square of a set to one of another, taking a piece of a set, bringing in
	// one through a gate, putting a wall on a square. A set that is nil is not
	// asked for.
	Moved struct {
		Pieces   *Pieces // as they stood or lay before the ply
		From, To *rules.Bitboard
		Takes    *Pieces
		Gates    *Pieces
		Walls    *rules.Bitboard
	}
)

// Conditions on the game, which hold at every ply or at none.
type (
	// Header holds where a header, or the comments, have all the words. An
	// empty name stands for any header; Prefix says that the last word may be
	// longer.
	Header struct {
		Name   string
		Words  []string
		Prefix bool
	}
	// Result holds where the record's result is this, or with Not another.
	Result struct {
		Text string
		Not  bool
	}
	// Date compares the days on which the game may have been played with a
	// first and a last day, each as yyyymmdd.
	Date struct {
		Op          Op
		First, Last int
	}
	// Rated compares a sum of the players' ratings, each a [Rating]. It holds
	// where all of them are known alone.
	Rated struct{ Sum Sum }
	// Verdict holds where the verdict on the record is this, or with Not
	// another.
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
func (Judged) node()    {}
func (Moved) node()     {}
func (Header) node()    {}
func (Result) node()    {}
func (Date) node()      {}
func (Rated) node()     {}
func (Verdict) node()   {}

// Op is a comparison.
type Op uint8

// The comparisons.
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

// Count is something that is counted in a position.
type Count interface{ count() }

// What can be counted.
type (
	// Standing is the squares of a set that hold a piece of a set. Together
	// with NoPiece in Pieces empty squares count too.
	Standing struct {
		Pieces  Pieces
		Squares rules.Bitboard
	}
	// Held is the pieces of some kinds in a side's hand.
	Held struct {
		Side  rules.Side
		Types rules.PieceTypeSet
	}
	// Pocketed is 1 if a side's pocket holds a piece of some kind.
	Pocketed struct {
		Side  rules.Side
		Types rules.PieceTypeSet
	}
	// Ply is the number of the ply.
	Ply struct{}
	// Plies is the number of plies of the line.
	Plies struct{}
)

// What an engine thinks is counted in hundredths. Where it is not known, no
// comparison holds.
type (
	// Worth is what the position is worth to a side, in pawns.
	Worth struct{ Side rules.Side }
	// Swing is by how many points the last ply changed the per cent of games
	// that a side wins.
	Swing struct{}
	// Accuracy is that of a side in the game, in points.
	Accuracy struct{ Side rules.Side }
	// Rating is that of a side's player, of [Rated] alone.
	Rating struct{ Side rules.Side }
)

// What pieces bear upon is counted by what stands on the board alone. A piece
// attacks a square if it would capture there, by its description, what stands
// on it, were that the other side's; an empty square, if it would capture a
// piece there of which nothing is known. Special rules are left aside, captures
// en passant are none.
type (
	// Attackers is the pieces that attack, each once.
	Attackers struct{ Attack }
	// Attacked is the squares that are attacked, each once.
	Attacked struct{ Attack }
	// Pinned is the pieces without which one of the other side would attack
	// another of theirs that it does not attack.
	Pinned struct {
		Pieces  *Pieces         // pinned ones; nil for all, as for By
		Squares *rules.Bitboard // of these; nil for the board
		By      *Pieces
		Against Pieces
	}
	// Rays is the lines of squares in a direction on which pieces stand in an
	// order, with nothing between: in each direction a line counts by itself.
	Rays struct {
		Stops      []Stop // two at least
		Directions Directions
		Within     int // squares from each to the next at most, 0 for any
	}
	// Structured is the pieces that stand alike to others of their own kind.
	Structured struct {
		How     Structure
		Pieces  Pieces
		Squares rules.Bitboard
	}
)

// Attack is some pieces' attack, from squares of a set, on squares of another,
// on what stands there. A set that is nil is not asked for.
type Attack struct {
	Pieces   *Pieces
	From, To *rules.Bitboard
	Takes    *Pieces
}

// Stop is where a ray finds one of some pieces, on a square of a set unless
// that is nil.
type Stop struct {
	Pieces  Pieces
	Squares *rules.Bitboard
}

// Structure is how a piece stands to others of its kind.
type Structure uint8

// The structures.
const (
	// Passed pieces have none of the other side ahead of them, on their file or
	// one beside it.
	Passed Structure = iota
	// Isolated pieces have none of their side on the files beside theirs.
	Isolated
	// Doubled pieces have another of their side on their file.
	Doubled
)

// Legal is the legal moves that are as Moved has them, or all of them where it
// asks for nothing: those alone that give check, or that leave the other side
// in check without a move.
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

func (Standing) count() {}
func (Held) count()     {}
func (Pocketed) count() {}
func (Ply) count()      {}
func (Plies) count()    {}
func (Worth) count()    {}
func (Swing) count()    {}
func (Rating) count()   {}
func (Accuracy) count() {}
