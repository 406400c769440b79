package engine

import (
	"math"

	"assay/analysis/rules"
)

// placement is what pieces are worth where they stand, by piece and square,
// early and late, seen from their side.
type placement struct{ early, late [2 * kinds][]int16 }

func newPlacement(r *rules.Rules, w *worths, royal rules.PieceTypeSet) placement {
	var out placement
	aims := r.Aims()
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		for _, side := range []rules.Side{rules.First, rules.Second} {
			pc := rules.NewPiece(t, side)
			early, late := out.squares(r, w, &aims, pc, royal.Has(t))
			out.early[pc], out.late[pc] = early, late
		}
	}
	return out
}

func (*placement) squares(r *rules.Rules, w *worths, aims *rules.Aims, pc rules.Piece, royal bool) (early, late []int16) {
	t := pc.Type()
	squares := rules.Square(r.Files() * r.Ranks())
	reach, sum, n := make([]float64, squares), 0.0, 0
	for s := range squares {
		quiet, capture := r.Mobility(pc, s, w.by.crowded)
		if reach[s] = (quiet + 2*capture) / 3; reach[s] > 0 {
			sum += reach[s]
			n++
		}
	}
	mean := sum / float64(max(n, 1))
	rise, riseLate := 0, 0
	for _, into := range r.PromotesTo(pc) {
		rise, riseLate = max(rise, w.board[into]-w.board[t]), max(riseLate, w.late[into]-w.late[t])
	}
	toZone := distances(r, pc, r.PromotionZone(pc))
	sign := 1.0
	if w.losing {
		sign = -0.3
	}
	early, late = make([]int16, squares), make([]int16, squares)
	for s := range squares {
		a, b := float64(w.board[t]), float64(w.late[t])
		if royal && aims.Guarded {
			a, b = 0, 0
		}
		centre := central(r, s)
		switch {
		case royal:
			a += w.by.home[0]*math.Min(advance(r, pc.Side(), s), 4) + w.by.middle[0]*centre
			b += w.by.home[1]*math.Min(advance(r, pc.Side(), s), 4) + w.by.middle[1]*centre
		default:
			a += sign * (w.by.reach[0]*(reach[s]-mean) + w.by.centre[0]*(centre-1))
			b += sign * (w.by.reach[1]*(reach[s]-mean) + w.by.centre[1]*(centre-1))
		}
		if d := toZone[s]; d > 0 && rise > 0 {
			a += w.by.rise[0] * float64(rise) / math.Pow(1.8, float64(d-1))
			b += w.by.rise[1] * float64(riseLate) / math.Pow(1.8, float64(d-1))
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

// central is how near a square is to the middle, from 0 in a corner to about 2.
func central(r *rules.Rules, s rules.Square) float64 {
	near := func(at, n int) float64 {
		half := float64(n-1) / 2
		return 1 - math.Abs(float64(at)-half)/max(half, 1)
	}
	return near(int(s)%r.Files(), r.Files()) + near(int(s)/r.Files(), r.Ranks())
}

// advance is how many ranks a square is from a side's first.
func advance(r *rules.Rules, side rules.Side, s rules.Square) float64 {
	rank := int(s) / r.Files()
	if side == rules.Second {
		rank = r.Ranks() - 1 - rank
	}
	return float64(rank)
}

// distances is in how many moves a piece comes from each square to one of some
// squares on an empty board; -1 where it does not.
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
