package tape

import (
	"assay/analysis/rules"
)

// Material counts pieces by type and side on the board, in hands and in
// pockets, one byte each, at [OnBoard], [InHand] and [InPocket].
type Material []byte

// OnBoard returns the index of a piece on the board.
func OnBoard(pc rules.Piece) int { return int(pc) }

// InHand returns the index of a piece in its side's hand, in a variant with
// that many piece types.
func InHand(types int, pc rules.Piece) int { return 2*(types+1) + int(pc) }

// InPocket returns the index of a piece in its side's pocket.
func InPocket(types int, pc rules.Piece) int { return 4*(types+1) + int(pc) }

// Materials calls take with the material at the start of the loaded main line
// and after every ply that changes it. The slice is reused.
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

// weigh computes the material of the state.
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
