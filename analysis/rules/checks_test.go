package rules

import (
	"slices"
	"testing"

	"assay/fixtures"
)

// TestChecks compares Checks with playing every move.
func TestChecks(t *testing.T) {
	everyVariant(t, func(t *testing.T, r *Rules) {
		walk(r, fixtures.Rounds(3, 10, 10), 120, func(p *Position, moves []Move) {
			var want []Move
			for _, m := range moves {
				p.Play(m)
				if _, over := p.Ended(); over || p.InCheck(p.side) {
					want = append(want, m)
				}
				p.Undo()
			}
			if got := p.Checks(nil); !slices.Equal(got, want) {
				t.Fatalf("%d checks, %d by trying: %s", len(got), len(want), p.Text())
			}
		})
	})
}
