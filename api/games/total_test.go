package games

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// countingStore is the store of an empty archive that counts its changes and
// the counts of its games.
type countingStore struct {
	Store
	change int64
	counts int
}

func (s *countingStore) Sequence(context.Context) (int64, error) { return s.change, nil }

func (s *countingStore) Count(context.Context, Filter) (int, error) {
	s.counts++
	return 7, nil
}

// TestTotals: numbers of games are kept until the archive changes, within a
// bound. Caches of other packages whose keys clients choose:
// analysis.maxRuleBytes (rules by options), index.Explorations (256 MiB),
// index.DefaultMemory, search.maxCoverage, define (drafts), present (pictures),
// rest.maxClients (rates), web.maxBases (templates).
func TestTotals(t *testing.T) {
	s := new(countingStore)
	c := NewCollection(nil, s, nil, nil, nil, nil)
	count := func(player string, want int) {
		t.Helper()
		n, err := c.countGames(t.Context(), Filter{Player: player})
		if err != nil || n != 7 || s.counts != want {
			t.Fatalf("%d games, %v; counted %d times, want %d", n, err, s.counts, want)
		}
	}
	count("ann", 1)
	count("ann", 1)
	count("bea", 2)
	s.change++
	count("ann", 3)
	count(strings.Repeat("x", 2*maxTotals), 4)
	count(strings.Repeat("x", 2*maxTotals), 5)
	for n := range 1000 {
		count(strings.Repeat("x", 300)+fmt.Sprint(n), 6+n)
	}
	if kept, bytes, _ := c.totals.Size(); kept < 100 || bytes < int64(300*kept) || bytes > maxTotals {
		t.Errorf("%d numbers of %d bytes are kept, at most %d expected", kept, bytes, maxTotals)
	}
}
