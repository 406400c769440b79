package engine

import (
	"math"

	"assay/analysis/rules"
)

// squareTables are piece-square tables for middlegame and endgame, by piece and
// square, in centipawns for the piece's side.
type squareTables struct{ mg, eg [2 * maxKinds][]int16 }

func newSquareTables(r *rules.Rules, w *pieceValues, royal rules.PieceTypeSet) squareTables {
	var out squareTables
	aims := r.Aims()
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		for _, side := range []rules.Side{rules.First, rules.Second} {
			pc := rules.NewPiece(t, side)
			early, late := out.tablesOf(r, w, &aims, pc, royal.Has(t))
			out.mg[pc], out.eg[pc] = early, late
		}
	}
	return out
}

func (*squareTables) tablesOf(
	r *rules.Rules,
	w *pieceValues,
	aims *rules.Aims,
	pc rules.Piece,
	royal bool,
) (early, late []int16) {
	t := pc.Type()
	squares := rules.Square(r.Files() * r.Ranks())
	reach, sum, n := make([]float64, squares), 0.0, 0
	for s := range squares {
		quiet, capture := r.Mobility(pc, s, w.params.crowded)
		if reach[s] = (quiet + 2*capture) / 3; reach[s] > 0 {
			sum += reach[s]
			n++
		}
	}
	mean := sum / float64(max(n, 1))
	rise, riseLate := 0, 0
	for _, into := range r.PromotesTo(pc) {
		rise, riseLate = max(rise, w.mg[into]-w.mg[t]), max(riseLate, w.eg[into]-w.eg[t])
	}
	toZone := distances(r, pc, r.PromotionZone(pc))
	sign := 1.0
	if w.losing {
		sign = -0.3
	}
	early, late = make([]int16, squares), make([]int16, squares)
	for s := range squares {
		a, b := float64(w.mg[t]), float64(w.eg[t])
		if royal && aims.Guarded {
			a, b = 0, 0
		}
		centre := centrality(r, s)
		switch {
		case royal:
			a += w.params.home[0]*math.Min(advance(r, pc.Side(), s), 4) + w.params.middle[0]*centre
			b += w.params.home[1]*math.Min(advance(r, pc.Side(), s), 4) + w.params.middle[1]*centre
		default:
			a += sign * (w.params.reach[0]*(reach[s]-mean) + w.params.centre[0]*(centre-1))
			b += sign * (w.params.reach[1]*(reach[s]-mean) + w.params.centre[1]*(centre-1))
		}
		if d := toZone[s]; d > 0 && rise > 0 {
			a += w.params.nearPromotion[0] * float64(rise) / math.Pow(1.8, float64(d-1))
			b += w.params.nearPromotion[1] * float64(riseLate) / math.Pow(1.8, float64(d-1))
		}
		for _, goal := range aims.Goals {
			if goal.Pieces.Has(t) {
				if d := distances(r, pc, goal.Squares[pc.Side()])[s]; d >= 0 {
					race := 400 / math.Pow(1.6, float64(d)) / float64(max(goal.Count, 1))
					a, b = a+race, b+race
				}
			}
		}
		early[s], late[s] = int16(max(min(a, 30000), -30000)), int16(max(min(b, 30000), -30000))
	}
	return early, late
}

// centrality returns how central a square is, from 0 in a corner to about 2.
func centrality(r *rules.Rules, s rules.Square) float64 {
	near := func(at, n int) float64 {
		half := float64(n-1) / 2
		return 1 - math.Abs(float64(at)-half)/max(half, 1)
	}
	return near(int(s)%r.Files(), r.Files()) + near(int(s)/r.Files(), r.Ranks())
}

// advance returns the distance of a square from the side's first rank.
func advance(r *rules.Rules, side rules.Side, s rules.Square) float64 {
	rank := int(s) / r.Files()
	if side == rules.Second {
		rank = r.Ranks() - 1 - rank
	}
	return float64(rank)
}

// distances returns, for each square, the number of moves a piece needs from
// there to one of the target squares on an empty board; -1 if it cannot get
// there.
func distances(r *rules.Rules, pc rules.Piece, to rules.Bitboard) []int {
	squares := rules.Square(r.Files() * r.Ranks())
	out := make([]int, squares)
	for s := range out {
		out[s] = -1
	}
	for b := to; !b.Empty(); {
		out[b.Pop()] = 0
	}
	for d, found := 1, true; found; d++ {
		found = false
		for s := range squares {
			if out[s] >= 0 {
				continue
			}
			for b := r.EmptyReach(pc, s); !b.Empty(); {
				if out[b.Pop()] == d-1 {
					out[s], found = d, true
					break
				}
			}
		}
	}
	return out
}
