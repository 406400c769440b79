package rules

import (
	"strings"
	"testing"
)

// TestCountingText checks that running counts are written as by
// Fairy-Stockfish: the limit in the en passant field, the plies counted in the
// clock field. The texts were written by Fairy-Stockfish.
func TestCountingText(t *testing.T) {
	for _, tc := range []struct {
		id, before, moves, after string
	}{
		{"makruk", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1a2", "4k3/8/8/8/8/8/R7/4K2R b - 16 8 1"},
		{"makruk", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1a2 e8d8", "3k4/8/8/8/8/8/R7/4K2R w - 16 9 2"},
		{"makruk", "4k2n/8/8/8/8/8/8/R3K3 w - - 7 9", "a1a2", "4k2n/8/8/8/8/8/R7/4K3 b - 128 0 9"},
		{"makruk", "4k2n/8/8/8/8/8/8/R3K3 w - - 7 9", "a1a8 e8d7 a8h8", "7R/3k4/8/8/8/8/8/4K3 b - 32 6 10"},
		{"makruk", "4k3/8/8/5P2/8/8/8/R3K3 w - - 0 1", "f5f6m", "4k3/8/5M2/8/8/8/8/R3K3 b - 32 8 1"},
		{"makruk", "8/8/8/4k3/5P2/8/8/R2K4 b - - 0 1", "e5f4", "8/8/8/8/5k2/8/8/R2K4 w - 32 5 2"},
		{"makruk", "8/8/8/4k3/5P2/8/8/R2K4 b - - 0 1", "e5e4 d1d2", "8/8/8/8/4kP2/8/3K4/R7 b - - 2 2"},
		{"makpong", "4k3/8/8/8/8/8/4n3/R3K3 w - - 3 4", "e1e2", "4k3/8/8/8/8/8/4K3/R7 b - 32 6 4"},
		{"cambodian", "4k2n/3p4/8/8/8/8/8/R3K3 w - - 0 1", "a1a2", "4k2n/3p4/8/8/8/8/R7/4K3 b - 126 0 1"},
		{"cambodian", "4k2n/3pp3/8/8/8/8/4PP2/R3K3 w - - 5 3", "a1a2", "4k2n/3pp3/8/8/8/8/R3PP2/4K3 b - - 6 3"},
		{"asean", "4k3/8/8/8/8/8/4n3/R3K3 w - - 3 4", "e1e2 e8e7", "8/4k3/8/8/8/8/4K3/R7 w - 32 1 5"},
		{"asean", "4k3/8/8/8/8/8/4n3/Q3K3 w - - 3 4", "e1e2 e8e7", "8/4k3/8/8/8/8/4K3/Q7 w - - 1 5"},
		{"asean", "4k3/8/8/8/8/8/4n3/N3K3 w - - 3 4", "e1e2 e8e7", "8/4k3/8/8/8/8/4K3/N7 w - 128 1 5"},
		{"makruk", "4k3/8/8/8/8/8/8/R3K2R w - 16 11 4", "a1a2", "4k3/8/8/8/8/8/R7/4K2R b - 16 12 4"},
	} {
		r := compiled(t, tc.id, "")
		p, err := r.ParsePosition(tc.before)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, word := range strings.Fields(tc.moves) {
			texts = append(texts, p.Text())
			m := step(r, word[:4])
			if len(word) > 4 {
				m = NewMove(Step, m.From(), m.To(), r.names.byLetter[strings.ToUpper(word[4:])])
			}
			p.Play(m)
		}
		if got := p.Text(); got != tc.after {
			t.Errorf("%s %s: %s: %s, want %s", tc.id, tc.before, tc.moves, got, tc.after)
		}
		if q, err := r.ParsePosition(tc.after); err != nil || q.Text() != tc.after {
			t.Errorf("%s: %v, %v", tc.after, q, err)
		}
		for i := len(texts) - 1; i >= 0; i-- {
			if p.Undo(); p.Text() != texts[i] {
				t.Errorf("%s: taken back to %s, not %s", tc.id, p.Text(), texts[i])
			}
		}
	}
}
