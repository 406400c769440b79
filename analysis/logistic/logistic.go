// Package logistic fits logistic regressions of game results to positions.
// Errors take into account that the positions of one game share its result.
package logistic

import "math"

// Row is one position of the regression: its evaluation, the derivatives with
// respect to the factors, and the result of its game for First, from 0 to 1.
// The rows of a game follow each other.
type Row struct {
	Game   int
	Base   float64
	Slopes []Slope // in ascending order of factors
	Result float64
	Weight float64
}

// Slope is the derivative of the evaluation with respect to one factor.
type Slope struct {
	Factor int
	By     float64
}

// Sigmoid returns the expected result of a scaled evaluation.
func Sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// Loss returns the mean log loss per unit of weight.
func Loss(rows []Row, scale float64, factors []float64) float64 {
	sum, weight := 0.0, 0.0
	for i := range rows {
		r := &rows[i]
		p := min(max(Sigmoid(scale*r.Value(factors)), 1e-9), 1-1e-9)
		sum -= r.Weight * (r.Result*math.Log(p) + (1-r.Result)*math.Log(1-p))
		weight += r.Weight
	}
	return sum / max(weight, 1e-9)
}

// Value returns the evaluation with the factors applied; with nil factors it
// returns the plain evaluation.
func (r *Row) Value(factors []float64) float64 {
	v := r.Base
	for _, s := range r.Slopes {
		if s.Factor < len(factors) {
			v += factors[s.Factor] * s.By
		}
	}
	return v
}

// Steepness returns the scale, per centipawn, at which the logistic curve fits
// the results best.
func Steepness(rows []Row) float64 {
	scale := 0.004
	for range 50 {
		gradient, curvature := 0.0, 1e-6
		for i := range rows {
			r := &rows[i]
			p := Sigmoid(scale * r.Base)
			gradient += r.Weight * (r.Result - p) * r.Base
			curvature += r.Weight * p * (1 - p) * r.Base * r.Base
		}
		step := max(min(gradient/curvature, 0.002), -0.002)
		scale = min(max(scale+step, 1e-5), 0.1)
		if math.Abs(step) < 1e-9 {
			break
		}
	}
	return scale
}

// Factors returns the maximum a posteriori estimate of the first n factors.
// spread is the standard deviation of their prior around 0.
func Factors(rows []Row, n int, scale, spread float64) []float64 {
	out := make([]float64, n)
	for range 12 {
		gradient, curvature := gradient(rows, out, scale, spread)
		factorise(curvature)
		step, largest := solve(curvature, gradient), 0.0
		for i := range out {
			out[i] += step[i]
			largest = max(largest, math.Abs(step[i]))
		}
		if largest < 1e-3 {
			break
		}
	}
	return out
}

// gradient returns the gradient of the log likelihood and the lower half of its
// negated Hessian.
func gradient(rows []Row, at []float64, scale, spread float64) (gradient []float64, curvature [][]float64) {
	n := len(at)
	gradient, curvature = make([]float64, n), make([][]float64, n)
	for i := range curvature {
		curvature[i] = make([]float64, i+1)
		curvature[i][i] = 1 / (spread * spread)
		gradient[i] = -at[i] / (spread * spread)
	}
	for i := range rows {
		r := &rows[i]
		p := Sigmoid(scale * r.Value(at))
		pull, bend := r.Weight*scale*(r.Result-p), r.Weight*scale*scale*p*(1-p)
		for a, s := range r.Slopes {
			if s.Factor >= n {
				break
			}
			gradient[s.Factor] += pull * s.By
			line, bent := curvature[s.Factor], bend*s.By
			for _, other := range r.Slopes[:a+1] {
				line[other.Factor] += bent * other.By
			}
		}
	}
	return gradient, curvature
}

// Influences returns how much each game moved each fitted factor. The sum of
// their squares over the games is the cluster-robust (Huber-White) variance of
// a factor.
func Influences(rows []Row, fitted []float64, scale, spread float64) [][]float64 {
	_, curvature := gradient(rows, fitted, scale, spread)
	factorise(curvature)
	var out [][]float64
	for from := 0; from < len(rows); {
		to := from
		pull := make([]float64, len(fitted))
		for ; to < len(rows) && rows[to].Game == rows[from].Game; to++ {
			r := &rows[to]
			by := r.Weight * scale * (r.Result - Sigmoid(scale*r.Value(fitted)))
			for _, s := range r.Slopes {
				if s.Factor < len(fitted) {
					pull[s.Factor] += by * s.By
				}
			}
		}
		from = to
		out = append(out, solve(curvature, pull))
	}
	return out
}

// HalfWidths returns 95 % half-widths of the fitted factors, with
// cluster-robust standard errors by game.
func HalfWidths(rows []Row, fitted []float64, scale, spread float64) []float64 {
	sums := make([]float64, len(fitted))
	for _, game := range Influences(rows, fitted, scale, spread) {
		for i, x := range game {
			sums[i] += x * x
		}
	}
	for i := range sums {
		sums[i] = 1.96 * math.Sqrt(sums[i])
	}
	return sums
}

// factorise replaces the lower half of a symmetric positive definite matrix by
// its Cholesky factor.
func factorise(a [][]float64) {
	for i := range a {
		for j := range i + 1 {
			row, other := a[i][:j], a[j][:j]
			sum := a[i][j]
			for k := range row {
				sum -= row[k] * other[k]
			}
			if i == j {
				a[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
}

// solve returns x of a·x = b for a Cholesky factor a.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
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
