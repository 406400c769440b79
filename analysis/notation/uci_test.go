package notation_test

import (
	"math/rand/v2"
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
)

func TestUCI(t *testing.T) {
	for _, tc := range []struct {
		variant, position string
		move              rules.Move
		want              string
	}{
		{"chess", "", rules.NewMove(rules.Step, 12, 28, rules.NoPieceType), "e2e4"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", rules.NewMove(rules.Castle, 4, 6, rules.NoPieceType), "e1g1"},
		{"chess960", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", rules.NewMove(rules.Castle, 4, 6, rules.NoPieceType), "e1h1"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", rules.NewDrop(1, 36, rules.NoPieceType), "P@e5"},
		{"crazyhouse", "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", rules.NewMove(rules.Step, 48, 56, 7), "a7a8q"},
		{"janggi", "4k4/9/9/9/9/9/9/9/3K5/9 w - - 0 1", rules.NewMove(rules.Pass, 0, 0, rules.NoPieceType), "d2d2"},
	} {
		r := compiled(t, tc.variant, "")
		text := tc.position
		if text == "" {
			text = r.StartText()
		}
		p, err := r.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		if !p.Legal(tc.move) {
			t.Errorf("%s: %s is not legal", tc.variant, tc.want)
		}
		if got := (notation.UCI{}).Format(p, tc.move); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.variant, got, tc.want)
		}
	}
}

// TestUCIIsRead plays chess and its kin at random and reads every move from what is
// written of it.
func TestUCIIsRead(t *testing.T) {
	for _, id := range []string{"chess", "chess960", "crazyhouse", "atomic", "xiangqi", "capablanca", "duck", "amazons", "joust"} {
		r := compiled(t, id, "")
		random := rand.New(rand.NewPCG(7, 7))
		for range 20 {
			p := r.Start()
			for range 80 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				for _, m := range moves {
					text := (notation.UCI{}).Format(p, m)
					if got, known, _, f := notation.NewSAN(nil, r).Read(p, text); !known || f != nil || got != m {
						t.Fatalf("%s: %s of %s is read as %v: %v", id, text, p.Text(), got, f)
					}
				}
				p.Play(moves[random.IntN(len(moves))])
			}
		}
	}
}
