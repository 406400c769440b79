package engine

import "assay/analysis/rules"

// ahead is the squares by which pawns on one square are judged, and what it is
// worth there to have no other in the way.
type ahead[B any] struct {
	file, way, beside B            // before it on its file, there and on the files beside, and all of those beside
	next              rules.Square // before it; NoSquare on the last rank
	files             [3]B         // what is before it on its file, and on the one to either side
	passed            int
}

// addPawns finds the pieces that are judged as pawns are, and what each piece's
// freedom is worth.
func (m *mind) addPawns() {
	r := m.rules
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if !m.pawns.Has(t) && m.board[t] > 0 {
			free := max(min(16*1200/m.board[t], 80), 16)
			m.freedom[t] = term{m.by.mobility.early * free / 16, m.by.mobility.late * free / 16}
		}
		rise := 0
		for _, into := range r.PromotesTo(rules.NewPiece(t, rules.First)) {
			rise = max(rise, m.board[into]-m.board[t])
		}
		if !r.HasHand() && !m.losing && m.board[t] < 250 && rise > 200 {
			m.pawns.Add(t)
			m.freedom[t] = term{}
		}
	}
	if m.pawns == 0 {
		return
	}
	files, ranks := r.Files(), r.Ranks()
	for side := range m.sets.ahead {
		m.sets.ahead[side] = make([]ahead[rules.Bitboard], files*ranks)
		for s := range m.sets.ahead[side] {
			a := &m.sets.ahead[side][s]
			file, rank := s%files, s/files
			done := rank
			if side == 1 {
				done = ranks - 1 - rank
			}
			last := max(ranks-1, 1)
			a.passed, a.next = 8+90*done*done/(last*last), rules.NoSquare
			for other := range m.sets.ahead[side] {
				across, up := other%files-file, other/files-rank
				if side == 1 {
					up = -up
				}
				at := rules.Square(other)
				if across >= -1 && across <= 1 && up > 0 {
					a.files[across+1].Add(at)
				}
				switch {
				case across == 0 && up > 0:
					a.file.Add(at)
					if up == 1 {
						a.next = at
					}
					a.way.Add(at)
				case across == 1 || across == -1:
					a.beside.Add(at)
					if up > 0 {
						a.way.Add(at)
					}
				}
			}
		}
	}
}
