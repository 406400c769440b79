package index

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/fixtures"

	bleveindex "github.com/blevesearch/bleve_index_api"
)

func TestGamesEqualsBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	a := newArchive()
	a.fill(r, fixtures.Rounds(700, 2000, 2000), 60)
	x := open(t, t.TempDir(), a, Options{BatchPositions: 20_000})
	for round := range 3 {
		catchUp(t, x)
		if x.State().Cursor != a.sequence {
			t.Fatalf("cursor %d, sequence %d", x.State().Cursor, a.sequence)
		}
		hits := 0
		queries := fixtures.Rounds(60, 200, 200)
		for range queries {
			q := a.randomQuery(r)
			want := a.find(q)
			hits += len(want)
			q.Limit = []int{1, 7, 500, 1 << 62}[r.IntN(4)]
			if q.Limit < 100 && len(want) > 200 {
				q.Limit = 97
			}
			if got := all(t, x, q); !slices.Equal(got, want) {
				t.Fatalf("round %d, %+v: %d games, want %d", round, q, len(got), len(want))
			}
		}
		if hits < queries {
			t.Fatalf("the queries found %d games in all: too few to show anything", hits)
		}
		checkClean(t, x)
		a.change(r, fixtures.Rounds(250, 700, 700))
	}
}

func TestGames(t *testing.T) {
	shared, own := uint64(7), uint64(8)
	a := newArchive()
	a.put(1, Document{Variant: "chess", Verdict: "legal", Keys: []uint64{shared, shared, own}})
	a.put(2, Document{Variant: "chess", Verdict: "illegal", Keys: []uint64{shared}})
	a.put(3, Document{Variant: "shogi", Verdict: "legal", Keys: []uint64{shared}})
	a.put(4, Document{Verdict: "unreadable", Headers: map[string]string{"": "nameless", "White Elo": "2700"}})
	x := open(t, t.TempDir(), a, Options{})
	catchUp(t, x)
	other := uint64(9)
	tests := []struct {
		name  string
		query Query
		want  Result
	}{
		{"legal only", Query{Key: &shared, Limit: 10}, Result{Games: []int64{1, 3}, Total: 2}},
		{"illegal asked for", Query{Key: &shared, Verdicts: []string{"illegal"}, Limit: 10}, Result{Games: []int64{2}, Total: 1}},
		{"both", Query{Key: &shared, Verdicts: []string{"illegal", "legal"}, Limit: 10}, Result{Games: []int64{1, 2, 3}, Total: 3}},
		{"variant", Query{Key: &shared, Variant: "shogi", Limit: 10}, Result{Games: []int64{3}, Total: 1}},
		{"one game's own", Query{Key: &own, Limit: 10}, Result{Games: []int64{1}, Total: 1}},
		{"unknown key", Query{Key: &other, Limit: 10}, Result{}},
		{"unknown variant", Query{Variant: "go", Limit: 10}, Result{}},
		{"everything", Query{Limit: 10}, Result{Games: []int64{1, 2, 3, 4}, Total: 4}},
		{"first page", Query{Limit: 3}, Result{Games: []int64{1, 2, 3}, Total: 4, Next: 3}},
		{"last page", Query{Limit: 3, After: 3}, Result{Games: []int64{4}, Total: 4}},
		{"exactly one page", Query{Limit: 4}, Result{Games: []int64{1, 2, 3, 4}, Total: 4}},
		{"total only", Query{}, Result{Total: 4}},
		{"header's name without spaces", Query{Match: header("whiteelo", "2700"), Limit: 10}, Result{Games: []int64{4}, Total: 1}},
		{"total of a condition only", Query{Match: header("whiteelo", "2700")}, Result{Total: 1}},
		{"nameless header", Query{Match: header("", "nameless"), Limit: 10}, Result{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := x.Games(context.Background(), test.query)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Games, test.want.Games) || got.Total != test.want.Total || got.Next != test.want.Next {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
	if _, err := x.Games(context.Background(), Query{Limit: -1}); err == nil {
		t.Error("a negative limit is accepted")
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := x.Games(ended, Query{}); !errors.Is(err, context.Canceled) {
		t.Errorf("search with an ended context: %v", err)
	}
}

func TestCatchUpProgress(t *testing.T) {
	a := newArchive()
	a.fill(rand.New(rand.NewPCG(2, 2)), 600, 20)
	x := open(t, t.TempDir(), a, Options{BatchPositions: 1})
	var seen []int64
	err := x.CatchUp(context.Background(), func(done, total int64) {
		if total != 600 {
			t.Errorf("total %d", total)
		}
		seen = append(seen, done)
	})
	var want []int64
	for done := int64(firstPage); done < 600; done += firstPage {
		want = append(want, done)
	}
	if err != nil || !slices.Equal(seen, append(want, 600)) {
		t.Errorf("progress %v, error %v", seen, err)
	}
}

// asking notes how many changes are asked for at once.
type asking struct {
	Source
	asked []int
}

func (a *asking) Changes(ctx context.Context, after int64, limit int) ([]Change, error) {
	a.asked = append(a.asked, limit)
	return a.Source.Changes(ctx, after, limit)
}

// TestReadLong asks for few games at once where they are long.
func TestReadLong(t *testing.T) {
	a := &asking{Source: newArchive()}
	for n := range int64(1000) {
		d := Document{Keys: make([]uint64, 1)}
		if n >= 300 {
			d.Keys = make([]uint64, pagePositions/4)
		}
		a.Source.(*archive).put(n+1, d)
	}
	if _, err := Read(t.Context(), a, 0, func(Change) bool { return true }); err != nil {
		t.Fatal(err)
	}
	if got, want := a.asked[:6], []int{32, 64, 128, 256, 5, 4}; !slices.Equal(got, want) {
		t.Errorf("asked for %d, want %d", got, want)
	}
}

// TestCatchUpResumes stops a catch-up at every batch, by a failing source and
// by an ended context, and goes on with the index opened again.
func TestCatchUpResumes(t *testing.T) {
	a := newArchive()
	a.fill(rand.New(rand.NewPCG(3, 3)), 1500, 20)
	path := t.TempDir()
	stop := errors.New("stop")
	for limit := int64(256); x0(t, path, a) < a.sequence; limit += 256 {
		a.fail = func(after int64) error {
			if after >= limit {
				return stop
			}
			return nil
		}
		x, err := Open(context.Background(), path, a, Options{BatchPositions: 1})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		err = x.CatchUp(ctx, func(done, _ int64) {
			if limit%512 == 0 {
				cancel()
			}
		})
		cancel()
		if err != nil && !errors.Is(err, stop) && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
	a.fail = nil
	checkClean(t, open(t, path, a, Options{}))
}

// x0 is the durable cursor of the index in a folder.
func x0(t *testing.T, path string, s Source) int64 {
	x, err := Open(context.Background(), path, s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}()
	return x.State().Cursor
}

// TestStateIsSeen says of a change that it is taken in once searches find it,
// not when it is only written.
func TestStateIsSeen(t *testing.T) {
	a := newArchive()
	a.put(1, Document{Variant: "chess"})
	x := open(t, t.TempDir(), a, Options{})
	catchUp(t, x)
	if got := all(t, x, Query{Variant: "chess", Limit: 9}); len(got) != 1 {
		t.Fatalf("%v found", got)
	}
	a.put(2, Document{Variant: "chess"})
	x.looking.Lock()
	done := make(chan error, 1)
	go func() { done <- x.CatchUp(t.Context(), nil) }()
	for x.current.checkpoint().Cursor < 2 {
		time.Sleep(time.Millisecond)
	}
	if got := x.State().Cursor; got != 1 {
		t.Errorf("cursor %d before a search sees it", got)
	}
	x.looking.Unlock()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if got := x.State().Cursor; got != 2 {
		t.Errorf("cursor %d after", got)
	}
}

func TestCatchUpRefusesDisorder(t *testing.T) {
	a := newArchive()
	a.put(1, Document{})
	a.games[1] = Change{Sequence: -1, Game: 1}
	a.games[2] = Change{Sequence: 0, Game: 2}
	x := open(t, t.TempDir(), disordered{a}, Options{})
	if err := x.CatchUp(context.Background(), nil); err == nil {
		t.Error("a change that does not follow the cursor is accepted")
	}
}

type disordered struct{ *archive }

func (d disordered) Changes(context.Context, int64, int) ([]Change, error) {
	return []Change{{Sequence: 1, Game: 1}, {Sequence: 1, Game: 2}}, nil
}

func TestOpenProblems(t *testing.T) {
	a := newArchive()
	a.fill(rand.New(rand.NewPCG(4, 4)), 300, 20)
	overwrite := func(name string, content string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(filepath.Join(path, name), []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	type problem struct {
		name  string
		spoil func(t *testing.T, path string)
		want  error
	}
	tests := []problem{
		{"generation gone", func(t *testing.T, path string) {
			if err := os.RemoveAll(filepath.Join(path, "generation-1")); err != nil {
				t.Fatal(err)
			}
		}, ErrDamaged},
		{"root is text", overwrite("index.bolt", "not an index, but a text that somebody put here"), ErrDamaged},
		{"meta is text", overwrite("generation-1/index_meta.json", "{"), ErrDamaged},
		{"bolt is text", overwrite("generation-1/store/root.bolt", "text"), ErrDamaged},
		{"root cut", func(t *testing.T, path string) {
			if err := os.Truncate(filepath.Join(path, "index.bolt"), 9000); err != nil {
				t.Fatal(err)
			}
		}, ErrDamaged},
		{"other format", func(t *testing.T, path string) {
			r, err := openRoot(path, time.Second)
			if err != nil {
				t.Fatal(err)
			}
			defer r.close()
			setFormat(t, r, format+1)
		}, ErrVersion},
	}
	for _, size := range []int64{0, 1, 50, 100, 4096} {
		tests = append(tests, problem{fmt.Sprintf("segments cut to %d", size), func(t *testing.T, path string) {
			for _, file := range segmentPaths(t, path) {
				if err := os.Truncate(file, size); err != nil {
					t.Fatal(err)
				}
			}
		}, ErrDamaged})
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := t.TempDir()
			x, err := Open(context.Background(), path, a, Options{})
			if err != nil {
				t.Fatal(err)
			}
			catchUp(t, x)
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
			test.spoil(t, path)
			x, err = Open(context.Background(), path, a, Options{})
			var problem *Error
			if !errors.Is(err, test.want) || !errors.As(err, &problem) || !strings.HasPrefix(problem.Path, path) {
				if err == nil {
					x.Close()
				}
				t.Fatalf("error %v", err)
			}
			x, err = Renew(path, a, Options{})
			if err != nil {
				t.Fatal(err)
			}
			catchUp(t, x)
			checkClean(t, x)
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
			checkClean(t, open(t, path, a, Options{}))
		})
	}
}

func segmentPaths(t *testing.T, path string) []string {
	files, err := filepath.Glob(filepath.Join(path, "generation-*", "store", "*.zap"))
	if err != nil || len(files) == 0 {
		t.Fatalf("segments %v, error %v", files, err)
	}
	return files
}

func TestOpenTwice(t *testing.T) {
	path := t.TempDir()
	a := newArchive()
	open(t, path, a, Options{})
	start := time.Now()
	_, err := Open(context.Background(), path, a, Options{LockWait: 50 * time.Millisecond})
	if !errors.Is(err, ErrLocked) {
		t.Errorf("second Open: %v", err)
	}
	if _, err := Renew(path, a, Options{LockWait: 50 * time.Millisecond}); !errors.Is(err, ErrLocked) {
		t.Errorf("Renew of an open index: %v", err)
	}
	if waited := time.Since(start); waited > 5*time.Second {
		t.Errorf("waited %v", waited)
	}
}

// TestForeign opens and follows an archive that is not the one that was
// followed: an empty one, one of another history, and one that goes on from
// another point of this history. The index says so when it is opened, and heals
// where it is open.
func TestForeign(t *testing.T) {
	first := newArchive()
	first.fill(rand.New(rand.NewPCG(5, 5)), 20, 5)
	other := newArchive()
	other.fill(rand.New(rand.NewPCG(55, 5)), 30, 5)
	branch := first.backup(10)
	branch.fill(rand.New(rand.NewPCG(56, 5)), 50, 5)
	for name, second := range map[string]*archive{"empty": newArchive(), "other": other, "backup": first.backup(10), "branch": branch} {
		t.Run(name, func(t *testing.T) {
			path := t.TempDir()
			x, err := Open(context.Background(), path, first, Options{})
			if err != nil {
				t.Fatal(err)
			}
			catchUp(t, x)
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(context.Background(), path, second, Options{}); !errors.Is(err, ErrForeign) {
				t.Errorf("Open: %v", err)
			}

			var reported error
			swapped := &swapped{archive: first}
			x = open(t, path, swapped, Options{Report: func(err error) { reported = err }})
			catchUp(t, x)
			checkTruth(t, x, first)
			swapped.archive = second
			catchUp(t, x)
			if !errors.Is(reported, ErrForeign) {
				t.Errorf("reported %v", reported)
			}
			checkTruth(t, x, second)
			checkClean(t, x)
		})
	}
}

// swapped is an archive whose file is replaced.
type swapped struct{ *archive }

func TestClosed(t *testing.T) {
	x, err := Open(context.Background(), t.TempDir(), newArchive(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
	ctx := context.Background()
	_, gamesErr := x.Games(ctx, Query{})
	_, checkErr := x.Check(ctx)
	for _, err := range []error{gamesErr, checkErr, x.CatchUp(ctx, nil), x.Rebuild(ctx, nil)} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	}
}

func TestCloseEndsCatchUp(t *testing.T) {
	a := newArchive()
	a.fill(rand.New(rand.NewPCG(6, 6)), 2000, 20)
	x, err := Open(context.Background(), t.TempDir(), a, Options{BatchPositions: 1})
	if err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	started, ended := make(chan struct{}), make(chan error)
	go func() {
		ended <- x.CatchUp(context.Background(), func(done, total int64) { once.Do(func() { close(started) }) })
	}()
	<-started
	if err := x.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil && !errors.Is(err, ErrClosed) {
		t.Errorf("CatchUp: %v", err)
	}
}

// TestRebuildEnded leaves a half-made generation and a rebuild that fails; the
// old index stays.
func TestRebuildEnded(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	path := t.TempDir()
	a := newArchive()
	a.fill(r, 600, 20)
	x, err := Open(context.Background(), path, a, Options{BatchPositions: 1})
	if err != nil {
		t.Fatal(err)
	}
	catchUp(t, x)
	stop := errors.New("stop")
	a.fail = func(after int64) error {
		if after > 256 {
			return stop
		}
		return nil
	}
	if err := x.Rebuild(context.Background(), nil); !errors.Is(err, stop) {
		t.Errorf("Rebuild: %v", err)
	}
	a.fail = nil
	checkClean(t, x)
	half, err := createGeneration(path, x.root.folder(9), 9)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(half.close(), x.Close()); err != nil {
		t.Fatal(err)
	}
	x = open(t, path, a, Options{})
	checkClean(t, x)
	if numbers, err := x.root.generations(); err != nil || !slices.Equal(numbers, []uint64{1}) {
		t.Errorf("generations %v, error %v", numbers, err)
	}
}

func TestCheckFindsPlantedDamage(t *testing.T) {
	a := newArchive()
	a.fill(rand.New(rand.NewPCG(8, 8)), 400, 20)
	x := open(t, t.TempDir(), a, Options{})
	catchUp(t, x)
	plant := func(c Change) {
		b := batch{ops: bleveindex.NewBatch(), texts: newTextCache()}
		b.add(c)
		b.checkpoint = x.current.checkpoint()
		if err := x.current.write(b); err != nil {
			t.Fatal(err)
		}
	}
	lacking := a.games[17].Document
	lacking.Keys = lacking.Keys[:len(lacking.Keys)-1]
	plant(Change{Game: 17, Document: lacking})
	plant(Change{Game: 23, Deleted: true})
	plant(Change{Game: 1000, Document: a.games[1].Document})
	relabelled := a.games[31].Document
	relabelled.Verdict = "spoilt"
	plant(Change{Game: 31, Document: relabelled})
	a.remove(40) // after the cursor: no fault

	faults, err := x.Check(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	want := []Fault{{Kind: Stale, Game: 17}, {Kind: Missing, Game: 23}, {Kind: Stale, Game: 31}, {Kind: Extra, Game: 1000}}
	if !slices.Equal(faults, want) {
		t.Errorf("faults %v, want %v", faults, want)
	}
	if err := x.Rebuild(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	checkClean(t, x)
}

// TestSearchDuringCatchUpAndRebuild searches all the while. Games only come, so
// that no answer may fall short of one before it, and a game that was found
// once is always found.
func TestSearchDuringCatchUpAndRebuild(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	a := newArchive()
	a.fill(r, fixtures.Rounds(100, 300, 300), 30)
	x := open(t, t.TempDir(), a, Options{BatchPositions: 1})
	catchUp(t, x)
	key := startKey
	ctx, cancel := context.WithCancel(context.Background())
	var searchers sync.WaitGroup
	for range 3 {
		searchers.Go(func() {
			last := uint64(0)
			for ctx.Err() == nil {
				result, err := x.Games(context.Background(), Query{Key: &key, Limit: 1 << 30})
				if err != nil {
					t.Error(err)
					return
				}
				if result.Total < last || uint64(len(result.Games)) != result.Total || !slices.IsSorted(result.Games) {
					t.Errorf("total %d after %d, %d games", result.Total, last, len(result.Games))
					return
				}
				last = result.Total
			}
		})
	}
	for round := range 3 {
		a.fill(r, fixtures.Rounds(100, 400, 400), 30)
		catchUp(t, x)
		if round == 1 {
			if err := x.Rebuild(context.Background(), nil); err != nil {
				t.Error(err)
			}
		}
	}
	cancel()
	searchers.Wait()
	if got, want := all(t, x, Query{Key: &key, Limit: 500}), a.find(Query{Key: &key}); !slices.Equal(got, want) {
		t.Errorf("%d games, want %d", len(got), len(want))
	}
	checkClean(t, x)
}

// TestSegmentsAreMerged bounds the segments that are left of many batches, each
// of which was written down before the next came: what Bleve joins in memory
// before it writes is no merge of segments.
func TestSegmentsAreMerged(t *testing.T) {
	a, r := newArchive(), rand.New(rand.NewPCG(3, 3))
	x := open(t, t.TempDir(), a, Options{})
	for range 60 {
		a.fill(r, 10, 30)
		catchUp(t, x)
		settle(t, x)
	}
	if left := len(segmentsInUse(t, x)); left > 12 {
		t.Errorf("%d segments of 600 games", left)
	}
	checkTruth(t, x, a)
}
