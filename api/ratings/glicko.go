package ratings

import "math"

// Glicko-2 by M. Glickman, "Example of the Glicko-2 system" (2013), whose
// letters are in the comments.
const (
	scale             = 173.7178 // points per unit in which strengths are computed
	initialRating     = 1500
	initialDeviation  = 350
	initialVolatility = 0.06
	tau               = 0.5 // how fast volatility changes (τ)
	convergence       = 1e-6
)

// strength is what is known of a player: rating (μ), deviation (φ) and
// volatility (σ).
type strength struct{ rating, deviation, volatility float64 }

var unknown = strength{0, initialDeviation / scale, initialVolatility}

// points returns rating and deviation in points.
func (s strength) points() (rating, deviation float64) {
	return initialRating + scale*s.rating, scale * s.deviation
}

// weight returns how much a game counts if the rating of a player has this
// deviation (g).
func weight(deviation float64) float64 {
	return 1 / math.Sqrt(1+3*deviation*deviation/(math.Pi*math.Pi))
}

// evidence sums up the games of a player in a rating period.
type evidence struct{ information, surplus float64 }

// add adds a game against an opponent weaker by lead.
func (e *evidence) add(weight, lead, score float64) {
	expected := 1 / (1 + math.Exp(-weight*lead))
	e.information += weight * weight * expected * (1 - expected)
	e.surplus += weight * (score - expected)
}

// idle returns the strength after rating periods without games.
func (s strength) idle(periods int) strength {
	s.deviation = min(math.Hypot(s.deviation, math.Sqrt(float64(periods))*s.volatility), unknown.deviation)
	return s
}

// after returns the strength after a rating period with games.
func (s strength) after(e evidence) strength {
	variance := 1 / max(e.information, 1e-9)                            // v
	s.volatility = s.nextVolatility(variance*e.surplus, variance)       // σ'
	s = s.idle(1)                                                       // φ*
	s.deviation = 1 / math.Sqrt(1/(s.deviation*s.deviation)+1/variance) // φ'
	s.rating += s.deviation * s.deviation * e.surplus                   // μ'
	return s
}

// nextVolatility returns the volatility after games with this improvement (Δ)
// and variance (v). It is the root of a function (f), found by regula falsi in
// its Illinois variant.
func (s strength) nextVolatility(improvement, variance float64) float64 {
	start := 2 * math.Log(s.volatility)
	known := s.deviation*s.deviation + variance
	f := func(x float64) float64 {
		sum := known + math.Exp(x)
		return math.Exp(x)*(improvement*improvement-sum)/(2*sum*sum) - (x-start)/(tau*tau)
	}
	a, b := start, start-tau
	if d := improvement*improvement - known; d > 0 {
		b = math.Log(d)
	} else {
		for f(b) < 0 {
			b -= tau
		}
	}
	atA, atB := f(a), f(b)
	for math.Abs(b-a) > convergence {
		x := a + (a-b)*atA/(atB-atA)
		at := f(x)
		if at*atB <= 0 {
			a, atA = b, atB
		} else {
			atA /= 2
		}
		b, atB = x, at
	}
	return math.Exp(a / 2)
}
