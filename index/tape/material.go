package tape

import (
	"assay/analysis/rules"
)

// Material says how many pieces there are of each kind and side on the board,
// in the hands and in the pockets, one byte each. Its bytes are at [OnBoard],
// [InHand] and [InPocket].
type Material []byte

// OnBoard is where a piece on the board is counted.
func OnBoard(pc rules.Piece) int { return int(pc) }

// InHand is where a piece in its side's hand is counted, in a variant with some
// number of kinds.
func InHand(types int, pc rules.Piece) int { return 2*(types+1) + int(pc) }

// InPocket is where a piece in its side's pocket is counted.
func InPocket(types int, pc rules.Piece) int { return 4*(types+1) + int(pc) }

// Materials calls take with the material at the start of the main line of the
// tape that was loaded and, in their order, with that after every ply at which
// the player's count of Material goes up. The slice is used again.
func (p *Player) Materials(take func(Material)) {
	p.Begin(0)
	m := make(Material, 6*(p.rules.Types()+1))
	p.weigh(m)
	take(m)
	for known := p.Material; p.Next(); {
		if p.Material != known {
			known = p.Material
			p.weigh(m)
			take(m)
		}
	}
}

// weigh fills in the material of the state.
func (p *Player) weigh(m Material) {
	types := p.rules.Types()
	for t := rules.PieceType(1); int(t) <= types; t++ {
		for side := rules.First; side <= rules.Second; side++ {
			pc := rules.NewPiece(t, side)
			m[OnBoard(pc)] = byte(p.On[pc&127].Len())
			m[InHand(types, pc)] = p.Hand[side][t]
			m[InPocket(types, pc)] = 0
		}
	}
	for side := rules.First; side <= rules.Second; side++ {
		if t := p.Pocket[side]; t != rules.NoPieceType {
			m[InPocket(types, rules.NewPiece(t, side))] = 1
		}
	}
}
