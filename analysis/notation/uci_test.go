package notation_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/analysis/variant/fairy"
	"assay/fixtures"
	"assay/fixtures/games"
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
		r := games.Rules(t, tc.variant, "")
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

// TestFairyMoves replays games with walls by the moves that Fairy-Stockfish
// wrote of them, which are read, and written as it wrote them.
func TestFairyMoves(t *testing.T) {
	counts := fixtures.FairyCounts(t)
	for _, id := range []string{"amazons", "duck", "isolation", "isolation7x7", "joust", "snailtrail", "atlantis", "cowboys", "atomicduck"} {
		r := fairyRules(t, id)
		for _, count := range counts[id] {
			p := r.Start()
			for _, text := range count.Moves {
				m, known, _, f := notation.NewSAN(nil, r).Read(p, text)
				if !known || f != nil {
					t.Fatalf("%s: %s of %s: %v", id, text, p.Text(), f)
				}
				if got := (notation.UCI{}).Format(p, m); got != text {
					t.Fatalf("%s: %s of %s, written as %s", id, text, p.Text(), got)
				}
				p.Play(m)
			}
			if got, want := strings.Fields(p.Text()), strings.Fields(count.Position); got[0] != want[0] || got[1] != want[1] {
				t.Errorf("%s %s: %s, want %s", id, count.Name, p.Text(), count.Position)
			}
		}
	}
}

// fairyRules are those of a game built in, or of Fairy-Stockfish's file.
func fairyRules(t *testing.T, id string) *rules.Rules {
	t.Helper()
	if _, ok := variant.Embedded().Find(id); ok {
		return games.Rules(t, id, "")
	}
	text, err := os.ReadFile(fixtures.Shared(t, "data/fairy/variants.ini")[0])
	if err != nil {
		t.Fatal(err)
	}
	games, _ := fairy.Convert("variants.ini", string(text))
	for _, g := range games {
		if g.Name != id {
			continue
		}
		d, err := variant.Embedded().Check(g.Name, g.YAML)
		if err != nil {
			t.Fatal(err)
		}
		r, err := rules.Compile(d)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	t.Fatalf("%s is refused", id)
	return nil
}

// TestUCIIsRead plays chess and its kin at random and reads every move from
// what is written of it.
func TestUCIIsRead(t *testing.T) {
	for _, id := range []string{"chess", "chess960", "crazyhouse", "atomic", "xiangqi", "capablanca", "duck", "amazons", "joust", "janggi", "flipello", "sittuyin", "elgam"} {
		r := games.Rules(t, id, "")
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
