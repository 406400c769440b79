package index

import (
	"context"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkCatchUp indexes 5,000 games of 89 positions: positions a second, and
// bytes of disk a position at the end.
func BenchmarkCatchUp(b *testing.B) {
	a := listArchive(5000)
	for b.Loop() {
		path := b.TempDir()
		x, err := Open(context.Background(), path, a, Options{})
		if err != nil {
			b.Fatal(err)
		}
		start := time.Now()
		catchUp(b, x)
		taken := time.Since(start)
		key := startKey
		if result, err := x.Games(context.Background(), Query{Key: &key, Verdicts: verdicts}); err != nil || result.Total != 5000 {
			b.Fatalf("%d games, error %v", result.Total, err)
		}
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
		positions := float64(89 * len(a))
		b.ReportMetric(positions/taken.Seconds(), "positions/s")
		b.ReportMetric(float64(size(b, path))/positions, "B/position")
	}
}

func size(b *testing.B, path string) (total int64) {
	err := filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return total
}

// BenchmarkGames asks an index of 30,000 games for a position of its own, for
// the start, and for words.
func BenchmarkGames(b *testing.B) {
	a := listArchive(30_000)
	x := open(b, b.TempDir(), a, Options{})
	catchUp(b, x)
	start, rare := startKey, a[777].Document.Keys[88]
	illegal := uint64(0)
	for _, c := range a {
		if c.Document.Verdict == "illegal" {
			illegal++
		}
	}
	for _, bench := range []struct {
		name  string
		query Query
		total uint64
	}{
		{"rare", Query{Key: &rare, Verdicts: verdicts, Limit: 50}, 1},
		{"start", Query{Key: &start, Verdicts: verdicts, Limit: 50}, 30_000},
		{"verdict", Query{Verdicts: []string{"illegal"}, Limit: 50}, illegal},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				if result, err := x.Games(context.Background(), bench.query); err != nil || result.Total != bench.total {
					b.Fatalf("total %d, want %d, error %v", result.Total, bench.total, err)
				}
			}
		})
	}
}

// BenchmarkOpen opens an index of 30,000 games of 89 positions, and so holds it
// to its checksums and to its archive.
func BenchmarkOpen(b *testing.B) {
	a := listArchive(30_000)
	path := b.TempDir()
	for b.Loop() {
		x, err := Open(context.Background(), path, a, Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		catchUp(b, x)
		if x.State().Cursor != 30_000 {
			b.Fatalf("cursor %d", x.State().Cursor)
		}
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(size(b, path))/1e6, "MB")
}

// list is a Source of games that were archived once and never changed.
type list []Change

func listArchive(games int) list {
	r := rand.New(rand.NewPCG(12, 12))
	l := make(list, games)
	for i := range l {
		l[i] = Change{Sequence: int64(i + 1), Game: int64(i + 1), Document: randomDocument(r, 88)}
	}
	return l
}

func (l list) Sequence(context.Context) (int64, error) { return int64(len(l)), nil }

func (l list) Lineage(context.Context, int64) (string, error) { return "list", nil }

func (l list) Outline(ctx context.Context, after int64, limit int) ([]Change, error) {
	return l.Changes(ctx, after, limit)
}

func (l list) Changes(_ context.Context, after int64, limit int) ([]Change, error) {
	return l[after:min(after+int64(limit), int64(len(l)))], nil
}
