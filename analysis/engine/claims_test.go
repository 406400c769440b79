package engine

import (
	"testing"

	"assay/fixtures/games"
)

// TestClaims judges positions in which the game soon ends by a claim.
func TestClaims(t *testing.T) {
	for _, row := range []struct {
		name, game, position string
		mate                 int
	}{
		{"plies without progress", "chess", "8/8/8/4k3/8/8/8/K6Q w - - 96 120", 0},
		{"plies without progress, which one side wins by", "armageddon", "8/8/8/4k3/8/8/8/K6Q w - - 98 120", -2},
		{"plies without progress, which the side to move wins by", "armageddon", "8/8/8/4k3/8/8/8/K6Q b - - 97 120", 3},
		{"moves counted", "makruk", "8/8/8/4k3/8/8/8/K6R w - 32 27 120", 0},
	} {
		p := position(t, games.Rules(t, row.game, ""), row.position)
		found := New(1).Search(t.Context(), p, Limits{Depth: 8}, nil)
		if best := found.Lines[0]; best.CP != 0 || best.Mate != row.mate {
			t.Errorf("%s: %+v, want 0 and a mate in %d", row.name, best, row.mate)
		}
	}
}

// TestClaimsAreOfTheWay searches a position again after a search with another
// history, in which a draw was near.
func TestClaimsAreOfTheWay(t *testing.T) {
	r := games.Rules(t, "chess", "")
	e := New(16)
	near := e.Search(t.Context(), position(t, r, "8/8/8/4k3/8/8/8/K6Q w - - 92 120"), Limits{Depth: 12}, nil)
	if near.Lines[0].CP != 0 {
		t.Errorf("near: %+v", near.Lines[0])
	}
	e.workers = nil
	far := e.Search(t.Context(), position(t, r, "8/8/8/4k3/8/8/8/K6Q w - - 0 120"), Limits{Depth: 6}, nil)
	if fresh := New(16).Search(t.Context(), position(t, r, "8/8/8/4k3/8/8/8/K6Q w - - 0 120"), Limits{Depth: 6}, nil); far.Lines[0].CP != fresh.Lines[0].CP {
		t.Errorf("%+v, and %+v where nothing is remembered", far.Lines[0], fresh.Lines[0])
	}
}
