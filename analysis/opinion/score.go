// Package opinion judges the plies of a game by what its positions are worth.
// Its formulas are those that lichess publishes.
package opinion

import (
	"fmt"
	"math"
)

// Score is what a position is worth to First. Its zero value is an even one.
type Score struct {
	CP     int    // hundredths of a pawn, 0 where Mate or Result is set
	Mate   int    // plies to the end of the game, negative where Second wins; 0 for none
	Result string // 1-0, 0-1 or 1/2-1/2 where the game is over, else empty
}

// ceiling is the score in hundredths of a pawn beyond which nothing grows, and
// which a forced win is worth.
const ceiling = 1000

// winning is -1 where Second wins the game by force or has, 1 where First does,
// 0 where there is no telling.
func (s Score) winning() int {
	switch {
	case s.Mate > 0 || s.Result == "1-0":
		return 1
	case s.Mate < 0 || s.Result == "0-1":
		return -1
	}
	return 0
}

func (s Score) centipawns() int {
	if w := s.winning(); w != 0 {
		return w * ceiling
	}
	return min(max(s.CP, -ceiling), ceiling)
}

// steepness is how fast an advantage turns into wins, by hundredths of a pawn.
const steepness = -0.00368208

// chance is the expected result from -1 to 1 in First's view.
func (s Score) chance() float64 {
	return 2/(1+math.Exp(steepness*float64(s.centipawns()))) - 1
}

// Win is the part of games that First wins from here, in per cent.
func (s Score) Win() float64 { return 50 + 50*s.chance() }

// Accuracy is how good a move was that changed the mover's part of wins, from 0
// to 100.
func Accuracy(before, after float64) float64 {
	if after >= before {
		return 100
	}
	raw := 103.1668100711649*math.Exp(-0.04354415386753951*(before-after)) - 3.166924740191411
	return min(max(raw+1, 0), 100)
}

// Text writes the score as records do: pawns, or # and the moves to mate.
func (s Score) Text() string {
	if s.Mate != 0 {
		return fmt.Sprintf("#%d", (s.Mate+sign(s.Mate))/2)
	}
	return fmt.Sprintf("%.2f", float64(s.CP)/100)
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}
