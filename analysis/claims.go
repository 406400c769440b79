package analysis

import (
	"fmt"
	"slices"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/parser"
)

// claims watches a replay for endings that a player could have claimed and
// that no game ends by on its own (W-1, W-10).
type claims struct {
	open    []variant.Claim
	tallies map[string]*tally // by what counting leads to
	warned  bool              // open is a list of this game's own
}

// tally is how long each side has been counting its moves.
type tally struct {
	began, limit [2]int  // ply, from 1, 0 for not counting; and moves from then
	moved        [2]bool // the side was to move then
}

func newClaims(r *rules.Rules) *claims { return &claims{open: r.Definition().Claims} }

// look warns of each kind of claim once, at the first ply that allows it.
func (c *claims) look(p *rules.Position, r *Report, ply int, at parser.Place) {
	for i := 0; i < len(c.open); i++ {
		claim := &c.open[i]
		if !c.stands(claim, p, ply) {
			continue
		}
		r.warn(ply, at, "W-1", fmt.Sprintf("%s could have been claimed at ply %d", says(claim, p), ply))
		if !c.warned {
			c.open, c.warned = slices.Clone(c.open), true
		}
		c.open = slices.Delete(c.open, i, i+1)
		i--
	}
}

// says is what a claim leads to: where the moves between decide the game, who
// wins it.
func says(claim *variant.Claim, p *rules.Position) string {
	if claim.Name != "repetition" {
		return claim.Says
	}
	winner := rules.First
	switch o := p.Cycle(); {
	case o.Result == "0-1":
		winner = rules.Second
		fallthrough
	case o.Result == "1-0":
		return fmt.Sprintf("a win for %s by %s", p.Rules().Definition().Sides[winner].Name, o.Termination)
	}
	return claim.Says
}

// stands reports whether an ending can be claimed after a ply.
func (c *claims) stands(claim *variant.Claim, p *rules.Position, ply int) bool {
	switch claim.Name {
	case "clock":
		return p.Clock() >= claim.Count
	case "counting":
		return c.counted(claim, p, ply)
	}
	return p.Occurrences() >= claim.Count
}

// counted reports whether a side has counted its moves to the end.
func (c *claims) counted(claim *variant.Claim, p *rules.Position, ply int) bool {
	t := c.tallies[claim.Says]
	if t == nil {
		t = &tally{}
		if c.tallies == nil {
			c.tallies = map[string]*tally{}
		}
		c.tallies[claim.Says] = t
	}
	on := count(p)
	over := false
	for side := range t.began {
		left, other := on.all[side], on.all[1-side]
		counts := (claim.Left == 0 || left <= claim.Left) && (claim.Least == 0 || left >= claim.Least) && other > 1
		for _, letter := range claim.Without {
			counts = counts && on.of[0][letter]+on.of[1][letter] == 0
		}
		switch {
		case !counts:
			t.began[side] = 0
			continue
		case t.began[side] == 0:
			t.began[side], t.moved[side] = ply, int(p.Side()) == side
			t.limit[side] = limit(claim, on.of[1-side])
			if claim.OnBoard {
				t.limit[side] -= left + other
			}
		}
		plies := ply - t.began[side]
		if t.moved[side] {
			plies++
		}
		over = over || plies/2 >= t.limit[side]
	}
	return over
}

// limit is how many moves are counted against pieces.
func limit(claim *variant.Claim, against map[string]int) int {
	for _, pieces := range claim.Limits.Keys {
		need, fits := map[string]int{}, true
		for _, letter := range pieces {
			need[string(letter)]++
		}
		for letter, n := range need {
			fits = fits && against[letter] >= n
		}
		if fits {
			n, _ := claim.Limits.Get(pieces)
			return n
		}
	}
	return claim.Count
}

// census is how many pieces the sides have on the board, in all and by letter.
type census struct {
	all [2]int
	of  [2]map[string]int
}

func count(p *rules.Position) census {
	r := p.Rules()
	out := census{of: [2]map[string]int{{}, {}}}
	for s := range rules.Square(r.Files() * r.Ranks()) {
		if pc := p.At(s); pc != rules.NoPiece {
			out.all[pc.Side()]++
			out.of[pc.Side()][r.Letter(pc.Type())]++
		}
	}
	return out
}
