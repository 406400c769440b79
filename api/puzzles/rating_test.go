package puzzles

import "testing"

// TestRated rates puzzles by attempts.
func TestRated(t *testing.T) {
	for _, row := range []struct{ first, tried, solved, want int }{
		{1500, 0, 0, 1500},
		{737, 0, 0, 737},
		{2816, 0, 0, 2816},
		{1500, 10, 5, 1500},
		{1500, 10, 0, 1691}, // a quarter: 5 of 20
		{1500, 10, 10, 1309},
		{1500, 990, 90, 1892}, // 95 of 1,000
		{9999, 1000, 0, 9999},
		{1, 1000, 1000, 1},
	} {
		if got := rated(row.first, row.tried, row.solved); got != row.want {
			t.Errorf("%+v: %d", row, got)
		}
	}
	for first := 1; first <= maxRating; first++ {
		if got := rated(first, 0, 0); first < 6000 && got != first {
			t.Errorf("%d without attempts: %d", first, got)
		}
	}
	for tried := 1; tried < 100; tried++ {
		if easy, hard := rated(1500, tried, tried), rated(1500, tried, 0); easy >= 1500 || hard <= 1500 {
			t.Errorf("%d attempts: %d and %d", tried, easy, hard)
		}
	}
}
