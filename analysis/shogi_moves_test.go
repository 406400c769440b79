package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/analysis"
	"assay/parser"
)

// TestShogiMovesInPGN reads moves of shogi files between the tags of PGN, and
// games of languages without any header.
func TestShogiMovesInPGN(t *testing.T) {
	const tags = "[Sente \"A\"]\n[Gote \"B\"]\n\n"
	for _, row := range []struct{ text, want string }{
		{tags + "1. 7g7f 3c3d 2. 8h2b+ 3a2b 3. B*4e *", "shogi legal 5"},
		{"[Variant \"Shogi\"]\n\n1. 7g7f 3c3d 2. 2g2f *", "shogi legal 3"},
		{"[Variant \"minishogi\"]\n\n1. 5d5c 1b1c *", "minishogi legal 2"},
		{tags + "1. +7776FU -3334FU +2726FU *", "shogi legal 3"},
		{tags + "1. 7776FU 3334FU 2. 8822UM 3122GI 3. 0045KA *", "shogi legal 5"},
		{tags + "1. ７六歩(77) ３四歩(33) 2. ２二角成(88) 同　銀(31) 3. ４五角打 (▲７八金(69) △３二金(41)) ３二金(41) *", "shogi legal 6"},
		{tags + "▲７六歩 △３四歩 ▲２二角成△同　銀▲４五角", "shogi legal 5"},
		{tags + "▲７六歩 △３四歩 ▲２二角成 △同 銀", "shogi legal 4"},
		{"1. 7g7f 3c3d\n2. 8h2b+ 3a2b\n", "shogi legal 4"},
		{"1. 7g7f\n2. 3c3d\n3. 8h2b+\n4. 3a2b\n", "shogi legal 4"},
		{"7g7f 3c3d 8h2b+ 3a2b B*4e\n", "shogi legal 5"},
		{tags + "1. 7g7f 3c3d 2. 7f7d *", "shogi illegal 2"},
		{tags + "1. 7776FU 3334FU 2. 7674FU *", "shogi illegal 2"},
		{tags + "▲７六歩 △３四歩 △８四歩", "shogi illegal 2"},
		{"[Variant \"chess\"]\n\n1. 7g7f *", "chess unreadable 0"},
		{"1. e4 e5 2. Sf3 Sc6 3. Lb5 Sf6 4. Lxc6 dxc6 5. S@f5 L@g4 6. Sxe5 Dd6 7. Sxd6+ cxd6\n", "crazyhouse legal 14"},
	} {
		rec, err := parser.NewReader(strings.NewReader(row.text), parser.Options{}).Next()
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		r := analysis.NewVerifier(book).Verify(rec, analysis.Settings{}).Report
		if got := fmt.Sprint(r.Variant, " ", r.Verdict, " ", r.Plies); got != row.want {
			t.Errorf("%s: %s, want %s", row.text, got, row.want)
		}
	}
}
