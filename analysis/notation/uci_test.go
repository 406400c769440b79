package notation_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
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
		{"diana", "5k/6/6/6/6/R2K2 w Q - 0 1", rules.NewMove(rules.Castle, 3, 1, rules.NoPieceType), "d1b1"},
		{"diana", "k5/6/6/6/6/3K1R w K - 0 1", rules.NewMove(rules.Castle, 3, 4, rules.NoPieceType), "d1f1"},
		{"synochess", "3k4/8/8/8/8/8/8/4K2R[] w K - 0 1", rules.NewMove(rules.Castle, 4, 6, rules.NoPieceType), "e1g1"},
		{"wolf", "8/5k2/8/8/5P2/8/1K2p3/8/7p/8 b - - 3 92", rules.NewMove(rules.Step, 15, 7, 10), "h2h1+"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", rules.NewDrop(1, 36, rules.NoPieceType), "P@e5"},
		{"crazyhouse", "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", rules.NewMove(rules.Step, 48, 56, 7), "a7a8q"},
		{"janggi", "4k4/9/9/9/9/9/9/9/3K5/9 w - - 0 1", rules.PassMove, "d2d2"},
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

// TestFairyMoves replays games from Fairy-Stockfish's moves and writes them the
// same.
func TestFairyMoves(t *testing.T) {
	for id, counts := range fixtures.FairyCounts(t) {
		r := games.Rules(t, id, "")
		for _, count := range counts {
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
			q, err := r.ParsePosition(count.Position)
			if err != nil {
				t.Fatalf("%s %s: %v", id, count.Name, err)
			}
			if !asFairy(p, q, count.Position) {
				t.Errorf("%s %s: %s, want %s", id, count.Name, p.Text(), count.Position)
			}
		}
	}
}

// asFairy reports whether a position is written as by Fairy-Stockfish, except
// for deliberate omissions: en passant squares that nothing can capture on,
// unused fields, and a move clock that restarts elsewhere.
func asFairy(p, read *rules.Position, text string) bool {
	got, want := strings.Fields(p.Text()), strings.Fields(text)
	if !p.Equal(read) || got[0] != want[0] || got[1] != want[1] {
		return false
	}
	if len(got) != len(want) { // shogi's
		return len(got) == 4 && want[2] == "-" && want[3] == "-"
	}
	if got[3] != want[3] && (got[3] != "-" || slices.ContainsFunc(p.Moves(nil), func(m rules.Move) bool { return m.Kind() == rules.EnPassant })) {
		return false
	}
	return got[2] == want[2]
}

// TestUCIIsRead plays random moves and reads each from its UCI text, in PGN and
// numbered lists.
func TestUCIIsRead(t *testing.T) {
	for _, id := range fixtures.Games(variant.Embedded().IDs()) {
		r := games.Rules(t, id, "")
		random, lists := rand.New(rand.NewPCG(7, 7)), &notation.Numbered{}
		for range fixtures.Rounds(3, 10, 100) {
			p := r.Start()
			for range 80 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				for _, m := range moves {
					text := (notation.UCI{}).Format(p, m)
					for _, n := range []notation.Notation{notation.NewSAN(nil, r), lists} {
						if got, known, _, f := n.Read(p, text); !known || f != nil || got != m && r.Cells() == 0 { // UCI names no cells
							t.Fatalf("%s: %s of %s is read by %T as %v: %v", id, text, p.Text(), n, got, f)
						}
					}
				}
				p.Play(moves[random.IntN(len(moves))])
			}
		}
	}
}
