package evaluation

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"assay/fixtures"
)

var update = flag.Bool("update", false, "write the golden files anew")

// scores has values on both sides of each bound.
var scores = []Score{
	{}, {CP: 1}, {CP: -1}, {CP: 60}, {CP: 100}, {CP: -180}, {CP: 700}, {CP: 701}, {CP: -700}, {CP: -701}, {CP: 999}, {CP: 1000}, {CP: 1001}, {CP: -999}, {CP: -1000}, {CP: -3000},
	{Mate: 1}, {Mate: 2}, {Mate: 5}, {Mate: -1}, {Mate: -2}, {Mate: -6}, {Result: "1-0"}, {Result: "0-1"}, {Result: "1/2-1/2"},
}

// TestGoldenJudgements prints the judgement of every pair of scores.
func TestGoldenJudgements(t *testing.T) {
	var b strings.Builder
	for _, before := range scores {
		fmt.Fprintf(&b, "%+v %s %.6f:", before, before.Text(), Usual.Win(before))
		for _, after := range scores {
			for _, first := range []bool{true, false} {
				judged, change := Usual.Judge(before, after, first, false)
				fmt.Fprintf(&b, " %d%d", judged.NAG(), change)
				if best, none := Usual.Judge(before, after, first, true); best != "" || none != NoChange {
					t.Errorf("%+v to %+v: the best move is %q", before, after, best)
				}
			}
		}
		fmt.Fprintln(&b)
	}
	for _, loss := range []float64{0.0999, 0.1, 0.1999, 0.2, 0.2999, 0.3} {
		fmt.Fprintf(&b, "%v %q\n", loss, byChance(loss))
	}
	for before := 0.0; before <= 100; before += 12.5 {
		for after := 0.0; after <= 100; after += 12.5 {
			fmt.Fprintf(&b, " %.3f", Accuracy(before, after))
		}
	}
	fmt.Fprintln(&b)
	for _, other := range []Curve{Usual, {Constant: Usual.Constant, Games: 1}, {Constant: 1}} {
		fmt.Fprintf(&b, "same as %+v: %v\n", other, Usual.Same(&other))
	}
	fixtures.Golden(t, *update, "testdata/judgements.golden", b.String())
}

// TestGoldenGames prints the judgements of games of all lengths.
func TestGoldenGames(t *testing.T) {
	var b strings.Builder
	for n := range 120 {
		if n > 24 && n%9 != 0 {
			continue
		}
		plies := make([]Ply, n)
		for i := range plies {
			plies[i] = Ply{scores[i*i*7%len(scores)], i%5 == 2}
			if n%3 == 1 { // no mates, and small losses
				plies[i].Score = Score{CP: i * i * 37 % 200}
			}
		}
		for _, firstBegins := range []bool{true, false} {
			result := []string{"1-0", "0-1", "1/2-1/2", "*"}[n%4]
			moves, s := Usual.Game(plies, firstBegins, result)
			fmt.Fprintf(&b, "%d %v %s:", n, firstBegins, result)
			for _, side := range []Side{s.First, s.Second} {
				if side.Accuracy != nil {
					fmt.Fprintf(&b, " %.9f", *side.Accuracy)
				}
				side.Accuracy = nil
				fmt.Fprintf(&b, " %v", side)
			}
			if s.TurningPoint != nil {
				fmt.Fprintf(&b, " turns at %d", *s.TurningPoint)
			}
			for i, m := range moves {
				if i%8 == n%8 {
					fmt.Fprintf(&b, " %.3f %d %d", m.Accuracy, m.Judgement.NAG(), m.Change)
				}
			}
			fmt.Fprintln(&b)
		}
	}
	fixtures.Golden(t, *update, "testdata/games.golden", b.String())
}
