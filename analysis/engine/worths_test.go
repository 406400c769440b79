package engine

import (
	"testing"

	"assay/analysis/rules"
	"assay/fixtures/games"
)

func TestWorths(t *testing.T) {
	for _, id := range []string{"chess", "shogi", "xiangqi", "crazyhouse", "makruk", "csg-1", "nine-elder"} {
		r := games.Rules(t, id, "")
		w := newWorths(r, 0, nil)
		for k := rules.PieceType(1); int(k) <= r.Types(); k++ {
			t.Logf("%s %s: %d %d hand %d (%d)", id, r.PieceName(k), w.board[k], w.late[k], w.hand[k], r.Value(k))
		}
	}
}
