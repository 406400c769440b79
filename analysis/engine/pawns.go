package engine

import "assay/analysis/rules"

// pawnSpan holds the sets that the pawn terms need for one square, and the
// value of a passed pawn there.
type pawnSpan[B any] struct {
	front       B            // ahead on its file
	passedSpan  B            // ahead on its and the adjacent files
	neighbours  B            // all of the adjacent files
	next        rules.Square // one step ahead; NoSquare on the last rank
	fronts      [3]B         // ahead on the left, its own and the right file
	passedValue int
}

// addPawns finds the piece types that are evaluated as pawns, and sets the
// mobility term of the others.
func (m *evaluator) addPawns() {
	r := m.rules
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if !m.pawns.Has(t) && m.mg[t] > 0 {
			free := max(min(16*1200/m.mg[t], 80), 16)
			m.mobility[t] = term{m.params.mobility.mg * free / 16, m.params.mobility.eg * free / 16}
		}
		rise := 0
		for _, into := range r.PromotesTo(rules.NewPiece(t, rules.First)) {
			rise = max(rise, m.mg[into]-m.mg[t])
		}
		if !r.HasHand() && !m.losing && m.mg[t] < 250 && rise > 200 {
			m.pawns.Add(t)
			m.mobility[t] = term{}
		}
	}
	if m.pawns == 0 {
		return
	}
	files, ranks := r.Files(), r.Ranks()
	for side := range m.sets.spans {
		m.sets.spans[side] = make([]pawnSpan[rules.Bitboard], files*ranks)
		for s := range m.sets.spans[side] {
			a := &m.sets.spans[side][s]
			file, rank := s%files, s/files
			done := rank
			if side == 1 {
				done = ranks - 1 - rank
			}
			last := max(ranks-1, 1)
			a.passedValue, a.next = 8+90*done*done/(last*last), rules.NoSquare
			for other := range m.sets.spans[side] {
				across, up := other%files-file, other/files-rank
				if side == 1 {
					up = -up
				}
				at := rules.Square(other)
				if across >= -1 && across <= 1 && up > 0 {
					a.fronts[across+1].Add(at)
				}
				switch {
				case across == 0 && up > 0:
					a.front.Add(at)
					if up == 1 {
						a.next = at
					}
					a.passedSpan.Add(at)
				case across == 1 || across == -1:
					a.neighbours.Add(at)
					if up > 0 {
						a.passedSpan.Add(at)
					}
				}
			}
		}
	}
}
