package analysis

import (
	"fmt"
	"slices"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/parser"
)

// claims records endings that a player could have claimed and that do not end
// the game (W-1, W-10).
type claims struct {
	open   []variant.Claim
	warned bool // open is this game's own copy
}

// look records each claim once, at the first ply that allows it.
func (c *claims) look(p *rules.Position, r *Report, ply int, at parser.Place) {
	if !p.MayClaim() {
		return
	}
	for i := 0; i < len(c.open); i++ {
		claim := &c.open[i]
		o, stands := p.ByClaim(claim)
		if !stands {
			continue
		}
		r.note(ply, at, "W-1", fmt.Sprintf("%s could have been claimed at ply %d", claimResult(claim, p, o), ply))
		if !c.warned {
			c.open, c.warned = slices.Clone(c.open), true
		}
		c.open = slices.Delete(c.open, i, i+1)
		i--
	}
}

// claimResult describes the result of a claim. A repetition may be won by one
// side.
func claimResult(claim *variant.Claim, p *rules.Position, o rules.Outcome) string {
	if claim.Name != "repetition" {
		return claim.Says
	}
	winner := rules.First
	switch {
	case o.Result == "0-1":
		winner = rules.Second
		fallthrough
	case o.Result == "1-0":
		return fmt.Sprintf("a win for %s by %s", p.Rules().Definition().Sides[winner].Name, o.Termination)
	}
	return claim.Says
}
