package tune

import (
	"math"
	"math/rand/v2"

	"assay/analysis/engine"
	"assay/analysis/rules"
)

// Least is of how many games anything is fitted: fewer are throwing dice.
const Least = 100

// samplings is how often games are drawn again to tell how much the curve owes
// to chance.
const samplings = 60

// spreads are how far factors may be from 1 in the fits that are tried; 0 keeps
// the formula.
var spreads = []float64{0.05, 0.1, 0.2, 0.4, 0.8}

// leastFactor keeps a piece from being worth nothing, or less, by chance.
const leastFactor = -0.8

// trust is how much of what a position is fitted to is what a search said of
// it; the rest is how its game ended.
const trust = 0.7

// Fit fits the curve to the results, and what positions are judged by to them
// and to what searches said; nothing to fewer than Least games. It has no
// worths where the formula tells positions of games that it was not fitted to
// as well.
func (s *Sample) Fit() *engine.Fit {
	f := engine.DefaultFit(s.rules)
	f.Games, f.Positions = s.games, len(s.seen)
	formula := copied(f)
	f.Values, f.Tables, f.Terms = nil, nil, nil
	if s.games < Least {
		return f
	}
	f.Curve.Value = steepness(s.scores)
	f.Curve.Error = s.chance()
	s.rows = s.rows[:0]
	for _, p := range s.seen {
		p.result = trust*sigmoid(f.Curve.Value*p.said) + (1-trust)*p.result
		s.rows = append(s.rows, p.row)
	}
	n, spread := s.spread()
	if spread == 0 {
		return f
	}
	scale := steepness(s.rows)
	fitted := factors(s.rows, n, scale, spread)
	wrong := doubts(s.rows, fitted, scale, spread)
	formula.Games, formula.Positions, formula.Curve = f.Games, f.Positions, f.Curve
	for i, p := range s.parts[:min(n, len(s.parts))] {
		p.change(formula, max(fitted[i], leastFactor))
		if p.error != nil {
			p.error(formula, wrong[i])
		}
	}
	if n == s.first {
		formula.Tables, formula.Terms = nil, nil
		return formula
	}
	for t := range formula.Tables {
		from := s.squares(rules.PieceType(t + 1))
		for at := range formula.Tables[t].Early {
			formula.Tables[t].Early[at] = round(place * fitted[from+2*at])
			formula.Tables[t].Late[at] = round(place * fitted[from+2*at+1])
		}
	}
	return formula
}

// spread is the one of spreads with which fits to four fifths of the games tell
// the others best, and how many of the factors are fitted for that: those of
// the worths, or all; 0 where the formula does.
func (s *Sample) spread() (n int, spread float64) {
	const folds = 5
	least := 0.0
	for _, some := range []int{0, s.first, s.all()} {
		for _, tried := range spreads {
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
				missed += loss(asked, scale, factors(known, some, scale, tried))
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

// chance is the error of the curve, at 95 % confidence: by how much it differs
// between fits to games drawn from the sample's with replacement.
func (s *Sample) chance() float64 {
	byGame := make([][]row, s.games)
	for _, r := range s.scores {
		byGame[r.game] = append(byGame[r.game], r)
	}
	random := rand.New(rand.NewPCG(14, uint64(s.games)))
	var sum, squares float64
	for range samplings {
		drawn := make([]row, 0, len(s.scores))
		for range byGame {
			drawn = append(drawn, byGame[random.IntN(len(byGame))]...)
		}
		fitted := steepness(drawn)
		sum += fitted
		squares += fitted * fitted
	}
	mean := sum / samplings
	return 1.96 * math.Sqrt(max(squares/samplings-mean*mean, 0))
}

func round(v float64) int { return int(math.Round(v)) }
