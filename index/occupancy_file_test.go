package index_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"assay/fixtures/games"
	"assay/fixtures/stood"
	"assay/index"
)

// source is an archive in memory: its changes by their games.
type source struct {
	sequence int64
	changes  map[int64]index.Change
}

func (s *source) put(game int64, d index.Document) {
	s.sequence++
	s.changes[game] = index.Change{Sequence: s.sequence, Game: game, Deleted: d.Verdict == "", Document: d}
}

func (s *source) Changes(_ context.Context, after int64, limit int) (all []index.Change, err error) {
	for _, c := range s.changes {
		if c.Sequence > after {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b index.Change) int { return int(a.Sequence - b.Sequence) })
	return all[:min(limit, len(all))], nil
}

func (s *source) Outline(ctx context.Context, after int64, limit int) ([]index.Change, error) {
	return s.Changes(ctx, after, limit)
}

func (s *source) Sequence(context.Context) (int64, error)            { return s.sequence, nil }
func (s *source) Lineage(_ context.Context, _ int64) (string, error) { return "one", nil }

// TestStayFiles asks random queries of an index that has noted stays and of one
// that has not, after one change after another.
func TestStayFiles(t *testing.T) {
	chess, shogi := games.Rules(t, "chess", ""), games.Rules(t, "shogi", "")
	s, made := &source{changes: map[int64]index.Change{}}, stood.New(4)
	const played = 4500
	for n := range int64(played) {
		r := chess
		if n%3 == 2 {
			r = shogi
		}
		s.put(played-n, made.Game(r)) // not in the order of their numbers
	}
	folder := t.TempDir()
	open := func(name string) *index.Index {
		t.Helper()
		x, err := index.Open(t.Context(), filepath.Join(folder, name), s, index.Options{BatchPositions: 1 << 19})
		if err == nil {
			err = x.CatchUp(t.Context(), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { x.Close() })
		return x
	}
	noting, plain := open("noting"), open("plain")
	ahead := func() {
		t.Helper()
		occurrences := func(context.Context, int64) ([]int, error) { return []int{0}, nil }
		explorations := []index.Exploration{{Position: chess.Start(), Occurrences: occurrences}, {Position: shogi.Start(), Occurrences: occurrences}}
		if err := noting.Precompute(t.Context(), explorations, func(time.Duration) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	files := func() []string {
		t.Helper()
		paths, err := filepath.Glob(filepath.Join(folder, "noting", "*", "stays", "*"))
		if err != nil || len(paths) == 0 {
			t.Fatal(paths, err)
		}
		return paths
	}
	checked := func(want ...index.FaultKind) {
		t.Helper()
		faults, err := noting.Check(t.Context())
		var got []index.FaultKind
		for _, f := range faults {
			got = append(got, f.Kind)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("check: %v %v, want %v", faults, err, want)
		}
	}
	spoil := func(at int64) {
		for _, path := range files() {
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			info, err := f.Stat()
			if err == nil {
				_, err = f.WriteAt([]byte{0x55}, (at+info.Size())%info.Size())
			}
			if err != nil {
				t.Fatal(err)
			}
			f.Close()
		}
	}
	for _, step := range []struct {
		name   string
		change func()
		told   bool // by stays, so that fewer games are read
	}{
		{"before", func() {}, false},
		{"noted", ahead, true},
		{"some games are others", func() {
			for n := range int64(40) {
				s.put(200*n+1, made.Game(chess))
				s.put(200*n+2, index.Document{})
				s.put(played+n, made.Game(shogi))
			}
		}, true},
		{"their beginnings are spoilt", func() { checked(); spoil(30); checked(index.Derived) }, false},
		{"noted again", ahead, true},
		{"stays are spoilt", func() { checked(); spoil(-1) }, true},
		{"noted once more", func() {
			ahead()
			gone := filepath.Join(folder, "noting", "generation-1", "stays", "ffffffffffff-0")
			if err := os.WriteFile(gone, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			ahead()
			if _, err := os.Stat(gone); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the file of a segment that is gone: %v", err)
			}
		}, true},
		{"made anew", func() {
			if err := noting.Rebuild(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"and noted", func() {
			ahead()
			for _, path := range files() {
				index.ForgeOccupancies(t, path)
			}
			checked(index.Derived)
			for _, path := range files() {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			}
			ahead()
			checked()
		}, true},
		{"opened again", func() {
			if err := noting.Close(); err != nil {
				t.Fatal(err)
			}
			noting = open("noting")
		}, true},
	} {
		step.change()
		for _, x := range []*index.Index{noting, plain} {
			if err := x.CatchUp(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		}
		read, all := uint64(0), uint64(0)
		for range 60 {
			q := made.Query(played)
			want, err := plain.Games(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			got, err := noting.Games(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			read, all = read+got.Work.Read, all+want.Work.Read
			if got.Work, want.Work = (index.Work{}), (index.Work{}); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %+v %+v: %d games, want %d", step.name, q, q.Match.Condition, got.Total, want.Total)
			}
		}
		if told := read < all; told != step.told {
			t.Errorf("%s: %d games were read, and %d without stays", step.name, read, all)
		}
	}
}
