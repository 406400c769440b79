package drill

import (
	"math"
	"time"

	"assay/api/request"
)

// Rating says how well a card was remembered.
type Rating int

// The ratings.
const (
	Again Rating = 1 + iota // not remembered
	Hard
	Good
	Easy
)

// Memory is what FSRS, version 6, estimates of one person and one card.
type Memory struct {
	// Stability is the number of days after which the card is remembered with a
	// probability of 90 %.
	Stability  float64   `json:"stability"`
	Difficulty float64   `json:"difficulty"` // 1 to 10
	Reviewed   time.Time `json:"reviewed"`
	Due        time.Time `json:"due"`
	Reviews    int       `json:"reviews"`
	Lapses     int       `json:"lapses"` // times that it was forgotten
}

// Bounds of stability in days.
const (
	minStability = 0.001
	maxStability = 36500
)

// check returns an [*request.InputError] if no review can have led to the
// memory.
func (m *Memory) check() error {
	if !(m.Stability >= minStability && m.Stability <= maxStability && m.Difficulty >= 1 && m.Difficulty <= 10 &&
		m.Reviews > 0 && m.Lapses >= 0) {
		return &request.InputError{Field: "memory", Want: "a memory as an earlier review returned it"}
	}
	return nil
}

// weights are the default parameters of FSRS-6.
var weights = [21]float64{0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
	0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542}

// retention is the probability with which a card is remembered when it is due.
const retention = 0.9

// relearn is the time until a card that was not remembered is due.
const relearn = 10 * time.Minute

const day = 24 * time.Hour

// review returns the memory after a review; m is nil for a new card. A card
// that was remembered is due after a day or later.
func review(m *Memory, r Rating, now time.Time) *Memory {
	next := &Memory{Stability: weights[r-1], Difficulty: firstDifficulty(r), Reviewed: now, Reviews: 1}
	if m != nil {
		days := math.Floor(max(now.Sub(m.Reviewed), 0).Hours() / 24)
		next.Stability, next.Difficulty = m.stability(r, days), m.difficulty(r)
		next.Reviews, next.Lapses = m.Reviews+1, m.Lapses
	}
	next.Stability = min(max(next.Stability, minStability), maxStability)
	next.Difficulty = min(max(next.Difficulty, 1), 10)
	next.Due = now.Add(relearn)
	if r != Again {
		next.Due = now.Add(time.Duration(math.Round(min(max(next.interval(), 1), maxStability))) * day)
	} else if m != nil {
		next.Lapses++
	}
	return next
}

// recall returns the probability that the card is remembered after some days.
func (m *Memory) recall(days float64) float64 {
	decay := -weights[20]
	return math.Pow(1+(math.Pow(0.9, 1/decay)-1)*days/m.Stability, decay)
}

// interval returns the days after which recall falls to the retention.
func (m *Memory) interval() float64 {
	decay := -weights[20]
	return m.Stability / (math.Pow(0.9, 1/decay) - 1) * (math.Pow(retention, 1/decay) - 1)
}

func firstDifficulty(r Rating) float64 { return weights[4] - math.Exp(weights[5]*float64(r-1)) + 1 }

// difficulty returns the difficulty after a review.
func (m *Memory) difficulty(r Rating) float64 {
	changed := m.Difficulty - weights[6]*float64(r-Good)*(10-m.Difficulty)/9
	return weights[7]*firstDifficulty(Easy) + (1-weights[7])*changed
}

// stability returns the stability after a review, some days after the former
// one.
func (m *Memory) stability(r Rating, days float64) float64 {
	s, d, w := m.Stability, m.Difficulty, &weights
	if days == 0 {
		factor := math.Exp(w[17]*(float64(r-Good)+w[18])) * math.Pow(s, -w[19])
		if r >= Hard {
			factor = max(factor, 1)
		}
		return s * factor
	}
	forgotten := 1 - m.recall(days)
	if r == Again {
		return min(w[11]*math.Pow(d, -w[12])*(math.Pow(s+1, w[13])-1)*math.Exp(forgotten*w[14]),
			s/math.Exp(w[17]*w[18]))
	}
	growth := math.Exp(w[8]) * (11 - d) * math.Pow(s, -w[9]) * (math.Exp(forgotten*w[10]) - 1)
	switch r {
	case Hard:
		growth *= w[15]
	case Easy:
		growth *= w[16]
	}
	return s * (1 + growth)
}
