package evaluation

import "math"

// Ply is the evaluation of a position of a game.
type Ply struct {
	Score
	Best bool // the move that led here was the engine's best
}

// Move is the judgement of a move.
type Move struct {
	Accuracy  float64 // 0 to 100
	Judgement Judgement
	Change    Change
}

// Side summarises one side's moves.
type Side struct {
	Accuracy     *float64 `json:"accuracy"` // null unless both sides have moved
	Inaccuracies int      `json:"inaccuracies"`
	Mistakes     int      `json:"mistakes"`
	Blunders     int      `json:"blunders"`
	MissedMates  int      `json:"missedMates"`
	AllowedMates int      `json:"allowedMates"`
}

// Summary summarises a game.
type Summary struct {
	First  Side `json:"first"`
	Second Side `json:"second"`
	// TurningPoint is the first ply from which the winner was better until the
	// end. It is null for a draw, or if the winner was never worse.
	TurningPoint *int `json:"turningPoint"`
	// WinCurve is the curve that converts evaluations to win percentages.
	WinCurve Curve `json:"winCurve"`
}

// Game judges the moves of a game and summarises them. plies begins with the
// starting position, firstBegins reports whether First moves first, and result
// is the result of the game.
func (c *Curve) Game(plies []Ply, firstBegins bool, result string) ([]Move, Summary) {
	s := Summary{WinCurve: *c}
	moves := make([]Move, max(len(plies)-1, 0))
	for i := range moves {
		before, after := plies[i], plies[i+1]
		first := byFirst(i, firstBegins)
		side := &s.Second
		if first {
			side = &s.First
		}
		m := &moves[i]
		m.Accuracy = accuracy(c.Win(before.Score), c.Win(after.Score), first)
		m.Judgement, m.Change = c.Judge(before.Score, after.Score, first, after.Best)
		side.count(m)
	}
	s.First.Accuracy, s.Second.Accuracy = c.accuracies(plies, firstBegins)
	s.TurningPoint = c.turningPoint(plies, result)
	return moves, s
}

// byFirst reports whether First makes move i, counted from 0.
func byFirst(i int, firstBegins bool) bool { return (i%2 == 0) == firstBegins }

func (s *Side) count(m *Move) {
	switch m.Judgement {
	case Inaccuracy:
		s.Inaccuracies++
	case Mistake:
		s.Mistakes++
	case Blunder:
		s.Blunders++
	}
	switch m.Change {
	case MissedMate:
		s.MissedMates++
	case AllowedMate:
		s.AllowedMates++
	}
}

// accuracy returns the accuracy of a move from First's win percentages.
func accuracy(before, after float64, first bool) float64 {
	if first {
		return Accuracy(before, after)
	}
	return Accuracy(after, before)
}

// accuracies returns the accuracy of each side in a game. A side's accuracy is
// the average of two means of its move accuracies: the harmonic mean, and the
// mean weighted by volatility. Both results are nil unless both sides have
// moved.
func (c *Curve) accuracies(plies []Ply, firstBegins bool) (first, second *float64) {
	wins := make([]float64, len(plies))
	for i := range plies {
		wins[i] = c.Win(plies[i].Score)
	}
	var sums [2]means
	size := min(max((len(plies)-1)/10, 2), 8)
	for i := range len(wins) - 1 {
		from := max(i-(min(size, len(wins))-2), 0)
		weight := min(max(deviation(wins[from:min(from+size, len(wins))]), 0.5), 12)
		side := 1
		if byFirst(i, firstBegins) {
			side = 0
		}
		sums[side].add(accuracy(wins[i], wins[i+1], side == 0), weight)
	}
	if sums[0].n == 0 || sums[1].n == 0 {
		return nil, nil
	}
	a, b := sums[0].mean(), sums[1].mean()
	return &a, &b
}

// means accumulates a weighted and a harmonic mean.
type means struct{ n, weighted, weights, inverse float64 }

func (m *means) add(accuracy, weight float64) {
	m.n++
	m.weighted += accuracy * weight
	m.weights += weight
	m.inverse += 1 / max(accuracy, 1)
}

func (m *means) mean() float64 { return (m.weighted/m.weights + m.n/m.inverse) / 2 }

// deviation returns the standard deviation.
func deviation(values []float64) float64 {
	mean, sum := 0.0, 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(len(values)))
}

// turningPoint returns the turning point as in Summary.
func (c *Curve) turningPoint(plies []Ply, result string) *int {
	winner := Score{Result: result}.winning()
	for i := len(plies) - 1; i >= 0 && winner != 0; i-- {
		if float64(winner)*c.chance(plies[i].Score) > 0 {
			continue
		}
		if i+1 == len(plies) {
			return nil
		}
		at := i + 1
		return &at
	}
	return nil
}
