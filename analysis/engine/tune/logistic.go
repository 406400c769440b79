package tune

import "math"

// row is one position of the regression: its evaluation, the derivatives with
// respect to the factors, and the result of its game for First, from 0 to 1.
type row struct {
	game   int
	base   float64
	slopes []slope
	result float64
	weight float64
}

// slope is the derivative of the evaluation with respect to one factor.
type slope struct {
	factor int
	by     float64
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// loss returns the mean log loss per unit of weight.
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

// value returns the evaluation with the factors applied; with nil factors it
// returns the plain evaluation.
func (r *row) value(factors []float64) float64 {
	v := r.base
	for _, s := range r.slopes {
		if s.factor < len(factors) {
			v += factors[s.factor] * s.by
		}
	}
	return v
}

// steepness returns the scale, per centipawn, at which the logistic curve fits
// the results best.
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

// factors returns the maximum a posteriori estimate of the first n factors.
// spread is the standard deviation of their prior around 0.
func factors(rows []row, n int, scale, spread float64) []float64 {
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
func gradient(rows []row, at []float64, scale, spread float64) (gradient []float64, curvature [][]float64) {
	n := len(at)
	gradient, curvature = make([]float64, n), make([][]float64, n)
	for i := range curvature {
		curvature[i] = make([]float64, i+1)
		curvature[i][i] = 1 / (spread * spread)
		gradient[i] = -at[i] / (spread * spread)
	}
	for i := range rows {
		r := &rows[i]
		p := sigmoid(scale * r.value(at))
		pull, bend := r.weight*scale*(r.result-p), r.weight*scale*scale*p*(1-p)
		for a, s := range r.slopes {
			if s.factor >= n {
				break
			}
			gradient[s.factor] += pull * s.by
			line, bent := curvature[s.factor], bend*s.by
			for _, other := range r.slopes[:a+1] {
				line[other.factor] += bent * other.by
			}
		}
	}
	return gradient, curvature
}

// halfWidths returns 95 % half-widths of the fitted factors, with
// cluster-robust (Huber-White) standard errors by game.
func halfWidths(rows []row, fitted []float64, scale, spread float64) []float64 {
	_, curvature := gradient(rows, fitted, scale, spread)
	factorise(curvature)
	sums := make([]float64, len(fitted))
	for from := 0; from < len(rows); {
		to := from
		pull := make([]float64, len(fitted))
		for ; to < len(rows) && rows[to].game == rows[from].game; to++ {
			r := &rows[to]
			by := r.weight * scale * (r.result - sigmoid(scale*r.value(fitted)))
			for _, s := range r.slopes {
				if s.factor < len(fitted) {
					pull[s.factor] += by * s.by
				}
			}
		}
		from = to
		for i, x := range solve(curvature, pull) {
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
