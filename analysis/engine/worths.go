package engine

import (
	"assay/analysis/rules"
)

// kinds is how many kinds of piece a game may have, and one for none.
const kinds = 64

// worths is what the pieces of a game are worth, in hundredths of a pawn, while
// both sides have much and when little is left.
type worths struct {
	board, late [kinds]int // on the board
	hand        [kinds]int // in the hand
	swing       [kinds]int // lost by a side whose piece is captured, with what comes into the other's hand
	losing      bool       // the game is won by having nothing
	by          *weights
}

// newWorths derives the worth of pieces from how far they go on an average
// board, but for those that were fitted.
func newWorths(r *rules.Rules, royal rules.PieceTypeSet, fit *Fit) worths {
	w := worths{by: &weighed[0]}
	if r.HasHand() {
		w.by = &weighed[1]
	}
	aims := r.Aims()
	w.losing = aims.Shedding
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		w.board[t] = int(w.valued(r, t, w.by.crowded, 0))
		w.late[t] = int(w.valued(r, t, w.by.empty, 1))
		if aims.Counting {
			w.board[t], w.late[t] = 100, 100
		}
	}
	w.addPromotion(r)
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if _, kept := r.Receives(t, t); kept && !royal.Has(t) {
			w.board[t], w.late[t] = w.shrunk(w.board[t]), w.shrunk(w.late[t])
		}
		w.hand[t] = int(float64(w.board[t])*w.by.held) + 10
		if royal.Has(t) {
			w.board[t], w.late[t] = w.board[t]+400, w.late[t]+400
		}
	}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if w.losing {
			w.board[t], w.late[t], w.hand[t] = -w.board[t]/3, -w.late[t]/3, -w.hand[t]/3
		}
	}
	w.take(fit, r)
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		w.swing[t] = w.board[t]
		if to, kept := r.Receives(t, t); kept {
			w.swing[t] += w.hand[to]
		}
	}
	return w
}

// shrunk is a worth where what is captured returns.
func (w *worths) shrunk(worth int) int {
	return int(float64(worth) * w.by.fed / (w.by.fed + float64(worth)))
}

// valued is the worth of a kind by the squares it can be expected to reach,
// moves counted once and captures twice; each square more makes the others
// worth more.
func (w *worths) valued(r *rules.Rules, t rules.PieceType, held float64, phase int) float64 {
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
	return max(w.by.base[phase]*reach+w.by.more[phase]*reach*reach-w.by.less[phase], 20)
}

// addPromotion adds to a piece what it can be expected to become.
func (w *worths) addPromotion(r *rules.Rules) {
	squares := float64(r.Files() * r.Ranks())
	board, late := w.board, w.late
	for range 2 { // what is promoted to may promote
		before, beforeLate := w.board, w.late
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			pc := rules.NewPiece(t, rules.First)
			share := min(0.025+w.by.promotion*float64(r.PromotionZone(pc).Len())/squares, 0.1)
			for _, into := range r.PromotesTo(pc) {
				w.board[t] = max(w.board[t], board[t]+int(share*float64(before[into]-board[t])))
				w.late[t] = max(w.late[t], late[t]+int(1.3*share*float64(beforeLate[into]-late[t])))
			}
		}
	}
}
