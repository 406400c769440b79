package rules

import (
	"math/rand/v2"
	"testing"

	"assay/fixtures"
)

// TestStepTo compares StepTo with the legal moves: it returns a move if and
// only if exactly one legal move fits and it is a step without promotion.
func TestStepTo(t *testing.T) {
	everyVariant(t, func(t *testing.T, r *Rules) {
		if !r.plan.stepsNeedSafetyOnly {
			return
		}
		rng := rand.New(rand.NewPCG(5, 9))
		walk(r, fixtures.Rounds(3, 10, 10), 100, func(p *Position, moves []Move) {
			if p.own[p.side].Empty() {
				return
			}
			for range 20 {
				to, from := Square(rng.IntN(r.squares)), p.own[p.side].First()
				if len(moves) > 0 && rng.IntN(4) > 0 {
					if m := moves[rng.IntN(len(moves))]; m.Kind() == Step {
						from, to = m.From(), m.To()
					}
				}
				kind := p.board[from].Type()
				file, rank := r.Coordinates(from)
				if rng.IntN(2) == 0 {
					file = -1
				}
				if rng.IntN(2) == 0 {
					rank = -1
				}
				var fitting []Move
				plain := true
				for _, m := range moves {
					if k := m.Kind(); k != Step && k != EnPassant && k != RifleCapture || m.To() != to || p.board[m.From()].Type() != kind {
						continue
					}
					if f, k := r.Coordinates(m.From()); file >= 0 && f != file || rank >= 0 && k != rank {
						continue
					}
					fitting = append(fitting, m)
					plain = plain && m.isStep() && m.Into() == NoPieceType
				}
				m, ok := p.StepTo(kind, to, file, rank)
				if ok && (len(fitting) != 1 || fitting[0] != m) {
					t.Fatalf("the %s to %s from %d, %d is %x, and %x are legal: %s", r.pieceTypes[kind].name, r.SquareName(to), file, rank, m, fitting, p.Text())
				}
				if !ok && len(fitting) == 1 && plain && r.promotions[NewPiece(kind, p.side)] == nil && r.tables[NewPiece(kind, p.side)].enPassant == nil && !r.tables[NewPiece(kind, p.side)].rifle {
					t.Fatalf("the %s to %s from %d, %d is not found, and %x is legal: %s", r.pieceTypes[kind].name, r.SquareName(to), file, rank, fitting[0], p.Text())
				}
			}
		})
	})
}
