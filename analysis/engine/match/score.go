package match

import "math"

// Score is how a match stands, in the view of its first player. Games of one
// opening with either colour are a pair, which is what chance deals in.
type Score struct {
	Wins, Draws, Losses int
	Forfeits            [2]int // games that the first and the second player lost other than on the board
	First               Tally  // of whoever had the side First
	pairs               []float64
}

// Tally counts results in the view of one side.
type Tally struct{ Wins, Draws, Losses int }

// Games returns how many there are.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Part returns the side's part of the points, from 0 to 1; a half if there are
// no games.
func (t Tally) Part() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// Interval returns the bounds of the true part at 95 % confidence, by Wilson's
// score interval. Draws make it wider than it has to be.
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

// Games is how many were played.
func (s *Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Part is the first player's part of the points, from 0 to 1; a half where
// nothing was played.
func (s *Score) Part() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Wins) + float64(s.Draws)/2) / float64(s.Games())
}

// Error is how far from Part the true part may be, either way, at 95 %
// confidence, by how much the pairs differ among each other; a half for fewer
// than two. A match without a difference between its pairs is taken to have one
// that differs by a half.
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

// Elo is the difference in strength that a part of the points is expected at,
// infinite for all or none.
func Elo(part float64) float64 { return 400 * math.Log10(part/(1-part)) }
