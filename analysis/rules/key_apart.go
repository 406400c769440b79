package rules

import "slices"

// HandsApart reports whether a hand that holds more is never worse than one
// that holds less: hands hold up to eight kinds by number, what is captured
// goes there, and nothing else brings pieces into the game or out of it. Then
// the board and one hand tell what the other one holds.
func (r *Rules) HandsApart() bool {
	if !r.hasHand || !r.keepAll || !r.drops || r.cells > 0 || len(r.handOrder) > 8 || r.freeDrops != 0 || r.pocket != nil || r.unmoved != nil || r.playToTest {
		return false
	}
	return !slices.ContainsFunc(r.handOrder, r.royals.Has) && r.checksInSight && len(r.placers)+len(r.choosers)+len(r.passers) == 0
}

// KeyApart is the key of the position without its hands, and what a side holds,
// of each kind its number in a byte. The rules are to have [Rules.HandsApart].
func (p *Position) KeyApart(side Side) (key, hand uint64) {
	key = p.key
	for i, t := range p.rules.handOrder {
		if n := p.hand[side][t]; n > 0 {
			key ^= p.rules.keys.hand[side][t][n][0]
			hand |= uint64(min(n, 127)) << (8 * i)
		}
		if n := p.hand[side.Other()][t]; n > 0 {
			key ^= p.rules.keys.hand[side.Other()][t][n][0]
		}
	}
	return key, hand
}

// CanDropAnything reports whether there is a square on which a piece would
// leave the royal of the side to move safe, if that side held one.
func (p *Position) CanDropAnything() bool {
	g := p.guard()
	squares := p.dropSquares(g, NewMove(PocketDrop, 0, 0, NoPieceType))
	p.release(g)
	return !squares.Empty()
}
