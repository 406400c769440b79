package card

import (
	"bytes"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

// TestExtendedCard checks that the card of an extension repeats no sentence
// that is true only for the extended variant.
func TestExtendedCard(t *testing.T) {
	for _, tc := range []struct{ name, text, has, not string }{
		{"captures that stay what they are", `extends: crazyhouse
pieces: {Q~: null, R~: null, B~: null, N~: null}
promotion:
  - {pieces: {P: [Q, R, B, N]}, zone: last, on: end, always: true}
`, "goes to the captor's pocket", "as a pawn|as pawns|becomes Pawn|Crazyhouse|crazyhouse"},
		{"a hand that gains no pieces", `extends: chess
start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1
hand: {name: bag, keeps: none, order: [N]}
drops: {rule: W-5}
`, "Captured pieces leave the game; the bag of a side contains only the pieces it starts with", "captor|FIDE|as pawns|anggi"},
		{"a mandatory promotion", "extends: shogi\n",
			"may become Tokin by a move that starts or ends on the last 3 ranks, and must if the move ends on the last rank", "must on"},
		{"passing without scoring", `extends: janggi
rules:
  - {module: royal-safety}
  - {module: pass}
  - {module: no-moves, result: loss, rule: W-2}
`, "A side whose King is not attacked may pass", "more points|sixteen|Sixteen|Korea|face"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d, err := variant.Embedded().Check("x", []byte("id: x\nname: X\n"+tc.text))
			if err != nil {
				t.Fatal(err)
			}
			r, err := rules.Compile(d)
			if err != nil {
				t.Fatal(err)
			}
			c, err := New(r)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := c.WriteText(&out); err != nil {
				t.Fatal(err)
			}
			text := strings.Join(strings.Fields(out.String()), " ")
			if !strings.Contains(text, tc.has) {
				t.Errorf("%q is not on the card", tc.has)
			}
			for word := range strings.SplitSeq(tc.not, "|") {
				if i := strings.Index(text, word); i >= 0 {
					t.Errorf("%q is on the card: %s", word, text[max(0, i-80):min(len(text), i+80)])
				}
			}
		})
	}
}
