package tune

import (
	"math"
	"math/rand/v2"

	"assay/analysis/engine"
)

// Least is of how many games anything is fitted: fewer are throwing dice.
const Least = 100

// samplings is how often games are drawn again to tell how much the fit owes to
// chance.
const samplings = 60

// spreads are how far factors may be from 1 in the fits that are tried; 0 keeps
// the formula.
var spreads = []float64{0.05, 0.1, 0.2, 0.4}

// evidence is how many independent positions a game counts for: its positions
// share one result.
const evidence = 4

// leastFactor keeps a piece from being worth nothing, or less, by chance.
const leastFactor = -0.8

// Fit fits the worths and the curve to the results; nothing to fewer than Least
// games. It has no worths where the formula tells results of games that it was
// not fitted to as well.
func (s *Sample) Fit() *engine.Fit {
	f := engine.Formula(s.rules)
	f.Games, f.Positions = s.games, len(s.rows)
	worths := f.Worths
	f.Worths = nil
	if s.games < Least {
		return f
	}
	f.Curve.Value = steepness(s.scores)
	f.Curve.Error = s.chance(s.scores, func(rows []row) []float64 { return []float64{steepness(rows)} })[0]
	for i := range s.rows {
		s.rows[i].weight *= evidence
	}
	spread := s.spread()
	if spread == 0 {
		return f
	}
	scale := steepness(s.rows)
	fitted := factors(s.rows, scale, spread)
	wrong := s.chance(s.rows, func(rows []row) []float64 { return factors(rows, scale, spread) })
	for i, p := range s.parts {
		w := &worths[p.worth]
		if p.hand {
			w.HandError = round(math.Abs(wrong[i] * float64(w.Hand)))
		} else {
			w.Error = round(math.Abs(wrong[i] * float64(w.Board)))
		}
		p.change(w, max(fitted[i], leastFactor))
	}
	f.Worths = worths
	return f
}

// spread is the one of spreads with which fits to four fifths of the games tell
// the results of the others best; 0 where the formula does.
func (s *Sample) spread() float64 {
	const folds = 5
	best, least := 0.0, 0.0
	for _, spread := range append([]float64{0}, spreads...) {
		missed := 0.0
		for fold := range folds {
			var known, asked []row
			for _, r := range s.rows {
				if r.game%folds == fold {
					asked = append(asked, r)
				} else {
					known = append(known, r)
				}
			}
			scale := steepness(known)
			var changed []float64
			if spread > 0 {
				changed = factors(known, scale, spread)
			}
			missed += loss(asked, scale, changed)
		}
		if spread == 0 || missed < least {
			best, least = spread, missed
		}
	}
	return best
}

// chance is the error of what is fitted, at 95 % confidence: by how much it
// differs between fits to games drawn from the sample's with replacement.
func (s *Sample) chance(rows []row, fit func([]row) []float64) []float64 {
	byGame := make([][]row, s.games)
	for _, r := range rows {
		byGame[r.game] = append(byGame[r.game], r)
	}
	random := rand.New(rand.NewPCG(14, uint64(s.games)))
	var sums, squares []float64
	for range samplings {
		drawn := make([]row, 0, len(rows))
		for range byGame {
			drawn = append(drawn, byGame[random.IntN(len(byGame))]...)
		}
		fitted := fit(drawn)
		if sums == nil {
			sums, squares = make([]float64, len(fitted)), make([]float64, len(fitted))
		}
		for i, v := range fitted {
			sums[i] += v
			squares[i] += v * v
		}
	}
	for i := range sums {
		mean := sums[i] / samplings
		sums[i] = 1.96 * math.Sqrt(max(squares[i]/samplings-mean*mean, 0))
	}
	return sums
}

func round(v float64) int { return int(math.Round(v)) }
