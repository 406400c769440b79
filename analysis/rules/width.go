package rules

// Width is the size of set that the squares of a board need.
type Width uint8

// Boards that need a Bitboard (256 bits), a Set128, and a Set64.
const (
	WideBoard Width = iota
	NarrowBoard
	SmallBoard
)

// Width returns the size of set that the board needs.
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
