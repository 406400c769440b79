package evaluation

import (
	"math"
	"slices"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9 }

// TestFormulas compares with values computed independently from the published
// formulas.
func TestFormulas(t *testing.T) {
	for _, row := range []struct {
		score Score
		want  float64
	}{
		{Score{}, 50}, {Score{CP: 100}, 59.10258971916128}, {Score{CP: -350}, 21.606818783516445}, {Score{CP: 1500}, 97.54474363414323},
		{Score{Mate: 3}, 97.54474363414323}, {Score{Mate: -1}, 100 - 97.54474363414323}, {Score{Result: "0-1"}, 100 - 97.54474363414323}, {Score{Result: "1/2-1/2"}, 50},
	} {
		if got := Usual.Win(row.score); !near(got, row.want) {
			t.Errorf("%+v: %.12f, want %.12f", row.score, got, row.want)
		}
	}
	for _, row := range [][3]float64{{60, 60, 100}, {60, 50, 64.57982845372067}, {100, 0, 0}, {10, 90, 100}} {
		if got := Accuracy(row[0], row[1]); !near(got, row[2]) {
			t.Errorf("from %v to %v: %.12f, want %.12f", row[0], row[1], got, row[2])
		}
	}
}

// TestGameAccuracy compares with accuracies computed independently.
func TestGameAccuracy(t *testing.T) {
	for _, row := range []struct {
		firstBegins   bool
		cps           []int
		first, second float64
	}{
		{true, []int{15, 15}, 100, 100},
		{true, []int{-900, -900}, 10.664056896199494, 100},
		{true, []int{-900, 0}, 10.664056896199494, 11.45897404122671},
		{false, []int{900, 0}, 11.45897404122671, 12.303138647232768},
		{true, append(slices.Repeat([]int{15}, 20), -900), 46.85340283303507, 100},
		{true, slices.Repeat([]int{-50, 15}, 50), 77.38304879688931, 77.38304879688931},
		{true, slices.Repeat([]int{-435, 15}, 50), 20.694584448304795, 20.694584448304795},
		{false, slices.Repeat([]int{30, -20, 45, 10, 300, 250, 700, 650, -1500, 20, 80, 75, 2000}, 3), 48.2659135632167, 53.16438973774006},
	} {
		plies := []Ply{{Score: Score{CP: 15}}}
		for _, cp := range row.cps {
			plies = append(plies, Ply{Score: Score{CP: cp}})
		}
		_, s := Usual.Game(plies, row.firstBegins, "*")
		if !near(*s.First.Accuracy, row.first) || !near(*s.Second.Accuracy, row.second) {
			t.Errorf("%v…: %.12f and %.12f, want %.12f and %.12f", row.cps[:2], *s.First.Accuracy, *s.Second.Accuracy, row.first, row.second)
		}
	}
	for _, plies := range [][]Ply{nil, {{}}, {{}, {}}} {
		if _, s := Usual.Game(plies, true, "*"); s.First.Accuracy != nil || s.Second.Accuracy != nil {
			t.Errorf("%d positions have an accuracy", len(plies))
		}
	}
}

func TestJudge(t *testing.T) {
	for _, row := range []struct {
		before, after Score
		first, best   bool
		want          Judgement
		change        Change
	}{
		{Score{CP: 0}, Score{CP: -54}, true, false, "", NoChange},
		{Score{CP: 0}, Score{CP: -55}, true, false, Inaccuracy, NoChange},
		{Score{CP: 0}, Score{CP: -111}, true, false, Mistake, NoChange},
		{Score{CP: 0}, Score{CP: -169}, true, false, Blunder, NoChange},
		{Score{CP: 0}, Score{CP: 169}, false, false, Blunder, NoChange},
		{Score{CP: 0}, Score{CP: 169}, true, false, "", NoChange},
		{Score{CP: 0}, Score{CP: -169}, true, true, "", NoChange},
		{Score{CP: 2000}, Score{CP: 1000}, true, false, "", NoChange},
		{Score{CP: 0}, Score{Mate: -4}, true, false, Blunder, AllowedMate},
		{Score{CP: -701}, Score{Mate: -4}, true, false, Mistake, AllowedMate},
		{Score{CP: 1000}, Score{Mate: 4}, false, false, Inaccuracy, AllowedMate},
		{Score{Mate: 5}, Score{CP: 700}, true, false, Blunder, MissedMate},
		{Score{Mate: 5}, Score{CP: 701}, true, false, Mistake, MissedMate},
		{Score{Mate: -5}, Score{CP: -1000}, false, false, Inaccuracy, MissedMate},
		{Score{Mate: 5}, Score{Mate: -2}, true, false, Blunder, MissedMate},
		{Score{Mate: 5}, Score{Mate: 14}, true, false, "", NoChange},
		{Score{Mate: 1}, Score{Result: "1-0"}, true, false, "", NoChange},
		{Score{Mate: 1}, Score{Result: "1/2-1/2"}, true, false, Blunder, MissedMate},
	} {
		judged, change := Usual.Judge(row.before, row.after, row.first, row.best)
		if judged != row.want || change != row.change {
			t.Errorf("%+v to %+v: %q %d, want %q %d", row.before, row.after, judged, change, row.want, row.change)
		}
	}
}

func TestTurningPoint(t *testing.T) {
	at := func(n int) *int { return &n }
	for _, row := range []struct {
		cps    []int
		result string
		want   *int
	}{
		{[]int{0, 20, -30, 40, 300}, "1-0", at(3)},
		{[]int{0, 20, -30, 40, -300}, "0-1", at(4)},
		{[]int{20, 30, 40}, "1-0", nil},
		{[]int{20, -30, -40}, "1-0", nil},
		{[]int{20, -30, -40}, "1/2-1/2", nil},
	} {
		var plies []Ply
		for _, cp := range row.cps {
			plies = append(plies, Ply{Score: Score{CP: cp}})
		}
		_, s := Usual.Game(plies, true, row.result)
		if got := s.TurningPoint; (got == nil) != (row.want == nil) || got != nil && *got != *row.want {
			t.Errorf("%v %s: %v, want %v", row.cps, row.result, got, row.want)
		}
	}
}
