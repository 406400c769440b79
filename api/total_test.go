package api

import (
	"context"
	"strings"
	"testing"

	"assay/api/games"
	"assay/api/records"
	"assay/store"
)

// countingStore counts the calls of Count.
type countingStore struct {
	store.Archive
	counts int
}

func (c *countingStore) Count(ctx context.Context, f games.Filter) (int, error) {
	c.counts++
	return c.Archive.Count(ctx, f)
}

// TestTotalsAreCountedOnce requests pages of lists while the archive changes.
// Totals must be right at once, and counted once per filter and change.
func TestTotalsAreCountedOnce(t *testing.T) {
	a := newArchive(t)
	s := &countingStore{Archive: a.store}
	a = NewArchive(a.Arbiter, s)
	add := func(record string) func() error {
		return func() error {
			_, err := a.Submit(t.Context(), "games", strings.NewReader(record), records.Reading{}, true)
			return err
		}
	}
	game := func(white string) string { return "[White \"" + white + "\"]\n\n1. e4 e5 *\n\n" }
	for _, step := range []struct {
		name               string
		change             func() error
		all, carl, deleted int
		counts             int
	}{
		{"empty", func() error { return nil }, 0, 0, 0, 3},
		{"two games", add(game("Carl") + game("Anna")), 2, 1, 0, 3},
		{"the same again", add(game("Carl")), 2, 1, 0, 0},
		{"another", add(game("Carl, B")), 3, 2, 0, 3},
		{"deleted", func() error { return a.Delete(t.Context(), 1) }, 2, 1, 1, 3},
		{"restored", func() error { return a.Restore(t.Context(), 1) }, 3, 2, 0, 3},
		{"as it was", func() error { return nil }, 3, 2, 0, 0},
	} {
		if err := step.change(); err != nil {
			t.Fatal(step.name, err)
		}
		s.counts = 0
		for _, list := range []struct {
			filter games.Filter
			total  int
		}{{games.Filter{}, step.all}, {games.Filter{Player: "carl"}, step.carl}, {games.Filter{Deleted: true}, step.deleted}, {games.Filter{}, step.all}} {
			page, err := a.List(t.Context(), list.filter, "", "", 1)
			if err != nil || page.Total != list.total {
				t.Errorf("%s, %+v: %+v, %v, want %d", step.name, list.filter, page, err, list.total)
			}
		}
		if s.counts != step.counts {
			t.Errorf("%s: counted %d times, want %d", step.name, s.counts, step.counts)
		}
	}
}
