package engine

import (
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/fixtures/games"
)

// TestWorths holds what pieces are found to be worth to what is known of games
// that have been played for long, and to the powers of pieces that others have
// besides their own.
func TestWorths(t *testing.T) {
	for _, tc := range []struct{ id, rising string }{
		{"chess", "Pawn Knight Bishop Rook Queen"},
		{"capablanca", "Pawn Knight Bishop Rook Archbishop Chancellor Queen"},
		{"makruk", "Bia Met Khon Ma Rua"},
		{"shatranj", "Pawn Minister Knight Rook"},
		{"xiangqi", "Soldier Horse Cannon Chariot"},
		{"xiangqi", "Advisor Horse"},
		{"xiangqi", "Elephant Horse"},
		{"crazyhouse", "Pawn Knight Bishop Rook Queen"},
		{"shogi", "Pawn Knight Silver Gold Bishop Rook Dragon"},
		{"shogi", "Pawn Lance Silver PromotedSilver"},
		{"shogi", "Bishop Horse Dragon"},
		{"csg-1", "Pawn CompletedPawn Copper Silver Gold CopperDragon SilverDragon GoldDragon"},
		{"csg-1", "Gold Jumper CopperDragon"},
		{"nine-elder", "Pawn Silver Gold Angle Incense Dragon"},
		{"nine-elder", "Pawn Cassia Gilding Copper"},
	} {
		r := games.Rules(t, tc.id, "")
		m := newEvaluator(r, nil)
		kinds := map[string]rules.PieceType{}
		for k := rules.PieceType(r.Types()); k > 0; k-- {
			kinds[r.PieceName(k)] = k
		}
		names := strings.Fields(tc.rising)
		for i, name := range names {
			k, known := kinds[name]
			if !known {
				t.Errorf("%s has no %s", tc.id, name)
				continue
			}
			if i == 0 {
				continue
			}
			if less := kinds[names[i-1]]; m.mg[less] >= m.mg[k] {
				t.Errorf("%s: %s %d, %s %d", tc.id, names[i-1], m.mg[less], name, m.mg[k])
			}
		}
	}
}
