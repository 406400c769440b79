package analysis

import (
	"fmt"
	"slices"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/parser"
)

// claims watches a replay for endings that a player could have claimed and
// that no game ends by on its own (W-1).
type claims struct {
	open   []variant.Claim
	warned bool // open is a list of this game's own
}

func newClaims(r *rules.Rules) *claims { return &claims{open: r.Definition().Claims} }

// look warns of each kind of claim once, at the first ply that allows it.
func (c *claims) look(p *rules.Position, r *Report, ply int, at parser.Place) {
	for i := 0; i < len(c.open); i++ {
		claim := &c.open[i]
		n := p.Occurrences()
		if claim.Name == "clock" {
			n = p.Clock()
		}
		if n < claim.Count {
			continue
		}
		r.warn(ply, at, "W-1", fmt.Sprintf("%s could have been claimed at ply %d", claim.Says, ply))
		if !c.warned {
			c.open, c.warned = slices.Clone(c.open), true
		}
		c.open = slices.Delete(c.open, i, i+1)
		i--
	}
}
