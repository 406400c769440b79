// Package evaluation judges the plies of a game by what its positions are worth.
// Its formulas are those that lichess publishes.
package evaluation

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

// Curve is how advantages turn into wins in a game.
type Curve struct {
	// Constant is how fast they do, by hundredths of a pawn.
	Constant float64 `json:"constant"`
	// Error is that of the constant at 95 % confidence; null where it was not
	// fitted to the game.
	Error *float64 `json:"error"`
	// Games is how many it was fitted to.
	Games int `json:"games"`
}

// Usual is the curve of chess as lichess publishes it, which stands for every
// game that none was fitted to.
var Usual = Curve{Constant: 0.00368208}

// UsualOf is the game that Usual was fitted to, by more games than anybody else
// has.
const UsualOf = "chess"

// Same reports whether two curves are the same, fitted to the same games.
func (c *Curve) Same(o *Curve) bool { return c.Constant == o.Constant && c.Games == o.Games }

// chance is the expected result from -1 to 1 in First's view.
func (c *Curve) chance(s Score) float64 {
	return 2/(1+math.Exp(-c.Constant*float64(s.centipawns()))) - 1
}

// Win is the part of games that First wins from a position, in per cent.
func (c *Curve) Win(s Score) float64 { return 50 + 50*c.chance(s) }

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
