package rules

// Outcome is the end of a game by the position and its history, independent of
// what a record says.
type Outcome struct {
	Result      string // 1-0, 0-1 or 1/2-1/2; 1-0 if First wins
	Termination string // checkmate, stalemate, king captured, repetition …
	Rule        string // ID of the rule that ends the game
}

// WonBy reports whether a side has won.
func (o *Outcome) WonBy(side Side) bool { return o.Result == winFor[side] }

var winFor = [2]string{"1-0", "0-1"}

const draw = "1/2-1/2"

// undecidedResults lists the ways to settle a game that nobody has won: draw,
// most or fewest pieces win, or a named side wins.
var undecidedResults = []string{"draw", "more", "fewer", "first", "second"}

// settledOutcome returns the outcome for a word of undecidedResults.
func (p *Position) settledOutcome(word, ends, ruling string) Outcome {
	ahead := 0
	switch word {
	case "first":
		ahead = 1
	case "second":
		ahead = -1
	case "more", "fewer":
		ends, ahead = "pieces counted", p.own[First].Len()-p.own[Second].Len()
		if word == "fewer" {
			ahead = -ahead
		}
	}
	return Outcome{resultOfLead(ahead), ends, ruling}
}

// resultOfLead returns the result of a game in which First leads by a number of
// points.
func resultOfLead(ahead int) string {
	switch {
	case ahead > 0:
		return winFor[First]
	case ahead < 0:
		return winFor[Second]
	}
	return draw
}

// describeUndecided describes a word of undecided.
func (r *Rules) describeUndecided(word string) string {
	switch word {
	case "more", "fewer":
		return "the side with " + word + " pieces wins"
	case "first":
		return r.SideName(First) + " wins"
	case "second":
		return r.SideName(Second) + " wins"
	}
	return "the game is drawn"
}

// Outcome returns how the game ended with the last ply; false if it goes on.
func (p *Position) Outcome() (Outcome, bool) {
	if p.ended == notEnded && len(p.rules.special.noMoves) > 0 && !p.HasMove() {
		return p.Stalled()
	}
	return p.OutcomeBefore(true)
}

// OutcomeBefore is Outcome. If the next move is known to be legal, it skips the
// search for a legal move.
func (p *Position) OutcomeBefore(legal bool) (Outcome, bool) {
	if !legal {
		return p.Outcome()
	}
	if o, over := p.Ended(); over {
		return o, true
	}
	return p.repeated()
}

// notEnded is the value of ended if the last ply did not end the game; other
// values are the number of the ending, from 1.
const notEnded = 0

// repeated returns the outcome by repetition.
func (p *Position) repeated() (Outcome, bool) {
	for _, m := range p.rules.special.repetitions {
		if m.reached(p) {
			return m.outcome(p), true
		}
	}
	return Outcome{}, false
}

// Stalled returns the outcome for a side to move without a legal move, which
// the caller has determined; false if no rule applies.
func (p *Position) Stalled() (Outcome, bool) {
	if len(p.rules.special.noMoves) == 0 {
		return Outcome{}, false
	}
	return p.rules.special.noMoves[0].outcomeWithoutMove(p), true
}

// Earlier returns the ply after which this position last occurred before; false
// if it is new or repetitions are not tracked.
func (p *Position) Earlier() (ply int, ok bool) {
	if p.history == nil {
		return 0, false
	}
	n := p.history.positions[len(p.history.positions)-1].previous
	return int(n), n >= 0
}

// Cycle returns the outcome if the players forever repeated the moves since
// this position's first occurrence. If no rule applies, it is a draw.
func (p *Position) Cycle() Outcome {
	for _, m := range p.rules.special.repetitions {
		return m.outcome(p)
	}
	return p.rules.claims.repetition.outcome(p)
}

// Points returns the points of both sides, in tenths; false if passing does not
// decide games by points.
func (p *Position) Points() (points [2]int, ok bool) {
	for _, rule := range p.rules.special.passes {
		if m, is := rule.(*pass); is && m.Points.Len() > 0 {
			return m.tally(p), true
		}
	}
	return points, false
}

// Impasse returns the outcome of an agreed impasse by points, and how they were
// counted; false if the variant has no such rule.
func (p *Position) Impasse() (o Outcome, says string, ok bool) {
	for _, m := range p.rules.special.agreed {
		o, says = m.settlement(p)
		return o, says, true
	}
	return Outcome{}, "", false
}
