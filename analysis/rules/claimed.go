package rules

import (
	"math"

	"assay/analysis/variant"
)

// ByClaim returns the outcome that a claim of the definition leads to, and
// false if nothing can be claimed now. It runs after every ply of a replay, so
// it asks whether the claim is open before it works out who wins.
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
		return p.claimed(claim.Wins, claim.Says), true
	case "counting":
		if !p.Counted(claim) {
			return Outcome{}, false
		}
		return p.claimed("", claim.Says), true
	}
	if !p.Short() {
		return Outcome{}, false
	}
	return p.claimed("", claim.Says), true
}

// claimed is the outcome of a claim by who wins by it, as definitions say that,
// "" for nobody.
func (p *Position) claimed(wins, ends string) Outcome {
	switch wins {
	case "to-move":
		return Outcome{Result: winFor[p.side], Termination: ends}
	case "moved":
		return Outcome{Result: winFor[p.side.Other()], Termination: ends}
	}
	return p.settled(wins, ends, "")
}

// MayClaim reports whether a claim of the definition may be open now. It is a
// quick test that runs after every ply: ByClaim decides.
func (p *Position) MayClaim() bool {
	if p.Unclaimed() <= 0 {
		return true
	}
	if _, again := p.Earlier(); again {
		return true
	}
	return p.rules.shortage.claimed && p.Short()
}

// Claimed is from how many occurrences of a position on a player may claim an
// ending; beyond any for none.
func (r *Rules) Claimed() int { return r.leastClaimed("repetition") }

// leastClaimed is the least count of a kind of claims.
func (r *Rules) leastClaimed(name string) int {
	least := math.MaxInt
	for _, c := range r.definition.Claims {
		if c.Name == name {
			least = min(least, c.Count)
		}
	}
	return least
}

// ClaimedByPlies is how the game ends where a player claims it for plies
// without progress, or for moves that were counted; false where none can.
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

// Unclaimed is for how many plies nothing can be claimed for plies without
// progress, nor by the count that is under way.
func (p *Position) Unclaimed() int {
	left := p.rules.claimedClock - p.clock
	if p.tally.limit > 0 {
		left = min(left, int(p.tally.limit-1-p.tally.plies))
	}
	return left
}
