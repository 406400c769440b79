package api

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
)

// positionAfter returns the FEN after moves of chess, written as pairs of
// squares.
func positionAfter(t *testing.T, a *Archive, moves string) string {
	t.Helper()
	p, err := a.Played("chess", "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range strings.Fields(moves) {
		for _, m := range p.Moves(nil) {
			if strings.Join(analysis.Squares(p, m), "") == word {
				p.Play(m)
				break
			}
		}
	}
	return p.Text()
}

// TestPrecompute finds exactly the most frequent positions, each once, and
// precomputes their moves.
func TestPrecompute(t *testing.T) {
	a := newArchive(t)
	var records []string
	for line, games := range map[string]int{
		"1. Nf3 Nf6 2. Nc3 Nc6": 5, "1. Nc3 Nf6 2. Nf3 d5": 4, "1. e4 e5": 3, "1. d4 d5": 2,
	} {
		for n := range games {
			records = append(records, fmt.Sprintf("[Variant \"chess\"]\n[Round \"%d\"]\n\n%s *\n", n, line))
		}
	}
	submit(t, a, append(records, "VariantName=Copper, Silver, Gold (board 1)\n1. Pawn c3 - c4\n"))
	if err := a.CatchUp(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	x, err := a.openedIndex(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found, err := a.frequentPositions(t.Context(), x, 3, 100)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, e := range found {
		got = append(got, e.Position.Text())
	}
	for _, line := range []string{"", "g1f3", "g1f3 g8f6", "g1f3 g8f6 b1c3", "b1c3", "b1c3 g8f6", "g1f3 g8f6 b1c3 b8c6", "b1c3 g8f6 g1f3 d7d5", "e2e4", "e2e4 e7e5"} {
		want = append(want, positionAfter(t, a, line))
	}
	if got[0] != want[0] {
		t.Errorf("%s is thought to be the most frequent one", got[0])
	}
	if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("%q, want %q", got, want)
	}
	if few, err := a.frequentPositions(t.Context(), x, 3, 4); err != nil || len(few) != 4 {
		t.Errorf("of four positions at most %d, %v", len(few), err)
	}
	if err := precompute(t.Context(), x, found); err != nil {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.frequentPositions(ended, x, 3, 100); err == nil {
		t.Error("looks on where nobody waits")
	}
	if err := precompute(ended, x, found); err == nil {
		t.Error("counts on where nobody waits")
	}
}
