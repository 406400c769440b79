package rules

import (
	"math"
	"strings"

	"assay/analysis/variant"
)

// claimRules are the endings that players may claim.
type claimRules struct {
	repetition perpetual
	clock      int // plies without progress from which a player may claim; math.MaxInt for never
	counting   []countingClaim
	material   materialClaim
}

// ByClaim returns the outcome of a claim of the definition, false if it cannot
// be claimed now. Replays call it after every ply, so it tests the condition
// before it determines the winner.
func (p *Position) ByClaim(claim *variant.Claim) (Outcome, bool) {
	switch claim.Name {
	case "repetition":
		if p.Occurrences() < claim.Count {
			return Outcome{}, false
		}
		return p.Cycle(), true
	case "clock":
		if p.clock < claim.Count {
			return Outcome{}, false
		}
		return p.claimOutcome(claim.Wins, claim.Says), true
	case "counting":
		if !p.Counted(claim) {
			return Outcome{}, false
		}
		return p.claimOutcome("", claim.Says), true
	}
	if !p.Short() {
		return Outcome{}, false
	}
	return p.claimOutcome("", claim.Says), true
}

// claimOutcome returns the outcome of a claim. wins names the winner as in
// definitions, "" for a draw.
func (p *Position) claimOutcome(wins, ends string) Outcome {
	switch wins {
	case "to-move":
		return Outcome{Result: winFor[p.side], Termination: ends}
	case "moved":
		return Outcome{Result: winFor[p.side.Other()], Termination: ends}
	}
	return p.settledOutcome(wins, ends, "")
}

// MayClaim is a fast test, run after every ply, that returns false if certainly
// no claim is possible. ByClaim decides.
func (p *Position) MayClaim() bool {
	if p.Unclaimed() <= 0 {
		return true
	}
	if _, again := p.Earlier(); again {
		return true
	}
	return p.rules.claims.material.claimed && p.Short()
}

// Claimed returns the number of occurrences of a position from which a player
// may claim, math.MaxInt if never.
func (r *Rules) Claimed() int { return r.smallestClaim("repetition") }

// smallestClaim returns the smallest count of the claims of a kind.
func (r *Rules) smallestClaim(name string) int {
	smallest := math.MaxInt
	for _, c := range r.definition.Claims {
		if c.Name == name {
			smallest = min(smallest, c.Count)
		}
	}
	return smallest
}

// ClaimedByPlies returns the outcome of a claim by the clock or by counted
// moves; false if there is none now.
func (p *Position) ClaimedByPlies() (Outcome, bool) {
	if p.Unclaimed() > 0 {
		return Outcome{}, false
	}
	claims := p.rules.definition.Claims
	for i := range claims {
		if name := claims[i].Name; name == "clock" || name == "counting" {
			if o, stands := p.ByClaim(&claims[i]); stands {
				return o, true
			}
		}
	}
	return Outcome{}, false
}

// Unclaimed returns the number of plies before a claim by the clock or by the
// running count can be made.
func (p *Position) Unclaimed() int {
	left := p.rules.claims.clock - p.clock
	if p.tally.limit > 0 {
		left = min(left, int(p.tally.limit-1-p.tally.plies))
	}
	return left
}

// countingClaim is a counting claim: when a side may begin to count its moves,
// and up to what limit.
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
				l.against[r.names.byLetter[letter]]++
			}
			l.moves, _ = claim.Limits.Get(letters)
			h.limits = append(h.limits, l)
		}
		r.claims.counting = append(r.claims.counting, h)
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

// beginCount starts a count for a side if it may count. late is 1 if that side
// has just moved, else 0.
func (p *Position) beginCount(side Side, late int) {
	for i := range p.rules.claims.counting {
		h := &p.rules.claims.counting[i]
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

// countMove counts the move just made, or starts a count. It starts one for the
// side to move, or for a lone piece that has captured the last of the pieces
// that a claim excludes. A running count continues until a capture or promotion
// leaves the side to move with one piece.
func (p *Position) countMove(st *stateInfo) {
	if p.tally.limit > 0 {
		p.tally.plies++
	}
	if mover := p.side.Other(); st.captured != NoPiece && p.own[mover].Single() {
		for i := range p.rules.claims.counting {
			if h := &p.rules.claims.counting[i]; h.claim.OnBoard && h.absent.Has(st.captured.Type()) &&
				h.mayCount(p, mover) {
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
	for i := range p.rules.claims.counting {
		if h := &p.rules.claims.counting[i]; h.claim.Says == claim.Says {
			return h.mayCount(p, First) || h.mayCount(p, Second)
		}
	}
	return false
}

// materialClaim is the claim of insufficient material, by the pieces left
// besides the royals.
type materialClaim struct {
	claimed              bool // the definition has this claim
	loneTypes, oneColour PieceTypeSet
	suffices             []Piece // each of these suffices to mate, so that the claim is invalid
}

func (r *Rules) addMaterialClaim() {
	for i := range r.definition.Claims {
		if claim := &r.definition.Claims[i]; claim.Name == "material" {
			r.claims.material = materialClaim{claimed: true, loneTypes: r.typeSet(claim.Alone),
				oneColour: r.typeSet(claim.OneColour)}
			for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
				if !(r.royals | r.claims.material.loneTypes | r.claims.material.oneColour).Has(t) {
					r.claims.material.suffices = append(r.claims.material.suffices, NewPiece(t, First),
						NewPiece(t, Second))
				}
			}
		}
	}
}

// Short reports whether the material on the board is insufficient under the
// variant's claim.
func (p *Position) Short() bool {
	r := p.rules
	for _, pc := range r.claims.material.suffices {
		if !p.pieces[pc].Empty() {
			return false
		}
	}
	lone, colours := 0, [2]int{}
	for rest := p.own[First].Or(p.own[Second]); !rest.Empty(); {
		s := rest.First()
		rest = rest.AndNot(bit(s))
		switch t := p.board[s].Type(); {
		case r.royals.Has(t):
		case r.claims.material.oneColour.Has(t):
			colours[(r.file(s)+r.rank(s))%2]++
		case r.claims.material.loneTypes.Has(t):
			lone++
		default:
			return false
		}
	}
	n := colours[0] + colours[1]
	return n == 0 && lone <= 1 || lone == 0 && (colours[0] == 0 || colours[1] == 0)
}

// addClaims compiles the claims by the clock and by repetition.
func (r *Rules) addClaims() {
	r.claims.clock = r.smallestClaim("clock")
	for i := range r.definition.Claims {
		claim := &r.definition.Claims[i]
		if claim.Name != "repetition" {
			continue
		}
		r.caps.tracksHistory = true
		r.claims.repetition = perpetual{checks: claim.PerpetualCheck == "loses", winner: claim.Wins}
		if claim.Chase != nil {
			r.claims.repetition.chase = r.newChase(claim.Chase)
		}
		return
	}
}
