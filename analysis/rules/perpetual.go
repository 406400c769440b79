package rules

// perpetual decides a game whose positions repeat.
type perpetual struct {
	checks bool   // perpetual check loses
	chase  *chase // perpetual chase loses; nil if it does not
	winner string // the winner otherwise, as in definitions; "" for a draw
}

// addClaims compiles the claims by the clock and by repetition.
func (r *Rules) addClaims() {
	r.clockClaim = r.smallestClaim("clock")
	for i := range r.definition.Claims {
		claim := &r.definition.Claims[i]
		if claim.Name != "repetition" {
			continue
		}
		r.trackHistory = true
		r.repetitionClaim = perpetual{checks: claim.PerpetualCheck == "loses", winner: claim.Wins}
		if claim.Chase != nil {
			r.repetitionClaim.chase = r.newChase(claim.Chase)
		}
		return
	}
}

// outcome returns the outcome of a repetition. Perpetual check outweighs
// perpetual chase. If both sides do the same, neither loses by it.
func (e *perpetual) outcome(p *Position) Outcome {
	if e.checks || e.chase != nil {
		checked, chased := e.conductSinceFirst(p)
		for _, side := range []Side{First, Second} {
			other := side.Other()
			switch {
			case checked[side] && !checked[other]:
				return Outcome{Result: winFor[other], Termination: "perpetual check"}
			case chased[side] && !chased[other] && !checked[other]:
				return Outcome{Result: winFor[other], Termination: "perpetual chase"}
			}
		}
	}
	return p.claimOutcome(e.winner, "repetition")
}

// conductSinceFirst reports for each side whether all its moves since the position's first
// occurrence gave check, and whether all newly threatened one and the same
// piece.
func (e *perpetual) conductSinceFirst(p *Position) (checked, chased [2]bool) {
	c := p.Clone()
	first := c.history.firstOf()
	if len(c.history.keys)-1 == first {
		return checked, chased
	}
	checked = [2]bool{e.checks, e.checks}
	var prey [2]Bitboard // by hunting side: squares of the prey in c
	begun := [2]bool{e.chase == nil, e.chase == nil}
	for len(c.history.keys)-1 > first {
		hunter := c.side.Other()
		checked[hunter] = checked[hunter] && c.InCheck(c.side)
		if !begun[hunter] || !prey[hunter].Empty() {
			fresh := e.chase.newThreats(c)
			if begun[hunter] {
				fresh = fresh.And(prey[hunter])
			}
			begun[hunter], prey[hunter] = true, fresh
		}
		if begun[First] && begun[Second] && !checked[First] && !checked[Second] && prey[First].Empty() && prey[Second].Empty() {
			return checked, chased
		}
		m, _ := c.LastMove()
		c.Undo()
		if from, to := m.From(), m.To(); m.Kind() == Step && prey[hunter.Other()].Has(to) {
			prey[hunter.Other()] = prey[hunter.Other()].AndNot(bit(to)).Or(bit(from))
		}
	}
	return checked, [2]bool{!prey[First].Empty(), !prey[Second].Empty()}
}
