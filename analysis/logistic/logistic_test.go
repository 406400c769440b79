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

// TestPenalty compares the fit with the minimum of the penalised loss that
// scikit-learn documents, ½|w|² + C·loss with C = 10, found by plain gradient
// descent.
func TestPenalty(t *testing.T) {
	rows := madeUp(300, 0.004, 0.5)
	for i := range rows {
		rows[i].Base = 0
		for j := range rows[i].Slopes {
			rows[i].Slopes[j].By /= 200
		}
	}
	got := Factors(rows, 2, 1, math.Sqrt(10))
	var w [2]float64
	for range 20_000 {
		step := [2]float64{w[0], w[1]}
		for _, r := range rows {
			off := 1/(1+math.Exp(-w[0]*r.Slopes[0].By-w[1]*r.Slopes[1].By)) - r.Result
			for i := range step {
				step[i] += 10 * off * r.Slopes[i].By
			}
		}
		for i := range w {
			w[i] -= step[i] / 3000
		}
	}
	if math.Abs(got[0]-w[0]) > 0.001 || math.Abs(got[1]-w[1]) > 0.001 || w[1] < w[0] {
		t.Errorf("%v, want %v", got, w)
	}
}
