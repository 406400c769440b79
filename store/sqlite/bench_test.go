//go:build unix

package sqlite

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"

	"assay/analysis"
	"assay/fixtures/storetest"
	"assay/store"
)

// processorTime is what the process has used so far: on a shared machine a
// steadier measure than the clock.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func BenchmarkAdd(b *testing.B) {
	const batch = 2000
	s := archive(b)
	ctx := context.Background()
	var used time.Duration
	n := 0
	for b.Loop() {
		b.StopTimer()
		games := storetest.Samples(n, batch)
		before := processorTime()
		b.StartTimer()
		for _, a := range result(s.Add(ctx, games))(b) {
			if a.Existing {
				b.Fatalf("game %d is said to be there", a.ID)
			}
		}
		b.StopTimer()
		used += processorTime() - before
		n += batch
		b.StartTimer()
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(n)/used.Seconds(), "games/cpu-s")
	if info, err := os.Stat(s.path); err == nil {
		b.ReportMetric(float64(info.Size())/float64(n), "B/game")
	}
}

// BenchmarkRead asks an archive of some size for single games and for pages of
// lists.
func BenchmarkRead(b *testing.B) {
	const games, batch = 100_000, 5000
	ctx := context.Background()
	s := archive(b)
	for n := 0; n < games; n += batch {
		some := storetest.Samples(n, batch)
		for i, g := range some {
			if (n+i)%1000 == 0 {
				g.Variant, g.Verdict = "xiangqi", analysis.Illegal
			}
		}
		result(s.Add(ctx, some))(b)
	}
	b.Run("Game", func(b *testing.B) {
		for id := int64(1); b.Loop(); id = (id+7919)%games + 1 {
			if g := result(s.Game(ctx, id))(b); g.Number != int(id) {
				b.Fatalf("game %d has number %d", id, g.Number)
			}
		}
	})
	b.Run("ChangedGames", func(b *testing.B) {
		read := 0
		for at := int64(0); b.Loop(); at = (at + 1000) % games {
			some := result(s.ChangedGames(ctx, at, 1000))(b)
			if len(some) != 1000 || some[0].Sequence != at+1 {
				b.Fatalf("%d games after %d", len(some), at)
			}
			read += len(some)
		}
		b.ReportMetric(float64(read)/b.Elapsed().Seconds(), "games/s")
	})
	for _, bm := range []struct {
		name   string
		filter store.Filter
		count  int
	}{
		{"all", store.Filter{}, games},
		{"variant", store.Filter{Variant: "chess"}, games - games/1000},
		{"rare", store.Filter{Variant: "xiangqi", Verdict: analysis.Illegal}, games / 1000},
		{"verdict", store.Filter{Verdict: analysis.Illegal}, games / 1000},
		{"result", store.Filter{Result: "1-0"}, (games + 2) / 3},
		{"player", store.Filter{Player: "family12, given3"}, -1},
		{"players", store.Filter{Player: "f"}, games},
		{"event", store.Filter{Event: "candidates 1977"}, -1},
		{"words", store.Filter{Query: "city12 b12"}, -1},
		{"year", store.Filter{From: "1977", To: "1977"}, -1},
		{"century", store.Filter{From: "1950", To: "2049"}, games},
		{"day", store.Filter{From: "1977-04-28", To: "1977-04-28", Result: "1-0"}, -1},
	} {
		b.Run("List/"+bm.name, func(b *testing.B) {
			for b.Loop() {
				rows, _, err := s.List(ctx, bm.filter, "", 50)
				if err != nil || len(rows) == 0 {
					b.Fatalf("%d rows, %v", len(rows), err)
				}
			}
		})
		b.Run("Count/"+bm.name, func(b *testing.B) {
			for b.Loop() {
				n := result(s.Count(ctx, bm.filter))(b)
				if n == 0 || bm.count >= 0 && n != bm.count {
					b.Fatalf("%d games, want %d", n, bm.count)
				}
			}
		})
	}
	b.Run("Check", func(b *testing.B) {
		for b.Loop() {
			if faults := result(s.Check(ctx))(b); faults != nil {
				b.Fatal(faults)
			}
		}
	})
}
