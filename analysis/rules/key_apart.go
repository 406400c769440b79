package rules

import "slices"

// HandsApart reports whether having more in hand is never worse: up to eight
// types in hand by count, captures go to the hand, and no other rule adds or
// removes pieces. Then the board and one hand determine the other hand.
func (r *Rules) HandsApart() bool {
	if !r.hasHand || !r.keepsAll || !r.drops || r.cells > 0 || len(r.handOrder) > 8 || r.freeDrops != 0 || r.pocket != nil || r.firstMove != nil || r.playToTest {
		return false
	}
	return !slices.ContainsFunc(r.handOrder, r.royals.Has) && r.checksByAttack && len(r.wallRules)+len(r.selectionRules)+len(r.passRules) == 0
}

// KeyApart returns the position's key without the hands, and a side's hand
// packed as one byte per type. It requires [Rules.HandsApart].
func (p *Position) KeyApart(side Side) (key, hand uint64) {
	key = p.key
	for i, t := range p.rules.handOrder {
		if n := p.hand[side][t]; n > 0 {
			key ^= p.rules.zobrist.hand[side][t][n][0]
			hand |= uint64(min(n, 127)) << (8 * i)
		}
		if n := p.hand[side.Other()][t]; n > 0 {
			key ^= p.rules.zobrist.hand[side.Other()][t][n][0]
		}
	}
	return key, hand
}

// CanDropAnything reports whether the side to move, if it had a piece in hand,
// could drop it somewhere without leaving its royal attacked.
func (p *Position) CanDropAnything() bool {
	legal := p.acquireLegality()
	squares := p.dropSquares(legal, NewMove(PocketDrop, 0, 0, NoPieceType))
	p.releaseLegality(legal)
	return !squares.Empty()
}
