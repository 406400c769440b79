package rules

// Width is the size of set that the squares of a board need.
type Width uint8

// Boards that need a Bitboard (256 bits), a Set128, and a Set64.
const (
	Width256 Width = iota
	Width128
	Width64
)

// Width returns the size of set that the board needs.
func (r *Rules) Width() Width { return r.width }

func widthOf(squares int) Width {
	switch {
	case squares <= MaxSet64:
		return Width64
	case squares <= MaxSet128:
		return Width128
	}
	return Width256
}
