package lab

import (
	"math"
	"testing"
)

// TestFewGames compares samples whose values are equal: two games each show
// nothing, 100 games each do.
func TestFewGames(t *testing.T) {
	for _, row := range []struct {
		here, there int
		p           float64
		significant bool
	}{{0, 100, 1, false}, {2, 2, 1.0 / 3, false}, {3, 2, 0.2, false}, {100, 100, 0, true}} {
		d := []Difference{compare(Estimate{1, 1, 1, row.here}, Estimate{2, 2, 2, row.there})}
		if correct(d); math.Abs(d[0].P-row.p) > 1e-9 || d[0].Significant != row.significant {
			t.Errorf("%d and %d games: p %g, significant %v", row.here, row.there, d[0].P, d[0].Significant)
		}
	}
}

// TestQuantile: a quantile has no interval at 95 % before enough values.
func TestQuantile(t *testing.T) {
	for _, row := range []struct {
		q     float64
		fewer int // the greatest number without an interval
	}{{0.5, 5}, {0.25, 10}, {0.75, 10}} {
		y := make([]float64, row.fewer)
		for i := range y {
			y[i] = float64(i)
		}
		if e, ok := quantile(y, row.q); ok {
			t.Errorf("%g of %d: %+v", row.q, len(y), e)
		}
		y = append(y, float64(len(y)))
		if e, ok := quantile(y, row.q); !ok || e.Low > e.Value || e.High < e.Value || e.Games != len(y) {
			t.Errorf("%g of %d: %+v, %v", row.q, len(y), e, ok)
		}
	}
}
