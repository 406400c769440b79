package tape

import "assay/analysis/rules"

// maxTypes is the largest piece type plus one.
const maxTypes = 64

// State is the content of a tape about a position and the ply that led to it.
type State struct {
	stateCore
	On [128]rules.Bitboard // squares by piece; On[NoPiece] are the empty squares
}

// stateCore is a state without the redundant sets of squares.
type stateCore struct {
	Board  [rules.MaxSquares + 1]rules.Piece // by square; NoSquare is always empty
	Hand   [2][maxTypes]uint8                // pieces in hand by side and type
	Pocket [2]rules.PieceType

	Side      rules.Side
	Check     bool   // the side to move is in check
	Relations uint16 // two bits per Rules.Relations: for First or no side, and for Second
	Ply       int    // 0 at the start

	// About the ply that led here; zero at ply 0.
	Captures, Drops, Promotes bool
	From, To                  rules.Square // NoSquare if there is none
	Moved                     rules.Piece  // before a promotion; NoPiece for a pass
	Taken                     rules.Piece
	WallAt                    rules.Square // square of a new wall, or NoSquare
	Gated                     rules.Piece  // gated piece, or NoPiece

	// Material is increased by every ply that does more than move one piece,
	// and by every new game. While it is unchanged, the numbers of pieces on
	// the board and in hands are unchanged.
	Material uint32
}

// startOf returns the state of the variant's starting position.
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
	s.From, s.To, s.WallAt = rules.NoSquare, rules.NoSquare, rules.NoSquare
	return s
}

// clear empties the board.
func (s *State) clear(squares int) {
	*s = State{stateCore: stateCore{From: rules.NoSquare, To: rules.NoSquare, WallAt: rules.NoSquare}}
	for q := range rules.Square(squares) {
		s.On[rules.NoPiece].Add(q)
	}
}
