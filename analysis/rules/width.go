package rules

// Width is how large the sets have to be that hold the squares of a board.
type Width uint8

// Boards that take a Bitboard, a Narrow, and a Small.
const (
	WideBoard Width = iota
	NarrowBoard
	SmallBoard
)

// Width is how large the sets of the board's squares have to be.
func (r *Rules) Width() Width { return r.width }

func widthOf(squares int) Width {
	switch {
	case squares <= MaxSmall:
		return SmallBoard
	case squares <= MaxNarrow:
		return NarrowBoard
	}
	return WideBoard
}
