package rules

import (
	"strings"

	"assay/analysis/variant"
)

// countingClaim is a counting claim: when a side may begin to count its moves, and up
// to what limit.
type countingClaim struct {
	claim  *variant.Claim
	absent PieceTypeSet // no side may have these on the board
	limits []countingLimit
}

// countingLimit is the move limit against given material.
type countingLimit struct {
	against [maxTypes]uint8
	moves   int
}

// tally is a running count, in plies: its limit (0 if nobody counts), and the
// plies counted, including those it started with.
type tally struct{ limit, plies int32 }

func (r *Rules) addCountingClaims() {
	for i := range r.definition.Claims {
		claim := &r.definition.Claims[i]
		if claim.Name != "counting" {
			continue
		}
		h := countingClaim{claim: claim, absent: r.typeSet(claim.Without)}
		for _, letters := range claim.Limits.Keys {
			var l countingLimit
			for _, letter := range strings.Split(letters, "") {
				l.against[r.letters[letter]]++
			}
			l.moves, _ = claim.Limits.Get(letters)
			h.limits = append(h.limits, l)
		}
		r.countingClaims = append(r.countingClaims, h)
	}
}

// mayCount reports whether a side may count its moves under this claim.
func (h *countingClaim) mayCount(p *Position, side Side) bool {
	n := p.own[side].Len()
	return (h.claim.Left == 0 || n <= h.claim.Left) && n >= h.claim.Least && p.own[side.Other()].Len() > 1 &&
		p.ofTypes(First, h.absent).Empty() && p.ofTypes(Second, h.absent).Empty()
}

// moves returns a side's move limit against the opponent's material.
func (h *countingClaim) moves(p *Position, side Side) int {
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

// beginCount starts a count for a side if it may count. late is 1 if that side has
// just moved, else 0.
func (p *Position) beginCount(side Side, late int) {
	for i := range p.rules.countingClaims {
		h := &p.rules.countingClaims[i]
		if !h.mayCount(p, side) {
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
func (p *Position) countMove(st *stateInfo) {
	if p.tally.limit > 0 {
		p.tally.plies++
	}
	if mover := p.side.Other(); st.captured != NoPiece && p.own[mover].Single() {
		for i := range p.rules.countingClaims {
			if h := &p.rules.countingClaims[i]; h.claim.OnBoard && h.absent.Has(st.captured.Type()) && h.mayCount(p, mover) {
				p.beginCount(mover, 1)
			}
		}
	}
	if p.tally.limit == 0 || (st.captured != NoPiece || st.move.Into() != NoPieceType) && p.own[p.side].Single() {
		p.beginCount(p.side, 0)
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
	for i := range p.rules.countingClaims {
		if h := &p.rules.countingClaims[i]; h.claim.Says == claim.Says {
			return h.mayCount(p, First) || h.mayCount(p, Second)
		}
	}
	return false
}
