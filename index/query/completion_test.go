package query

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCompletions(t *testing.T) {
	tests := []struct{ game, before, with, without string }{
		{"chess", "", "not check white queen player: mirrored promoted (", "on and e4 within alloy"},
		{"chess", "wh", "white", "queen check"},
		{"chess", "white ", "queen any", "e4 white check and on"},
		{"chess", "white", "white", "queen"},
		{"chess", "white qu", "queen", "king"},
		{"chess", "white queen ", "on", "e4 white"},
		{"chess", "queen ", "on", "e4"},
		{"chess", "queen on ", "every e4 rank board last {", "i1 queen"},
		{"chess", "queen on e", "every e4", "d4"},
		{"chess", "queen on rank ", "1 8", "9 a"},
		{"chess", "queen on files a-", "h", "i 1"},
		{"chess", "queen on last(", "white black first", "queen e4"},
		{"chess", "check ", "and or then for last white", "on within )"},
		{"chess", "(check ", ") and", "on"},
		{"chess", "check then last ", "within then", "on"},
		{"chess", "check then last within ", "1", "check"},
		{"chess", "move(", "white queen from to takes promoted", "check ply"},
		{"chess", "move(queen ", "from to takes", "on check"},
		{"chess", "count(queen ", "on )", "from"},
		{"chess", "material(", "white", "queen"},
		{"chess", "ply ", "= >= in + -", "on and"},
		{"chess", "ply > ", "material count queen 1", "check"},
		{"chess", "result = ", "1-0 *", "legal"},
		{"chess", "verdict = il", "illegal", "legal"},
		{"chess", "quen ", "and", "on"},
		{"chess", "attack(white queen ", "from to takes )", "gates on"},
		{"chess", "pin(white knight ", "on by against )", "from"},
		{"chess", "ray(Q, k ", "on along within , )", "by"},
		{"chess", "ray(Q, k along ", "file up-left {", "white e4"},
		{"chess", "legal(Q ", "from mates checks takes", "by"},
		{"chess", "moves ", "( > in", "on"},
		{"chess", "sh", "shifted", "check"},
		{"csg-1", "al", "alloy", "facing"},
		{"csg-1", "alloy(", "red cyan", "gold"},
		{"csg-1", "m", "missed-mate mistake", "blunder"},
		{"csg-1", "missed", "missed-mate", "blunder"},
		{"csg-1", "missed-", "mate", "blunder"},
		{"csg-1", "blunder(", "red cyan", "gold"},
		{"csg-1", "accuracy(", "red cyan", "gold"},
		{"csg-1", "swing ", "> in", "("},
		{"csg-1", "rating ", "( > in -", "and"},
		{"csg-1", "rating(", "red cyan first", "gold"},
		{"csg-1", "rating > rating(red) + ", "rating 1", "and"},
		{"csg-1", "op", "opening:", "eco:"},
		{"", "rating(", "first second", "red"},
		{"csg-1", "gold(red) ", ">= and", "on"},
		{"csg-1", "hand(red).", "pawn gold", "red any"},
		{"csg-1", "gold on ", "zone a1 i9", "last"},
		{"", "", "check player: not", "white queen"},
		{"", "date ", ">= =", "in"},
		{"chess", "queen on on ", "", "e4 check and"},
		{"chess", ") ", "", "check and"},
	}
	games := compiled(t)
	for _, test := range tests {
		var words []string
		for _, c := range Completions(test.before+"xyz", utf8.RuneCountInString(test.before)+1, games[test.game]) {
			if c.Kind == "" {
				t.Errorf("%q: %+v", test.before, c)
			}
			words = append(words, c.Word)
		}
		for _, w := range strings.Fields(test.with) {
			if !slices.Contains(words, w) {
				t.Errorf("%s: %q: no %q in %q", test.game, test.before, w, words)
			}
		}
		for _, w := range strings.Fields(test.without) {
			if slices.Contains(words, w) {
				t.Errorf("%s: %q: %q in %q", test.game, test.before, w, words)
			}
		}
	}
}
