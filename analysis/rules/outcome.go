package rules

// Outcome is how a game stands decided: a fact of the position and its
// history, not what a record says.
type Outcome struct {
	Result      string // 1-0, 0-1 or 1/2-1/2, from First's view
	Termination string // checkmate, stalemate, king captured, repetition …
	Rule        string // the ruling that ends the game
}

var winFor = [2]string{"1-0", "0-1"}

const draw = "1/2-1/2"

// undecided is how a game that nobody has won may be settled: drawn, given to
// the side with more or fewer pieces, or to one that is named.
var undecided = []string{"draw", "more", "fewer", "first", "second"}

// settled returns the outcome of a game that neither side has won by itself,
// by a word of undecided.
func (p *Position) settled(word, ends, ruling string) Outcome {
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
	return Outcome{balanced(ahead), ends, ruling}
}

// balanced is the result of a game in which First is ahead by so much.
func balanced(ahead int) string {
	switch {
	case ahead > 0:
		return winFor[First]
	case ahead < 0:
		return winFor[Second]
	}
	return draw
}

// undecidedSays is what a word of undecided means.
func (r *Rules) undecidedSays(word string) string {
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

// Outcome tells how the game ended with the last ply, if it did.
func (p *Position) Outcome() (Outcome, bool) {
	if p.ended == goesOn && len(p.rules.stalls) > 0 && !p.HasMove() {
		return p.Stalled()
	}
	return p.OutcomeBefore(true)
}

// OutcomeBefore is Outcome, without the search for a legal move where the next
// move is already known to be legal in itself.
func (p *Position) OutcomeBefore(legal bool) (Outcome, bool) {
	if !legal {
		return p.Outcome()
	}
	if o, over := p.Ended(); over {
		return o, true
	}
	return p.repeated()
}

// goesOn is the ended of a position whose last ply did not end the game by
// itself; in others ended is the number of the ending, from 1.
const goesOn = 0

// repeated is the ending by repetition.
func (p *Position) repeated() (Outcome, bool) {
	for _, m := range p.rules.recurrences {
		if m.recurred(p) {
			return m.outcome(p), true
		}
	}
	return Outcome{}, false
}

// Stalled is how the game ends for a side to move that has no legal move, which
// is for the caller to know; false where no rule says.
func (p *Position) Stalled() (Outcome, bool) {
	if len(p.rules.stalls) == 0 {
		return Outcome{}, false
	}
	return p.rules.stalls[0].stalled(p), true
}

// Earlier is the ply after which this position stood last before now; false
// where it is new, or nothing in the game asks for it.
func (p *Position) Earlier() (ply int, ok bool) {
	if p.history == nil {
		return 0, false
	}
	n := p.history.prior[len(p.history.prior)-1]
	return int(n), n >= 0
}

// Cycle is how a game would end whose players went on from this position to
// where it stands again, as they did since its first occurrence: a draw where
// no rule says.
func (p *Position) Cycle() Outcome {
	for _, m := range p.rules.recurrences {
		return m.outcome(p)
	}
	return p.rules.claimed.outcome(p)
}

// Impasse is the result that an agreed impasse has in this position, by the
// points on the board and in hand, and how it was reckoned; false where the
// game has no such rule.
func (p *Position) Impasse() (o Outcome, says string, ok bool) {
	for _, m := range p.rules.settlements {
		o, says = m.settle(p)
		return o, says, true
	}
	return Outcome{}, "", false
}
