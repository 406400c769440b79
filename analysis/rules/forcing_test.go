package rules

import (
	"math/rand/v2"
	"slices"
	"testing"

	"assay/analysis/variant"
	"assay/fixtures"
)

// TestForcing compares Forcing, Attackers and MayCheck with playing the legal
// moves of random games.
func TestForcing(t *testing.T) {
	for _, id := range fixtures.Games(variant.Embedded().IDs()) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			r := compiled(t, id, "")
			random := rand.New(rand.NewPCG(3, uint64(len(id))))
			for range fixtures.Rounds(2, 20, 100) {
				p := r.Start()
				for range 80 {
					moves := p.Moves(nil)
					if len(moves) == 0 {
						break
					}
					p.holdForcing(t, moves)
					p.Play(moves[random.IntN(len(moves))])
				}
			}
		})
	}
}

func (p *Position) holdForcing(t *testing.T, moves []Move) {
	t.Helper()
	attacked := p.InCheck(p.side.Other())
	forcing := p.Forcing(nil, p.rules.allTypes())
	threats := p.Threats(nil)
	wanted := slices.DeleteFunc(slices.Clone(threats), p.quiet)
	if all := slices.DeleteFunc(slices.Clone(moves), p.quiet); !slices.Equal(wanted, all) {
		t.Fatalf("%s: threats %v, of all moves %v", p.Text(), wanted, all)
	}
	for _, m := range moves {
		captured := p.Captured(m)
		if forced := captured != NoPiece || m.Kind() != Drop && m.Into() != NoPieceType; forced && !slices.Contains(forcing, m) {
			t.Fatalf("%s: %v is not among the forcing moves", p.Text(), m)
		}
		if m.Kind() == Step && captured != NoPiece {
			if !p.Attackers(p.CapturedOn(m), captured.Type(), p.side, p.occupied).Has(m.From()) {
				t.Fatalf("%s: %v captures, and its piece is no attacker", p.Text(), m)
			}
		}
		may := p.MayCheck(m)
		history := p.playProbe(m)
		check := p.InCheck(p.side)
		if found := p.attackedNow(p.side); check != found {
			t.Fatalf("%s: after %v in check %v, by the move %v", p.Text(), m, found, check)
		}
		p.undoProbe(history)
		if check && !may && !attacked {
			t.Fatalf("%s: %v checks", p.Text(), m)
		}
	}
	for _, m := range slices.Concat(forcing, threats) {
		if !slices.Contains(moves, m) {
			t.Fatalf("%s: %v is no legal move", p.Text(), m)
		}
	}
}

// quiet reports whether a move is none of those that Threats must include.
func (p *Position) quiet(m Move) bool {
	return p.Captured(m) == NoPiece && m.Into() == NoPieceType && !p.MayCheck(m)
}
