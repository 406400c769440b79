package tape

import "assay/analysis/rules"

// maxTypes is one more than the greatest kind of piece.
const maxTypes = 64

// State is what a tape tells of one position and of the ply that led to it.
type State struct {
	told
	On [128]rules.Bitboard // the squares on which each piece stands; those of NoPiece are the empty ones
}

// told is all of it that is not the board again.
type told struct {
	Board  [rules.MaxSquares + 1]rules.Piece // by square; on NoSquare stands nothing
	Hand   [2][maxTypes]uint8                // pieces held, by side and kind
	Pocket [2]rules.PieceType

	Side      rules.Side
	Check     bool   // the side to move is in check
	Relations uint16 // two bits for each of Rules.Relations: for First, or for no side, and for Second
	Ply       int    // 0 at the start

	// Of the ply that led here; nothing at ply 0.
	Captures, Drops, Promotes bool
	From, To                  rules.Square // NoSquare where there is none
	Moved                     rules.Piece  // as it was before; NoPiece for a pass
	Taken                     rules.Piece
	Walled                    rules.Square // where it put a wall, NoSquare for nowhere
	Gated                     rules.Piece  // what it brought in beside its move, NoPiece for nothing

	// Material counts up with every ply that changes more than the place of one
	// piece, and from game to game: while it is the same, so are the numbers of
	// pieces on the board and in the hands.
	Material uint32
}

// startOf is the state of the variant's own start.
func startOf(p *rules.Position) *State {
	s := new(State)
	r := p.Rules()
	for q := range rules.Square(r.Files() * r.Ranks()) {
		pc := p.At(q)
		s.Board[q] = pc
		s.On[pc].Add(q)
	}
	for side := rules.First; side <= rules.Second; side++ {
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			s.Hand[side][t] = uint8(p.InHand(side, t))
		}
		s.Pocket[side] = p.Pocket(side)
	}
	s.Side = p.Side()
	s.From, s.To, s.Walled = rules.NoSquare, rules.NoSquare, rules.NoSquare
	return s
}

// clear leaves an empty board of a size.
func (s *State) clear(squares int) {
	*s = State{told: told{From: rules.NoSquare, To: rules.NoSquare, Walled: rules.NoSquare}}
	for q := range rules.Square(squares) {
		s.On[rules.NoPiece].Add(q)
	}
}
