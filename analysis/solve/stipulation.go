package solve

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/rules"
)

// Play says which side works for the goal of a problem and which against it.
type Play uint8

// The kinds of play.
const (
	Direct     Play = iota // the first side reaches the goal against every defence
	Self                   // the first side forces the other one to reach the goal
	Reflex                 // as Self, but both sides must reach the goal where they can
	SemiReflex             // as Self, but the other side must reach the goal where it can
	Help                   // both sides help the side of the last ply to reach the goal
)

// mustReach reports whether the side that is forced must reach the goal where
// it can.
func (p Play) mustReach() bool { return p == Reflex || p == SemiReflex }

// Goal is what ends a problem.
type Goal uint8

// The goals.
const (
	Mate      Goal = iota // the royal is attacked and no move is legal, or it was captured
	Stalemate             // the royal is not attacked and no move is legal
	Check                 // the royal is attacked
	Win                   // the rules of the variant end the game with a win
	Array                 // the pieces stand as in a given position
)

// maxMoves is the greatest number of moves of a stipulation.
const maxMoves = 99

// Stipulation says what a problem asks for.
type Stipulation struct {
	// Series says that one side alone moves Moves times. In a Help series the
	// other side then reaches the goal in one move; in a Self series it is
	// forced to.
	Series bool
	Play   Play
	Goal   Goal
	// Moves is the number of moves, from 1. Proof games without moves and half
	// move are the shortest ones.
	Moves int
	// Half adds half a move to a Help problem: the side of the last ply also
	// plays the first one.
	Half bool
}

// goals are the signs of goals.
var goals = []struct {
	sign string
	goal Goal
}{{"#", Mate}, {"=", Stalemate}, {"+", Check}, {"win", Win}}

// plays are the signs of plays, longest first.
var plays = []struct {
	sign string
	play Play
}{{"semi-r", SemiReflex}, {"h", Help}, {"s", Self}, {"r", Reflex}, {"", Direct}}

// seriesSign starts the stipulation of a series.
const seriesSign = "ser-"

// proofSign starts the stipulation of a proof game: a game from the starting
// position of the variant to the given one.
const proofSign = "dia"

// Parse reads a stipulation such as #2, h#2.5, s=3 or ser-h#4. The error says
// what is expected.
func Parse(text string) (Stipulation, error) {
	var s Stipulation
	rest := strings.ToLower(strings.ReplaceAll(text, " ", ""))
	rest, s.Series = strings.CutPrefix(rest, seriesSign)
	for _, p := range plays {
		if after, ok := strings.CutPrefix(rest, p.sign); ok && startsWithGoal(after) {
			s.Play, rest = p.play, after
			break
		}
	}
	rest, found := strings.CutPrefix(rest, proofSign)
	if found {
		s.Goal = Array
		if !s.Series {
			s.Play = Help
			if rest == "" {
				return s, nil
			}
		}
	}
	for _, g := range goals {
		if after, ok := strings.CutPrefix(rest, g.sign); ok {
			s.Goal, rest, found = g.goal, after, true
			break
		}
	}
	if !found {
		return s, fmt.Errorf("%.40q: expected a stipulation such as #2, h#2.5, s#3, r#2, ser-#5 or ser-h#4; "+
			"the goal is # (mate), = (stalemate), + (check) or win", text)
	}
	rest, s.Half = strings.CutSuffix(rest, ".5")
	n, err := strconv.Atoi(rest)
	switch {
	case err != nil || n < 0 || n > maxMoves || n == 0 && !s.Half:
		return s, fmt.Errorf("%.40q: expected a number of moves from 1 to %d after the goal", text, maxMoves)
	case s.Half && (s.Play != Help || s.Series):
		return s, fmt.Errorf("%.40q: only help play has half moves, as in h#2.5", text)
	}
	s.Moves = n
	return s, nil
}

func startsWithGoal(text string) bool {
	for _, g := range goals {
		if strings.HasPrefix(text, g.sign) {
			return true
		}
	}
	return false
}

// String returns the stipulation as Parse reads it.
func (s Stipulation) String() string {
	var b strings.Builder
	if s.Series {
		b.WriteString(seriesSign)
	}
	for _, p := range plays {
		if p.play == s.Play && s.Goal != Array {
			b.WriteString(p.sign)
		}
	}
	if s.Goal == Array {
		b.WriteString(proofSign)
	}
	for _, g := range goals {
		if g.goal == s.Goal {
			b.WriteString(g.sign)
		}
	}
	if s.plies() > 0 || s.Goal != Array {
		b.WriteString(strconv.Itoa(s.Moves))
	}
	if s.Half {
		b.WriteString(".5")
	}
	return b.String()
}

// Part returns the part of a line that makes it a solution: all moves of help
// play and of series, the first move of other play.
func (s Stipulation) Part(line []rules.Move) []rules.Move {
	if s.Play == Help || s.Series || len(line) == 0 {
		return line
	}
	return line[:1]
}

// Same reports whether two lines are the same solution.
func (s Stipulation) Same(a, b []rules.Move) bool { return slices.Equal(s.Part(a), s.Part(b)) }

// Replies reports whether a move of the other side ends the solutions of a
// series.
func (s Stipulation) Replies() bool { return s.Play == Help || s.Play.mustReach() }

// Start returns the position in which the solutions of a problem start.
func (s Stipulation) Start(p *rules.Position) *rules.Position {
	if s.Goal == Array {
		return p.Rules().Start()
	}
	return p
}

// plies returns the number of plies of a solution in help play.
func (s Stipulation) plies() int {
	n := 2 * s.Moves
	if s.Half {
		n++
	}
	return n
}
