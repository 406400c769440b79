package rules

import (
	"math"

	"assay/analysis/variant"
)

// ByClaim is how the game ends where a player makes a claim of its definition,
// false where none can as things stand.
func (p *Position) ByClaim(claim *variant.Claim) (Outcome, bool) {
	switch claim.Name {
	case "repetition":
		if p.Occurrences() < claim.Count {
			return Outcome{}, false
		}
		return p.Cycle(), true
	case "clock":
		return p.claimed(claim.Wins, claim.Says), p.clock >= claim.Count
	case "counting":
		return p.claimed("", claim.Says), p.Counted(claim)
	}
	return p.claimed("", claim.Says), p.Short()
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

// Claimed is from how many occurrences of a position on, and from how many
// plies on Clock, a player may claim an ending; beyond any for none.
func (r *Rules) Claimed() (occurrences, clock int) {
	occurrences, clock = math.MaxInt, math.MaxInt
	for _, c := range r.definition.Claims {
		switch c.Name {
		case "repetition":
			occurrences = min(occurrences, c.Count)
		case "clock":
			clock = min(clock, c.Count)
		}
	}
	return occurrences, clock
}
