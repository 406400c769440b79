package rules

import (
	"math"

	"assay/analysis/variant"
)

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
	return p.rules.materialClaim.claimed && p.Short()
}

// Claimed returns the number of occurrences of a position from which a player
// may claim, math.MaxInt if never.
func (r *Rules) Claimed() int { return r.smallestClaim("repetition") }

// smallestClaim returns the smallest count of the claims of a kind.
func (r *Rules) smallestClaim(name string) int {
	least := math.MaxInt
	for _, c := range r.definition.Claims {
		if c.Name == name {
			least = min(least, c.Count)
		}
	}
	return least
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
	left := p.rules.clockClaim - p.clock
	if p.tally.limit > 0 {
		left = min(left, int(p.tally.limit-1-p.tally.plies))
	}
	return left
}
