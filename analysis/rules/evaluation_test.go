package rules

import (
	"testing"

	"assay/fixtures"
)

// TestCover compares attack sets with pseudo-legal moves and captures, if the
// piece has no exempt victims.
func TestCover(t *testing.T) {
	everyVariant(t, func(t *testing.T, r *Rules) {
		walk(r, fixtures.Rounds(1, 4, 10), 60, func(p *Position, _ []Move) {
			for b := p.Occupied(); !b.Empty(); {
				s := b.Pop()
				pc := p.board[s]
				if pc == Walled || r.tables[pc].firstLeaps != nil {
					continue
				}
				quiet, capture := p.Reach(s)
				covered, cover := p.Cover(p.At(s), s)
				if r.width != Width256 {
					if a, b := p.Cover128(pc, s); a.Bitboard() != covered || b.Bitboard() != cover || p.Lines128(s).Bitboard() != p.Lines(s) {
						t.Fatalf("%s on %s: not as on a large board: %s", r.PieceName(pc.Type()), r.SquareName(s), p.Text())
					}
				}
				if r.width == Width64 {
					if a, b := p.Cover64(pc, s); a.Bitboard() != covered || b.Bitboard() != cover || p.Lines64(s).Bitboard() != p.Lines(s) {
						t.Fatalf("%s on %s: not as on a large board: %s", r.PieceName(pc.Type()), r.SquareName(s), p.Text())
					}
				}
				if r.tables[pc].neverCaptured == 0 {
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

// TestCoverBy compares set-wise attacks of a type with those of its pieces one
// by one, with the number of attackers of each square.
func TestCoverBy(t *testing.T) {
	for id, want := range map[string]int{"chess": 4, "shogi": 1, "xiangqi": 3} {
		r := compiled(t, id, "")
		if n := len(r.Start().Strides(NewPiece(r.names.byLetter["P"], First))); n != want {
			t.Errorf("a pawn of %s has %d strides, want %d", id, n, want)
		}
	}
	everyVariant(t, func(t *testing.T, r *Rules) {
		walk(r, fixtures.Rounds(1, 4, 10), 60, func(p *Position, _ []Move) {
			for pc := range Piece(len(p.pieces)) {
				if r.tables[pc] == nil || len(p.Strides(pc)) == 0 {
					continue
				}
				var one, all [MaxSquares]int
				for b := p.pieces[pc]; !b.Empty(); {
					quiet, cover := p.Cover(pc, b.Pop())
					count(&one, quiet, 1)
					count(&one, cover, 1<<8)
				}
				for i := range p.Strides(pc) {
					st := &p.Strides(pc)[i]
					quiet, cover := p.CoverBy(st, p.pieces[pc])
					count(&all, quiet, 1)
					count(&all, cover, 1<<8)
					if a, b := p.CoverBy128(st, p.pieces[pc].Set128()); r.width != Width256 && (a.Bitboard() != quiet || b.Bitboard() != cover) {
						t.Fatalf("%s: not as on a large board: %s", r.PieceName(pc.Type()), p.Text())
					}
					if a, b := p.CoverBy64(st, p.pieces[pc].Set64()); r.width == Width64 && (a.Bitboard() != quiet || b.Bitboard() != cover) {
						t.Fatalf("%s: not as on a large board: %s", r.PieceName(pc.Type()), p.Text())
					}
				}
				if one != all {
					t.Fatalf("%s: together they reach others than one by one: %s", r.PieceName(pc.Type()), p.Text())
				}
			}
		})
	})
}

func count(on *[MaxSquares]int, b Bitboard, n int) {
	for !b.Empty() {
		on[b.Pop()] += n
	}
}
