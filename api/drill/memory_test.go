package drill

import (
	"math"
	"testing"
	"time"
)

// TestReview compares the memory after reviews with the reference
// implementation in Go, github.com/open-spaced-repetition/go-fsrs/v4.
func TestReview(t *testing.T) {
	type step struct {
		days                  int // since the former review
		rating                Rating
		stability, difficulty float64
		lapses                int
	}
	for i, steps := range [][]step{
		{{0, Good, 2.306500, 2.118104, 0}, {2, Good, 10.964332, 2.111214, 0}, {11, Good, 46.280217, 2.104331, 0},
			{46, Again, 2.932580, 7.389976, 1}, {0, Good, 2.932580, 7.377814, 1}, {1, Good, 4.966712, 7.365665, 1},
			{9, Easy, 25.663757, 6.470621, 1}},
		{{0, Again, 0.212000, 6.413300, 0}, {0, Good, 0.246689, 6.402115, 0}, {1, Hard, 1.314047, 7.596785, 0},
			{4, Good, 5.901561, 7.584416, 0}},
		{{0, Easy, 8.295600, 1, 0}, {30, Good, 76.652106, 1, 0}, {100, Again, 3.864350, 7.026990, 1},
			{3, Hard, 7.161245, 8.011606, 1}},
		{{0, Hard, 1.293100, 5.112171, 0}, {0, Hard, 1.293100, 6.740460, 0}, {1, Again, 0.369076, 8.913840, 1},
			{1, Again, 0.150531, 9.628215, 2}, {1, Again, 0.075310, 9.863025, 3}, {500, Good, 0.764788, 9.848390, 3}},
	} {
		now := time.Date(2026, 1, 31, 23, 50, 0, 0, time.UTC)
		var m *Memory
		for k, s := range steps {
			now = now.Add(time.Duration(s.days)*day + 5*time.Minute)
			m = review(m, s.rating, now)
			due := max(math.Round(s.stability), 1) * 24 * 60
			if s.rating == Again {
				due = 10
			}
			if math.Abs(m.Stability-s.stability) > 1e-6*max(1, s.stability) || math.Abs(m.Difficulty-s.difficulty) > 1e-6 ||
				m.Due.Sub(now).Minutes() != due || m.Reviews != k+1 || m.Lapses != s.lapses || m.check() != nil {
				t.Errorf("row %d, review %d: %+v, want %+v and due after %v minutes", i, k+1, *m, s, due)
			}
		}
	}
}

// FuzzReview reviews arbitrary memories of guests: what is accepted stays
// valid, and is due later.
func FuzzReview(f *testing.F) {
	f.Add(2.3, 5.0, 1, 0, uint8(3), int64(86400))
	f.Add(math.NaN(), 1.0, 1, 0, uint8(1), int64(0))
	f.Add(maxStability+0.0, 1.0, 1<<30, 5, uint8(4), int64(1<<40))
	f.Add(0.001, 10.0, 1, 0, uint8(2), int64(-5))
	f.Fuzz(func(t *testing.T, stability, difficulty float64, reviews, lapses int, rating uint8, seconds int64) {
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		m := &Memory{Stability: stability, Difficulty: difficulty, Reviews: reviews, Lapses: lapses, Reviewed: now.Add(-time.Duration(seconds%1e9) * time.Second)}
		if m.check() != nil {
			return
		}
		next := review(m, Again+Rating(rating%4), now)
		if err := next.check(); err != nil && reviews < math.MaxInt || !next.Due.After(now) {
			t.Errorf("%+v after %+v", next, m)
		}
	})
}
