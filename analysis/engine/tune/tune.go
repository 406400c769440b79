package tune

import (
	"math"
	"math/rand/v2"

	"assay/analysis/engine"
	"assay/analysis/logistic"
	"assay/analysis/rules"
)

// minGames is the smallest number of games to fit; with fewer, the result would
// be noise.
const minGames = 100

// bootstraps is the number of bootstrap samples for the error of the curve.
const bootstraps = 60

// spreads are the standard deviations of the prior that cross-validation
// compares. 0 keeps the default evaluation.
var spreads = []float64{0.05, 0.1, 0.2, 0.4, 0.8}

// minFactor keeps fitted piece values positive.
const minFactor = -0.8

// scoreWeight is the weight of the search score in the target value of a
// position. The result of the game has the remaining weight.
const scoreWeight = 0.7

// Fit fits the curve to the results, and the evaluation to results and search
// scores. With fewer than minGames games it fits nothing. It returns no piece
// values if the default evaluation predicts held-out games as well.
func (s *Sample) Fit() *engine.Fit {
	f := engine.DefaultFit(s.rules)
	f.Games, f.Positions = s.games, len(s.quiet)
	result := cloneFit(f)
	f.Values, f.Tables, f.Terms = nil, nil, nil
	if s.games < minGames {
		return f
	}
	f.Curve.Value = logistic.Steepness(s.scores)
	f.Curve.Error = s.curveError()
	s.rows = s.rows[:0]
	for _, p := range s.quiet {
		p.Result = scoreWeight*logistic.Sigmoid(f.Curve.Value*p.search) + (1-scoreWeight)*p.Result
		s.rows = append(s.rows, p.Row)
	}
	n, spread := s.crossValidate()
	if spread == 0 {
		return f
	}
	scale := logistic.Steepness(s.rows)
	fitted := logistic.Factors(s.rows, n, scale, spread)
	errors := logistic.HalfWidths(s.rows, fitted, scale, spread)
	result.Games, result.Positions, result.Curve = f.Games, f.Positions, f.Curve
	for i, p := range s.parts[:min(n, len(s.parts))] {
		p.change(result, max(fitted[i], minFactor))
		if p.error != nil {
			p.error(result, errors[i])
		}
	}
	if n == s.valueParts {
		result.Tables, result.Terms = nil, nil
		return result
	}
	for t := range result.Tables {
		from := s.squareIndex(rules.PieceType(t + 1))
		for at := range result.Tables[t].Early {
			result.Tables[t].Early[at] = round(squareUnit * fitted[from+2*at])
			result.Tables[t].Late[at] = round(squareUnit * fitted[from+2*at+1])
		}
	}
	return result
}

// crossValidate returns the prior that predicts best in five-fold
// cross-validation, and how many factors it fits: the piece values, or all. It
// returns 0 if the default evaluation predicts best.
func (s *Sample) crossValidate() (n int, spread float64) {
	const folds = 5
	least := 0.0
	for _, some := range []int{0, s.valueParts, s.factorCount()} {
		for _, tried := range spreads {
			missed := 0.0
			for fold := range folds {
				var known, asked []logistic.Row
				for _, r := range s.rows {
					if r.Game%folds == fold {
						asked = append(asked, r)
					} else {
						known = append(known, r)
					}
				}
				scale := logistic.Steepness(known)
				missed += logistic.Loss(asked, scale, logistic.Factors(known, some, scale, tried))
			}
			if some == 0 || missed < least {
				least = missed
				if n = some; some > 0 {
					spread = tried
				}
			}
			if some == 0 {
				break
			}
		}
	}
	return n, spread
}

// curveError returns the 95 % error of the curve, from fits to bootstrap
// samples of the games.
func (s *Sample) curveError() float64 {
	byGame := make([][]logistic.Row, s.games)
	for _, r := range s.scores {
		byGame[r.Game] = append(byGame[r.Game], r)
	}
	random := rand.New(rand.NewPCG(14, uint64(s.games)))
	var sum, squares float64
	for range bootstraps {
		drawn := make([]logistic.Row, 0, len(s.scores))
		for range byGame {
			drawn = append(drawn, byGame[random.IntN(len(byGame))]...)
		}
		fitted := logistic.Steepness(drawn)
		sum += fitted
		squares += fitted * fitted
	}
	mean := sum / bootstraps
	return 1.96 * math.Sqrt(max(squares/bootstraps-mean*mean, 0))
}

func round(v float64) int { return int(math.Round(v)) }
