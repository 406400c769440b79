package engine

import (
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

func compiled(t testing.TB, id string) *rules.Rules {
	t.Helper()
	d, err := variant.Embedded().Definition(id, "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWorths(t *testing.T) {
	for _, id := range []string{"chess", "shogi", "xiangqi", "crazyhouse", "makruk", "csg-1", "nine-elder"} {
		r := compiled(t, id)
		w := newWorths(r, 0)
		for k := rules.PieceType(1); int(k) <= r.Types(); k++ {
			t.Logf("%s %s: %d %d hand %d (%d)", id, r.PieceName(k), w.board[k], w.late[k], w.hand[k], r.Value(k))
		}
	}
}
