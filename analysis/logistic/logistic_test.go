package logistic

import (
	"math"
	"math/rand/v2"
	"testing"
)

// madeUp are positions of made-up games whose results follow from two things
// that the evaluation sees, the second of which counts for more than it is
// said to.
func madeUp(games int, scale, second float64) []Row {
	random := rand.New(rand.NewPCG(5, 5))
	var rows []Row
	for game := range games {
		a, b := random.NormFloat64()*200, random.NormFloat64()*200
		result := 0.0
		if random.Float64() < Sigmoid(scale*(a+(1+second)*b)) {
			result = 1
		}
		rows = append(rows, Row{Game: game, Base: a + b, Slopes: []Slope{{Factor: 0, By: a}, {Factor: 1, By: b}}, Result: result, Weight: 1})
	}
	return rows
}

// TestFactors finds again what made-up results were made with.
func TestFactors(t *testing.T) {
	rows := madeUp(20_000, 0.004, 0)
	if got := Steepness(rows); math.Abs(got-0.004) > 0.0002 {
		t.Errorf("scale %v", got)
	}
	got := Factors(madeUp(20_000, 0.004, 0.5), 2, 0.004, 10)
	if math.Abs(got[0]) > 0.06 || math.Abs(got[1]-0.5) > 0.08 {
		t.Errorf("factors %v", got)
	}
	if held := Factors(madeUp(20_000, 0.004, 0.5), 2, 0.004, 0.001); math.Abs(held[1]) > 0.02 {
		t.Errorf("held near 0, but %v", held)
	}
}

// TestSolve solves equations whose answer is known.
func TestSolve(t *testing.T) {
	a := [][]float64{{4}, {2, 3}} // 4x+2y, 2x+3y
	factorise(a)
	got := solve(a, []float64{10, 8})
	if math.Abs(got[0]-1.75) > 1e-12 || math.Abs(got[1]-1.5) > 1e-12 {
		t.Errorf("%v", got)
	}
}
