package rules

import (
	"strings"

	"assay/analysis/variant"
)

// honour is a counting claim: when a side may begin to count its moves, and up
// to what limit.
type honour struct {
	claim   *variant.Claim
	without PieceTypeSet // no side may have these on the board
	limits  []honourLimit
}

// honourLimit is the move limit against given material.
type honourLimit struct {
	against [maxTypes]uint8
	moves   int
}

// tally is a running count, in plies: its limit (0 if nobody counts), and the
// plies counted, including those it started with.
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

// counts reports whether a side may count its moves under this claim.
func (h *honour) counts(p *Position, side Side) bool {
	n := p.own[side].Len()
	return (h.claim.Left == 0 || n <= h.claim.Left) && n >= h.claim.Least && p.own[side.Other()].Len() > 1 &&
		p.ofTypes(First, h.without).Empty() && p.ofTypes(Second, h.without).Empty()
}

// moves returns a side's move limit against the opponent's material.
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

// begin starts a count for a side if it may count. late is 1 if that side has
// just moved, else 0.
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

// countMove counts the move just made, or starts a count for the side to move,
// or for a lone piece that has captured the last of the pieces excluded by a
// claim. A running count continues until a capture or promotion leaves the side
// to move with one piece.
func (p *Position) countMove(st *undo) {
	if p.tally.limit > 0 {
		p.tally.plies++
	}
	if mover := p.side.Other(); st.captured != NoPiece && p.own[mover].Single() {
		for i := range p.rules.honours {
			if h := &p.rules.honours[i]; h.claim.OnBoard && h.without.Has(st.captured.Type()) && h.counts(p, mover) {
				p.begin(mover, 1)
			}
		}
	}
	if p.tally.limit == 0 || (st.captured != NoPiece || st.move.Into() != NoPieceType) && p.own[p.side].Single() {
		p.begin(p.side, 0)
	}
}

// Tally returns the plies counted, including those the count started with, and
// the limit; 0, 0 if nobody counts.
func (p *Position) Tally() (plies, limit int) { return int(p.tally.plies), int(p.tally.limit) }

// Counted reports whether a count has reached its limit under that claim.
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
