package rules

import (
	"strings"

	"assay/analysis/variant"
)

// honour is a claim of counting: when a side may begin to count its moves, and
// how many it counts.
type honour struct {
	claim   *variant.Claim
	without PieceTypeSet // nobody has them on the board
	limits  []honourLimit
}

// honourLimit is the moves that are counted against these pieces.
type honourLimit struct {
	against [maxTypes]uint8
	moves   int
}

// tally is how far a side has counted: the limit in plies, 0 where nobody
// counts, and the plies counted, those included that the count began with.
type tally struct{ limit, plies int32 }

func (r *Rules) addHonours() {
	for i := range r.definition.Claims {
		claim := &r.definition.Claims[i]
		if claim.Name != "counting" {
			continue
		}
		h := honour{claim: claim, without: r.typeSet(claim.Without)}
		for _, letters := range claim.Limits.Keys {
			var l honourLimit
			for _, letter := range strings.Split(letters, "") {
				l.against[r.letters[letter]]++
			}
			l.moves, _ = claim.Limits.Get(letters)
			h.limits = append(h.limits, l)
		}
		r.honours = append(r.honours, h)
	}
}

// counts reports whether a side may count its moves by this claim, as things
// stand on the board.
func (h *honour) counts(p *Position, side Side) bool {
	n := p.own[side].Len()
	return (h.claim.Left == 0 || n <= h.claim.Left) && n >= h.claim.Least && p.own[side.Other()].Len() > 1 &&
		p.ofTypes(First, h.without).Empty() && p.ofTypes(Second, h.without).Empty()
}

// moves is how many moves a side counts against what the other one has.
func (h *honour) moves(p *Position, side Side) int {
	for i := range h.limits {
		fits := true
		for t, n := range h.limits[i].against {
			fits = fits && (n == 0 || p.pieces[NewPiece(PieceType(t), side.Other())].Len() >= int(n))
		}
		if fits {
			return h.limits[i].moves
		}
	}
	return h.claim.Count
}

// begin lets a side count from now on, where it may; late is 1 where it has
// just moved, 0 where it is to move.
func (p *Position) begin(side Side, late int) {
	for i := range p.rules.honours {
		h := &p.rules.honours[i]
		if !h.counts(p, side) {
			continue
		}
		moves := h.moves(p, side)
		if moves == 0 {
			continue
		}
		p.tally = tally{limit: int32(2 * moves)}
		if h.claim.OnBoard {
			p.tally.plies = int32(2*(p.own[First].Len()+p.own[Second].Len()) - late)
		}
		return
	}
}

// countMove counts the move just made, and begins to count where a side may:
// the side to move, or one with a single piece that has captured the last of
// those without which it counts. A count that has begun goes on, until a
// capture or a promotion leaves the side to move with a single piece.
func (p *Position) countMove(u *undo) {
	if p.tally.limit > 0 {
		p.tally.plies++
	}
	if mover := p.side.Other(); u.captured != NoPiece && p.own[mover].Single() {
		for i := range p.rules.honours {
			if h := &p.rules.honours[i]; h.claim.OnBoard && h.without.Has(u.captured.Type()) && h.counts(p, mover) {
				p.begin(mover, 1)
			}
		}
	}
	if p.tally.limit == 0 || (u.captured != NoPiece || u.move.Into() != NoPieceType) && p.own[p.side].Single() {
		p.begin(p.side, 0)
	}
}

// Tally is how many plies have been counted, those included that the count
// began with, and how many are to be; 0 of 0 where nobody counts.
func (p *Position) Tally() (plies, limit int) { return int(p.tally.plies), int(p.tally.limit) }

// Counted reports whether a side has counted its moves to the end by that
// claim.
func (p *Position) Counted(claim *variant.Claim) bool {
	if p.tally.limit == 0 || p.tally.plies < p.tally.limit-1 {
		return false
	}
	for i := range p.rules.honours {
		if h := &p.rules.honours[i]; h.claim.Says == claim.Says {
			return h.counts(p, First) || h.counts(p, Second)
		}
	}
	return false
}
