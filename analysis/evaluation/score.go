// Package evaluation judges the moves of a game by the evaluations of its
// positions, with the formulas that lichess publishes.
package evaluation

import (
	"fmt"
	"math"
)

// Score is the evaluation of a position from First's view. The zero value is
// equality.
type Score struct {
	CP     int    // centipawns, 0 if Mate or Result is set
	Mate   int    // plies to the end of the game, negative if Second wins; 0 for no mate
	Result string // 1-0, 0-1 or 1/2-1/2 if the game is over, else empty
}

// ceiling bounds scores, in centipawns. A forced win has this score.
const ceiling = 1000

// winning returns 1 if First has won or can force a win, -1 if Second has or
// can, and 0 otherwise.
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

// Curve converts evaluations to win percentages with a logistic function.
type Curve struct {
	// Constant is the steepness per centipawn.
	Constant float64 `json:"constant"`
	// Error is the error of the constant at 95 % confidence; null if it was not
	// fitted to this variant.
	Error *float64 `json:"error"`
	// Games is the number of games the constant was fitted to.
	Games int `json:"games"`
}

// Usual is the curve that lichess publishes for chess. It serves every variant
// without a fitted curve.
var Usual = Curve{Constant: 0.00368208}

// UsualOf is the variant to whose games Usual was fitted.
const UsualOf = "chess"

// Same reports whether two curves have the same constant, fitted to as many
// games.
func (c *Curve) Same(o *Curve) bool { return c.Constant == o.Constant && c.Games == o.Games }

// chance returns the expected result for First, from -1 to 1.
func (c *Curve) chance(s Score) float64 {
	return 2/(1+math.Exp(-c.Constant*float64(s.centipawns()))) - 1
}

// Win returns First's win percentage.
func (c *Curve) Win(s Score) float64 { return 50 + 50*c.chance(s) }

// Accuracy returns the accuracy of a move, from 0 to 100, given the mover's win
// percentage before and after it.
func Accuracy(before, after float64) float64 {
	if after >= before {
		return 100
	}
	raw := 103.1668100711649*math.Exp(-0.04354415386753951*(before-after)) - 3.166924740191411
	return min(max(raw+1, 0), 100)
}

// Text formats the score as records do: pawns, or # and the moves to mate.
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
