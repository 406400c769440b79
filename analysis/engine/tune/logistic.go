package tune

import "math"

// row is a position: what the evaluation says of it, how that changes with each
// factor, and how its game ended for the First side, from 0 to 1.
type row struct {
	game   int
	base   float64
	slopes []float64
	result float64
	weight float64
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// loss is by how much the results are missed, a number for each unit of weight.
func loss(rows []row, scale float64, factors []float64) float64 {
	sum, weight := 0.0, 0.0
	for i := range rows {
		r := &rows[i]
		p := min(max(sigmoid(scale*r.value(factors)), 1e-9), 1-1e-9)
		sum -= r.weight * (r.result*math.Log(p) + (1-r.result)*math.Log(1-p))
		weight += r.weight
	}
	return sum / max(weight, 1e-9)
}

// value is what the evaluation says where factors are changed by so much; nil
// for not at all.
func (r *row) value(factors []float64) float64 {
	v := r.base
	for i, f := range factors {
		v += f * r.slopes[i]
	}
	return v
}

// steepness is the scale at which what the evaluation says fits the results
// best, by hundredths of a pawn.
func steepness(rows []row) float64 {
	scale := 0.004
	for range 50 {
		gradient, curvature := 0.0, 1e-6
		for i := range rows {
			r := &rows[i]
			p := sigmoid(scale * r.base)
			gradient += r.weight * (r.result - p) * r.base
			curvature += r.weight * p * (1 - p) * r.base * r.base
		}
		step := max(min(gradient/curvature, 0.002), -0.002)
		scale = min(max(scale+step, 1e-5), 0.1)
		if math.Abs(step) < 1e-9 {
			break
		}
	}
	return scale
}

// factors are by how much each part of the evaluation is to be changed so that
// it fits the results, each held near 0 as if it were known to be there within
// spread.
func factors(rows []row, scale, spread float64) []float64 {
	if len(rows) == 0 {
		return nil
	}
	n := len(rows[0].slopes)
	out := make([]float64, n)
	for range 12 {
		gradient, curvature := make([]float64, n), make([][]float64, n)
		for i := range curvature {
			curvature[i] = make([]float64, n)
			curvature[i][i] = 1 / (spread * spread)
			gradient[i] = -out[i] / (spread * spread)
		}
		for i := range rows {
			r := &rows[i]
			p := sigmoid(scale * r.value(out))
			pull, bend := r.weight*scale*(r.result-p), r.weight*scale*scale*p*(1-p)
			for a, slope := range r.slopes {
				if slope == 0 {
					continue
				}
				gradient[a] += pull * slope
				for b := range a + 1 {
					curvature[a][b] += bend * slope * r.slopes[b]
				}
			}
		}
		step, largest := solve(curvature, gradient), 0.0
		for i := range out {
			out[i] += step[i]
			largest = max(largest, math.Abs(step[i]))
		}
		if largest < 1e-4 {
			break
		}
	}
	return out
}

// solve gives x of a·x = b for a symmetric, positive a of which the lower half
// is there (Cholesky); a is overwritten.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
	x := make([]float64, n)
	for i := range n {
		sum := b[i]
		for k := range i {
			sum -= a[i][k] * x[k]
		}
		x[i] = sum / a[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= a[k][i] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
