package match

import "math"

// Score is the score of a match from the first player's view. The games of one
// opening form a pair, which is the unit of the error estimate.
type Score struct {
	Wins, Draws, Losses int
	Forfeits            [2]int // games that the first and the second player forfeited
	First               Tally  // results of First, whichever player it was
	pairs               []float64
}

// Tally counts results from one side's view.
type Tally struct{ Wins, Draws, Losses int }

// Games returns the number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Part returns the side's share of the points, from 0 to 1; a half if there are
// no games.
func (t Tally) Part() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// Interval returns Wilson's score interval of the share at 95 % confidence.
// With draws it is wider than necessary.
func (t Tally) Interval() (low, high float64) {
	const z = 1.96
	n := float64(t.Games())
	if n == 0 {
		return 0, 1
	}
	p := t.Part()
	middle, scale := p+z*z/(2*n), 1+z*z/n
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max((middle-half)/scale, 0), min((middle+half)/scale, 1)
}

func (t *Tally) add(result string) {
	switch result {
	case "1-0":
		t.Wins++
	case "0-1":
		t.Losses++
	default:
		t.Draws++
	}
}

// add counts a pair of games.
func (s *Score) add(games []*Game) {
	sum := 0.0
	for _, g := range games {
		s.First.add(g.Result)
		points := g.Points()
		switch sum += points; points {
		case 1:
			s.Wins++
		case 0:
			s.Losses++
		default:
			s.Draws++
		}
		switch {
		case g.Fault != "" && points == 0:
			s.Forfeits[0]++
		case g.Fault != "":
			s.Forfeits[1]++
		}
	}
	s.pairs = append(s.pairs, sum/float64(len(games)))
}

// Games returns the number of games played.
func (s *Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Part returns the first player's share of the points, from 0 to 1; a half if
// nothing was played.
func (s *Score) Part() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Wins) + float64(s.Draws)/2) / float64(s.Games())
}

// Error returns the half-width of the 95 % confidence interval around Part,
// computed from the variance between pairs. For fewer than two pairs it returns
// a half. If all pairs are equal, it assumes one more pair that differs by a
// half.
func (s *Score) Error() float64 {
	n := float64(len(s.pairs))
	if n < 2 {
		return 0.5
	}
	mean, sum := 0.0, 0.0
	for _, v := range s.pairs {
		mean += v / n
	}
	for _, v := range s.pairs {
		sum += (v - mean) * (v - mean)
	}
	return min(1.96*math.Sqrt(max(sum, 0.25)/(n-1)/n), 0.5)
}

// Elo returns the rating difference that predicts a share of the points;
// infinite for all or none.
func Elo(part float64) float64 { return 400 * math.Log10(part/(1-part)) }
