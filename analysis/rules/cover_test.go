package rules

import (
	"testing"

	"assay/fixtures"
)

// TestCover holds what a piece bears upon to where it goes: the same empty
// squares, and of the enemies those that it captures, where there are none that
// it spares.
func TestCover(t *testing.T) {
	everyVariant(t, func(t *testing.T, r *Rules) {
		walk(r, fixtures.Rounds(1, 4, 10), 60, func(p *Position, _ []Move) {
			for b := p.Occupied(); !b.Empty(); {
				s := b.Pop()
				pc := p.board[s]
				if pc == Walled || r.tables[pc].first != nil {
					continue
				}
				quiet, capture := p.Reach(s)
				covered, cover := p.Cover(p.At(s), s)
				if r.width != WideBoard {
					if a, b := p.CoverNarrow(pc, s); a.Wide() != covered || b.Wide() != cover || p.LinesNarrow(s).Wide() != p.Lines(s) {
						t.Fatalf("%s on %s: not as on a large board: %s", r.PieceName(pc.Type()), r.SquareName(s), p.Text())
					}
				}
				if r.width == SmallBoard {
					if a, b := p.CoverSmall(pc, s); a.Wide() != covered || b.Wide() != cover || p.LinesSmall(s).Wide() != p.Lines(s) {
						t.Fatalf("%s on %s: not as on a large board: %s", r.PieceName(pc.Type()), r.SquareName(s), p.Text())
					}
				}
				if r.tables[pc].exempt == 0 {
					cover = cover.And(p.own[pc.Side().Other()])
				} else {
					cover = capture.And(cover)
				}
				if covered != quiet || cover != capture {
					t.Fatalf("%s on %s: %v, %v; reaches %v, %v: %s", r.PieceName(pc.Type()), r.SquareName(s), covered, cover, quiet, capture, p.Text())
				}
			}
		})
	})
}
