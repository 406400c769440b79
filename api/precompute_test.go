package api

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/api/search"
	"assay/index"
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
	positions := func(most int) (found []string) {
		t.Helper()
		ctx, stop := context.WithCancel(t.Context())
		x := &precomputing{Index: must(a.OpenedIndex(t.Context())), most: most, stop: stop}
		withIndex(a, x, nil).Follow(ctx, func(err error) {
			if err != nil {
				t.Error(err)
			}
		})
		for _, e := range x.found {
			found = append(found, e.Position.Text())
		}
		return found
	}
	got, want := positions(100), []string(nil)
	for _, line := range []string{"", "g1f3", "g1f3 g8f6", "g1f3 g8f6 b1c3", "b1c3", "b1c3 g8f6", "g1f3 g8f6 b1c3 b8c6", "b1c3 g8f6 g1f3 d7d5", "e2e4", "e2e4 e7e5"} {
		want = append(want, positionAfter(t, a, line))
	}
	if len(got) == 0 || got[0] != want[0] {
		t.Fatalf("%q: the start is not the most frequent one", got)
	}
	if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("%q, want %q", got, want)
	}
	if few := positions(4); len(few) != 4 {
		t.Errorf("%d positions, want 4", len(few))
	}
}

// precomputing is an index that ends with its first precomputed counts.
type precomputing struct {
	search.Index
	most  int
	found []index.Exploration
	stop  func()
}

func (x *precomputing) Frequent() (games, positions int) { return 3, x.most }

func (x *precomputing) Precompute(ctx context.Context, all []index.Exploration, rest func(time.Duration) error) error {
	x.found = all
	err := x.Index.Precompute(ctx, all, rest)
	x.stop()
	return err
}

func (x *precomputing) Close() error { return nil }
