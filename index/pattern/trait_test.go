package pattern_test

import (
	"slices"
	"testing"

	"assay/analysis/rules"
	"assay/fixtures/games"
	"assay/index/pattern"
	"assay/index/tape"
)

// TestTraits checks the features that conditions require, against a game with
// captures of queens, a bishop and a pawn, but no promotion or check.
func TestTraits(t *testing.T) {
	r := games.Rules(t, "chess", "")
	b := places{r}
	player := tape.NewPlayer(r)
	if _, err := player.Load(played(t, r, "e4 e5 Qh5 Nf6 Qxe5 Qe7 Qxe7 Bxe7")); err != nil {
		t.Fatal(err)
	}
	had := player.Traits()
	standing := func(names ...string) pattern.Count {
		return pattern.Standing{Pieces: b.pieces(rules.First, names...), Squares: b.all()}
	}
	count := func(op pattern.Op, than int, names ...string) pattern.Node {
		return sum(op, 100*than, pattern.Term{Weight: 100, Of: standing(names...)})
	}
	capture := pattern.Capture{}
	for _, row := range []struct {
		name  string
		of    pattern.Node
		lists int
		may   bool // whether the game has the features
	}{
		{"a capture", capture, 1, true},
		{"a promotion", pattern.Promotion{}, 1, false},
		{"a drop", pattern.Drop{}, 1, false},
		{"a check", pattern.Check{}, 1, true},
		{"a queen", count(pattern.GreaterEqual, 1, "Queen"), 1, true},
		{"no queen", count(pattern.Equal, 0, "Queen"), 1, true},
		{"two queens", count(pattern.GreaterEqual, 2, "Queen"), 1, false},
		{"seven pawns", count(pattern.LessEqual, 7, "Pawn"), 1, false},
		{"any number", count(pattern.GreaterEqual, 0, "Pawn"), 0, true},
		{"of two kinds", count(pattern.Greater, 5, "Pawn", "Queen"), 1, true},
		{"none of two kinds", count(pattern.Equal, 0, "Pawn", "Queen"), 0, true},
		{"both", pattern.And{Of: []pattern.Node{capture, count(pattern.GreaterEqual, 2, "Queen")}}, 2, false},
		{"either", pattern.Or{Of: []pattern.Node{pattern.Promotion{}, count(pattern.GreaterEqual, 2, "Queen")}}, 1, false},
		{"either, one unknown", pattern.Or{Of: []pattern.Node{pattern.Promotion{}, pattern.Last{}}}, 0, true},
		{"not", pattern.Not{Of: capture}, 0, true},
	} {
		lists := pattern.Compile(row.of, r).Traits()
		may := true
		for _, list := range lists {
			may = may && slices.ContainsFunc(list, func(trait tape.Trait) bool { return slices.Contains(had, trait) })
		}
		if len(lists) != row.lists || may != row.may {
			t.Errorf("%s: %d lists, may hold: %v", row.name, len(lists), may)
		}
	}
}
