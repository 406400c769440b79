package engine

import (
	"assay/analysis/rules"
)

// maxKinds is the largest number of piece types of a variant, plus one.
const maxKinds = 64

// pieceValues are the values of a variant's piece types in centipawns.
type pieceValues struct {
	mg, eg        [maxKinds]int // on the board, in the middlegame and the endgame
	hand          [maxKinds]int // in hand
	captureValues [maxKinds]int // lost with the piece, including its value in the opponent's hand
	losing        bool          // losing all pieces wins the game
	params        *parameters
}

// newPieceValues derives piece values from mobility and promotion, then applies
// the fit.
func newPieceValues(r *rules.Rules, royal rules.PieceTypeSet, fit *Fit) pieceValues {
	w := pieceValues{params: &defaultParameters[0]}
	if r.HasHand() {
		w.params = &defaultParameters[1]
	}
	aims := r.Aims()
	w.losing = aims.Shedding
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		w.mg[t] = int(w.mobilityValue(r, t, w.params.crowded, 0))
		w.eg[t] = int(w.mobilityValue(r, t, w.params.empty, 1))
		if aims.Counting {
			w.mg[t], w.eg[t] = 100, 100
		}
	}
	w.addPromotion(r)
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if _, kept := r.Receives(t, t); kept && !royal.Has(t) {
			w.mg[t], w.eg[t] = w.shrunk(w.mg[t]), w.shrunk(w.eg[t])
		}
		w.hand[t] = int(float64(w.mg[t])*w.params.inHand) + 10
		if royal.Has(t) {
			w.mg[t], w.eg[t] = w.mg[t]+400, w.eg[t]+400
		}
	}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if w.losing {
			w.mg[t], w.eg[t], w.hand[t] = -w.mg[t]/3, -w.eg[t]/3, -w.hand[t]/3
		}
	}
	w.applyValues(fit, r)
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		w.captureValues[t] = w.mg[t]
		if to, kept := r.Receives(t, t); kept {
			w.captureValues[t] += w.hand[to]
		}
	}
	return w
}

// shrunk returns a value reduced for variants in which captured pieces return.
func (w *pieceValues) shrunk(value int) int {
	return int(float64(value) * w.params.returning / (w.params.returning + float64(value)))
}

// mobilityValue returns the value of a piece from its mean number of target
// squares; captures count twice. The value grows faster than the number of
// squares.
func (w *pieceValues) mobilityValue(r *rules.Rules, t rules.PieceType, held float64, phase int) float64 {
	sum, n := 0.0, 0
	for s := range rules.Square(r.Files() * r.Ranks()) {
		quiet, capture := r.Mobility(rules.NewPiece(t, rules.First), s, held)
		if reach := (quiet + 2*capture) / 3; reach > 0 {
			sum += reach
			n++
		}
	}
	if n == 0 {
		return 0
	}
	reach := sum / float64(n)
	return max(w.params.linear[phase]*reach+w.params.quadratic[phase]*reach*reach-w.params.offset[phase], 20)
}

// addPromotion adds to each piece type a share of the value of its promoted
// form.
func (w *pieceValues) addPromotion(r *rules.Rules) {
	squares := float64(r.Files() * r.Ranks())
	board, late := w.mg, w.eg
	for range 2 { // a promoted piece may promote again
		before, beforeLate := w.mg, w.eg
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			pc := rules.NewPiece(t, rules.First)
			share := min(0.025+w.params.promotion*float64(r.PromotionZone(pc).Len())/squares, 0.1)
			for _, into := range r.PromotesTo(pc) {
				w.mg[t] = max(w.mg[t], board[t]+int(share*float64(before[into]-board[t])))
				w.eg[t] = max(w.eg[t], late[t]+int(1.3*share*float64(beforeLate[into]-late[t])))
			}
		}
	}
}
