package parser

import (
	"strings"
	"testing"
	"time"

	"assay/fixtures"
)

// TestLinear reads long records of one repeated text. The time must not grow
// faster than their length.
func TestLinear(t *testing.T) {
	size := fixtures.Rounds(128, 256, 256) << 10
	heads := map[Format][]string{
		PGN: {"[White \"A\"]\n\n", "[White \"A\"]\n\n1. e4 e5", "[White \"A\"]\n\n1. e4 e5; "},
		KIF: {"手合割：平手\n", "手合割：平手\n   1 ７六歩(77)\n", "手合割：平手\n   1 ７六歩(77)\n   2 投了\n"},
		USI: {"position startpos moves 7g7f\n"},
	}
	for format, heads := range heads {
		for _, text := range []string{
			"\n", " \n", "\r\n", "\u200b\n", "; ", "2. ; ", "; 2. e4\n", "|", ",", "# ", "# \n", "炮二平五马8进7", "炮二平五",
			"\nwords of prose\n", "words of prose\n", "words of prose 1. e4 e5\n", "1 e4 x ", "1) e4 ", "> 1. e4\n", "> words\n",
			"あい\n", "} ", "] ", "$1 ", "$ ", "! ", "1 2 ", "- ", "* ", "e4/e5 ", "( ) ", "{} ", "(e4) ", "1-0 ", "= ", "同 ", "…", ". ",
			"<> ", "\" ", "é ", "½ ", "㉑ ", "1. e4 {a} (1. d4) ", "12 ", "[%clk 1] ", "a8(Q) ", "x,a1 ", "1,e4,e5,", "[A \"b\"] ",
			"まで\n", "(", "{", "１ ７六歩(77)\n",
		} {
			for _, head := range heads {
				begin := time.Now()
				r := NewReader(strings.NewReader(head+strings.Repeat(text, size/len(text))), Options{Format: format})
				for {
					if _, err := r.Next(); err != nil {
						break
					}
				}
				if took := time.Since(begin); took > 4*time.Second {
					t.Errorf("%s: %q after %q takes %v", format, text, head, took)
				}
			}
		}
	}
}
