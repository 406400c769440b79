package api

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/api/players"
	"assay/api/records"
	"assay/fixtures"
)

// BenchmarkPlayer reports players of an archive of short games, in which a few
// play most games: at first, when no details are in memory, and again. It also
// reports those with the most games. LONG_TESTS=all makes a million games, and
// reports every 20th of the 10,000 players with the most.
func BenchmarkPlayer(b *testing.B) {
	games, people := fixtures.Rounds(100_000, 100_000, 1_010_000), fixtures.Rounds(500, 500, 20_000)
	step, most := fixtures.Rounds(1, 1, 20), fixtures.Rounds(1, 1, 12)
	a := newArchive(b)
	if _, err := a.Submit(b.Context(), "games.txt", strings.NewReader(strings.Join(randomRecords(b, 9, 100, 24), "\n")), records.Reading{}, false); err != nil {
		b.Fatal(err)
	}
	var ids []int64
	for id := range int64(100) {
		ids = append(ids, id+1)
	}
	models := must(a.store.Games(b.Context(), ids))
	random := rand.New(rand.NewPCG(1, 2))
	who := rand.NewZipf(random, 1.1, 2, uint64(people)-1)
	name := func() string { n := who.Uint64(); return fmt.Sprintf("Family%d, Given%d", n, n%7) }
	for range games / 1000 {
		part := slices.Clone(models[:0])
		for range 1000 {
			g := *models[random.IntN(len(models))]
			g.ID, g.Result = 0, []string{"1-0", "0-1", "1/2-1/2"}[random.IntN(3)]
			g.First, g.Second, g.Date = name(), name(), fmt.Sprintf("%d-%02d-%02d", 1950+random.IntN(70), 1+random.IntN(12), 1+random.IntN(28))
			g.Record = fmt.Appendf(nil, "%d %s", random.Uint64(), g.Record)
			part = append(part, &g)
		}
		if _, err := a.store.Add(b.Context(), part); err != nil {
			b.Fatal(err)
		}
	}
	report := func(b *testing.B, r *players.Roster, n int) time.Duration {
		began := time.Now()
		if _, err := r.Player(b.Context(), fmt.Sprintf("Family%d, Given%d", n, n%7)); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
	for _, kind := range []struct {
		name         string
		people, step int
		again        bool
	}{
		{"first", min(people, 10_000), step, false}, {"again", min(people, 10_000), step, true},
		{"most games, first", most, 1, false}, {"most games, again", most, 1, true},
	} {
		b.Run(kind.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				r := players.NewRoster(a.Library, a.store, a.Analyses)
				for n := 0; n < kind.people; n += kind.step {
					if kind.again {
						report(b, r, n)
					}
					took = append(took, report(b, r, n))
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[(len(took)-1)/2].Microseconds())/1000, "ms-p50")
			b.ReportMetric(float64(took[(len(took)-1)*99/100].Microseconds())/1000, "ms-p99")
		})
	}
}
