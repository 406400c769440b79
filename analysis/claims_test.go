package analysis_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestCounting counts moves against a bare king, and against a side with too
// little material.
func TestCounting(t *testing.T) {
	moves := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(fmt.Sprintf("%d. ", i+1) + [2]string{"Ra2 Kd8 ", "Ra1 Ke8 "}[i%2])
		}
		return b.String() + "*"
	}
	for _, row := range []struct {
		game, position string
		moves          int
		want           string // of the first claim of counting, "" for none
	}{
		{"makruk", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 4, "the pieces' honour could have been claimed at ply 8"},
		{"makruk", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 3, ""},
		{"makruk", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 13, "the pieces' honour could have been claimed at ply 26"},
		{"makruk", "4k3/8/8/8/8/8/7P/R3K3 w - - 0 1", 14, ""},
		{"makruk", "4k2n/8/8/8/8/8/8/R3K3 w - - 0 1", 63, ""},
		{"makruk", "4k2n/8/8/8/8/8/8/R3K3 w - - 0 1", 64, "the board's honour could have been claimed at ply 128"},
		{"asean", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 16, "a draw by counting could have been claimed at ply 32"},
		{"cambodian", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 3, "the pieces' honour could have been claimed at ply 6"},
	} {
		_, g := proved(t, fmt.Sprintf("[Variant %q]\n[SetUp \"1\"]\n[FEN %q]\n\n%s\n", row.game, row.position, moves(row.moves)))
		if g.Report.Error != nil {
			t.Errorf("%s %s: %v", row.game, row.position, g.Report.Error)
		}
		got := ""
		for _, w := range g.Report.Warnings {
			if strings.Contains(w.Message, "count") && !strings.Contains(w.Message, "repetition") && got == "" {
				got = w.Message
			}
		}
		if !strings.HasSuffix(got, row.want) || got != "" && row.want == "" {
			t.Errorf("%s %s: %q, want %q", row.game, row.position, got, row.want)
		}
	}
}

// TestRepetitionDecides names the winner if the moves between the repeated
// positions decide.
func TestRepetitionDecides(t *testing.T) {
	for _, row := range []struct{ game, position, moves, want string }{
		{"xiangqi", "4k4/9/9/c1c6/9/r8/9/9/C8/3K5 w - - 0 1", "a2c2 a5c5 c2a2 c5a5 a2c2 a5c5 c2a2 c5a5", "a win for Red by perpetual chase could have been claimed at ply 8"},
		{"xiangqi", "3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w - - 0 1", "f2e2 f3e3 e2f2 e3f3 f2e2 f3e3 e2f2 e3f3", "a win for Red by perpetual check could have been claimed at ply 8"},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "e1e2 d10d9 e2e1 d9d10 e1e2 d10d9 e2e1 d9d10", "a draw by repetition, or the loss of a side that checked or chased without end could have been claimed at ply 8"},
		{"minixiangqi", "3k3/7/7/7/7/7/2K3R w - - 0 1", "g1f1 d7d6 f1g1 d6d7 g1f1 d7d6 f1g1 d6d7", "a draw by repetition, or the loss of a side that always gave check could have been claimed at ply 8"},
		{"torishogi", "", "d1c2 d7c6 c2d1 c6d7 d1c2 d7c6 c2d1 c6d7 d1c2 d7c6 c2d1 c6d7", "a win for Sente by repetition could have been claimed at ply 12"},
		{"minishogi", "", "b1b2 d5d4 b2b1 d4d5 b1b2 d5d4 b2b1 d4d5 b1b2 d5d4 b2b1 d4d5", "a win for Gote by repetition could have been claimed at ply 12"},
		{"shogi", "4k4/9/9/9/9/9/9/3R5/4K4[] w 0 1", "d2e2 e9d9 e2d2 d9e9 d2e2 e9d9 e2d2 d9e9 d2e2 e9d9 e2d2 d9e9", "a win for Gote by perpetual check could have been claimed at ply 12"},
	} {
		r, err := book.Rules(row.game, "")
		if err != nil {
			t.Fatal(err)
		}
		setup := ""
		if row.position != "" {
			setup = fmt.Sprintf("[SetUp \"1\"]\n[FEN %q]\n", row.position)
		}
		_, g := proved(t, fmt.Sprintf("[Variant %q]\n%s\n%s *\n", r.Definition().ID, setup, row.moves))
		if g.Report.Error != nil {
			t.Errorf("%s %s: %v", row.game, row.position, g.Report.Error)
		}
		var got []string
		for _, w := range g.Report.Warnings {
			got = append(got, w.Message)
		}
		if !slices.Contains(got, row.want) {
			t.Errorf("%s %s: %q, want %q", row.game, row.position, got, row.want)
		}
	}
}

// TestMaterial warns once, at the first ply after which nobody can win (W-1).
func TestMaterial(t *testing.T) {
	for _, row := range []struct {
		game, position, moves string
		ply                   int // 0 for no warning
	}{
		{"chess", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxe2 Ke7 Ke3", 1},
		{"chess", "4k3/4p3/8/8/8/8/4B3/4K3 b - - 0 1", "e5 Bb5+ Kf8 Bd3 e4 Bxe4 Ke7", 6},
		{"chess", "4k3/8/8/8/8/8/4p3/4K1N1 w - - 0 1", "Nxe2 Kd8", 1},
		{"chess", "4k1n1/8/8/8/8/8/4p3/4K1N1 w - - 0 1", "Nxe2 Kd8", 0},
		{"chess", "4k3/8/8/8/8/8/4p3/4KNN1 w - - 0 1", "Kxe2 Kd8", 0},
		{"chess", "4k3/8/8/8/8/8/4p3/4KBN1 w - - 0 1", "Kxe2 Kd8", 0},
		{"chess", "2b1k3/8/8/8/8/8/4p3/4KB2 w - - 0 1", "Bxe2 Bd7 Bd1", 1},
		{"chess", "4kb2/8/8/8/8/8/4p3/4KB2 w - - 0 1", "Bxe2 Bd6", 0},
		{"chess", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=B Kd7", 1},
		{"chess", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=R Kd7", 0},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Kd1 Kd8", 1},
		{"chess960", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxe2 Ke7", 1},
		{"3check", "4k3/8/8/8/8/8/4p3/4K3 w - - 3+3 0 1", "Kxe2 Ke7", 1},
		{"3check", "4k3/8/8/8/8/8/4p3/4K1N1 w - - 3+3 0 1", "Nxe2 Ke7", 0},
		{"kingofthehill", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxe2 Ke7", 0},
		{"crazyhouse", "4k3/8/8/8/8/8/4p3/4K3[] w - - 0 1", "Kxe2 Ke7", 0},
	} {
		_, g := proved(t, fmt.Sprintf("[Variant %q]\n[SetUp \"1\"]\n[FEN %q]\n[Result \"1-0\"]\n\n%s 1-0\n", row.game, row.position, row.moves))
		if g.Report.Error != nil || g.Report.Result != "1-0" {
			t.Errorf("%s %s: %s %v", row.game, row.position, g.Report.Result, g.Report.Error)
		}
		var got []int
		for _, w := range g.Report.Warnings {
			if w.Rule == "W-1" && strings.Contains(w.Message, "insufficient material could have been claimed at ply ") {
				got = append(got, w.Ply)
			}
		}
		if row.ply == 0 && len(got) > 0 || row.ply > 0 && !slices.Equal(got, []int{row.ply}) {
			t.Errorf("%s %s: %v, want %d", row.game, row.position, got, row.ply)
		}
	}
}
