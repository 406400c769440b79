package postgres

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"assay/analysis"
	"assay/analysis/rules"
	fixture "assay/fixtures/games"
	"assay/fixtures/postgrestest"
	"assay/index"
	"assay/index/pattern"
)

func TestDivide(t *testing.T) {
	for _, row := range []struct {
		rows int64
		ends []int64
	}{
		{1, []int64{1}},
		{3, []int64{2, 3}},
		{4, []int64{4}},
		{15, []int64{4, 8, 12, 14, 15}},
		{minWholeRows * maxWholeParts, nil},
		{10 * minWholeRows * maxWholeParts, nil},
	} {
		made := divide(row.rows)
		var ends []int64
		for i, p := range made {
			ends = append(ends, p.end)
			if p.end <= p.first || i == 0 && p.first != 0 || i > 0 && p.first != made[i-1].end {
				t.Errorf("%d rows: %+v", row.rows, made)
			}
		}
		if row.ends != nil && !slices.Equal(ends, row.ends) || ends[len(ends)-1] != row.rows || len(made) > 2*maxWholeParts {
			t.Errorf("%d rows: to %v", row.rows, ends)
		}
	}
}

// TestDense scans games one by one if they are known to be few compared with
// the posting lists.
func TestDense(t *testing.T) {
	closed, open := part{first: 4096, end: 8192}, part{first: 8192, end: math.MaxInt64}
	for _, row := range []struct {
		parts []index.Part
		games uint64
		want  bool
	}{
		{[]index.Part{closed}, 6*4096 + 1, true},
		{[]index.Part{closed}, 6 * 4096, false},
		{[]index.Part{closed, open}, 10_000_000, false},
		{everywhere, 10_000_000, false},
	} {
		if got := scansAll(row.parts, row.games); got != row.want {
			t.Errorf("%+v beside %d: %v", row.parts, row.games, got)
		}
	}
}

// noting notes what a page was asked for by.
type noting struct {
	*snapshot
	asked []index.Condition
}

func (n *noting) Page(ctx context.Context, conditions []index.Condition, after int64, limit int, explain bool) ([]int64, int64, index.Work, error) {
	n.asked = conditions
	return n.snapshot.Page(ctx, conditions, after, limit, explain)
}

// TestParts asks one index, which keeps what it has counted of each part, and
// one that has counted nothing yet, after each change of the archive.
func TestParts(t *testing.T) {
	for _, apart := range []int64{2, 60} { // in the latter lists are read
		t.Run(fmt.Sprint(apart), func(t *testing.T) { testParts(t, apart) })
	}
}

func testParts(t *testing.T, apart int64) {
	r := fixture.Rules(t, "chess", "")
	var played [2]index.Document
	for i, m := range r.Start().Moves(nil)[:len(played)] {
		var game index.Recorder
		p := r.Start()
		game.Begin(p)
		game.Ply(p, []analysis.Node{{Move: m, Holds: true}})
		p.Play(m)
		game.Played(p, nil)
		played[i] = game.Document(r)
		played[i].Variant, played[i].Verdict = "chess", "legal"
	}
	a, address := newArchive("a"), postgrestest.Shared(t).Schema(t)
	game := func(n int64) int64 { return n * apart }
	for n := range int64(frequent + 500) {
		a.put(game(n+1), played[n%2])
	}
	x := opened(t, address, a, index.Options{})
	catchUp(t, x)
	var ahead []index.Exploration
	for _, moves := range [][]rules.Move{nil, r.Start().Moves(nil)[:1], r.Start().Moves(nil)[1:2]} {
		p := r.Start()
		for _, m := range moves {
			p.Play(m)
		}
		ahead = append(ahead, index.Exploration{Position: p})
	}
	var last []index.Part
	var before int64
	do := func(statement string, args ...any) {
		t.Helper()
		if _, err := x.pool.Exec(t.Context(), statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	other := func(game int64) {
		t.Helper()
		a.put(game, index.Document{})
		do(`DELETE FROM index_games WHERE game = $1`, game)
		do(`UPDATE index_place SET cursor = $1, lineage = $2`, a.sequence, fmt.Sprintf("a %d", a.sequence))
	}
	build := func() int64 {
		t.Helper()
		at, err := x.readCheckpoint(t.Context(), x.pool, "")
		if err != nil {
			t.Fatal(err)
		}
		return at.build
	}
	for _, step := range []struct {
		name    string
		change  func()
		written int // parts that are others, at most
	}{
		{"first", func() {}, math.MaxInt},
		{"again", func() {}, 0},
		{"one more in the middle", func() { a.put(game(900)+1, played[0]) }, 1},
		{"two more at the end", func() { a.put(game(frequent+501), played[0]); a.put(game(frequent+502), played[0]) }, 1},
		{"one of other moves", func() { a.put(game(5), played[0]) }, 1},
		{"one that cannot be read", func() { a.put(game(1500), index.Document{Verdict: "unreadable"}) }, 1},
		{"one that is illegal", func() { d := played[0]; d.Verdict = "illegal"; a.put(game(1600), d) }, 1},
		{"two less", func() { a.put(game(6), index.Document{}); a.put(game(2000), index.Document{}) }, 2},
		{"one far behind", func() { a.put(game(frequent+501)+1<<20, played[1]) }, math.MaxInt},
		{"another program has gone on", func() { other(game(7)) }, math.MaxInt},
		{"then this one", func() { a.put(game(8), index.Document{}) }, math.MaxInt},
		{"both, one after the other", func() { other(game(1200)); a.put(game(2300), index.Document{}) }, math.MaxInt},
		{"another program begins to write all anew", func() {
			do(`UPDATE index_place SET build = build + 1`)
			before = build()
		}, math.MaxInt},
		{"this one has it stop", func() { a.put(game(9), index.Document{}) }, math.MaxInt},
		{"all is written anew", func() {
			if build() == before {
				t.Error("another program writes on")
			}
			do(`DELETE FROM index_games WHERE game = $1`, game(10))
			do(`INSERT INTO index_games SELECT game + 1, sequence, 0, variant, rules, verdict, thought, keys, sides, terms, words, extra, entry
				FROM index_games WHERE game = $1`, game(30))
			if err := x.Rebuild(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		}, math.MaxInt},
		{"and again", func() {}, 0},
	} {
		step.change()
		catchUp(t, x)
		want := slices.Sorted(func(yield func(int64) bool) {
			for n, c := range a.games {
				if !c.Deleted && c.Document.Verdict == "legal" && !yield(n) {
					return
				}
			}
		})
		start, fresh, told := r.Start(), opened(t, address, a, index.Options{}), opened(t, address, a, index.Options{})
		key := index.KeyOf(start)
		for _, x := range []*Index{x, told} {
			if err := x.Precompute(t.Context(), ahead, func(time.Duration) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		fewer, err := seen(t.Context(), x, func(_ context.Context, l *snapshot) (int, error) {
			unknown := without(l.parts, func(p index.Part) bool { return slices.Contains(last, p) })
			last = l.parts
			return len(unknown), nil
		})
		if err != nil || fewer > step.written {
			t.Errorf("%s: %d parts are others, %v", step.name, fewer, err)
		}
		for _, after := range []int64{0, 1, game(904), game(frequent) - 1, game(frequent+501) + 1, game(frequent+501) + 1<<20, math.MaxInt64} {
			for _, limit := range []int{0, 1, 50, 1000, math.MaxInt} {
				q := index.Query{Key: &key, Limit: limit, After: after}
				left, _ := slices.BinarySearch(want, after+1)
				if after == math.MaxInt64 {
					left = len(want)
				}
				page := want[left:]
				page = page[:min(limit, len(page))]
				for name, x := range map[string]*Index{"kept": x, "told": told, "fresh": fresh} {
					got := games(t, x, q)
					if got.Total != uint64(len(want)) || !slices.Equal(got.Games, page) || (got.Next > 0) != (limit > 0 && left+len(page) < len(want)) {
						t.Errorf("%s, %s, %d behind %d: %d of %d, next %d, want %d of %d", step.name, name, limit, after, len(got.Games), got.Total, got.Next, len(page), len(want))
					}
				}
			}
		}
		unkept, err := seen(t.Context(), x, func(ctx context.Context, l *snapshot) (int, error) {
			n := &noting{snapshot: l}
			_, err := index.Games(ctx, n, index.Query{Key: &key})
			return len(l.parts) - len(l.kept.Counts(l.parts, index.PageID(n.asked))), err
		})
		if err != nil || unkept != 0 {
			t.Errorf("%s: the games of %d parts are not kept, %v", step.name, unkept, err)
		}
		turn := index.Query{Match: &index.Match{Condition: pattern.Turn{Side: rules.First}, Rules: start.Rules()}, Limit: math.MaxInt}
		for name, x := range map[string]*Index{"kept": x, "fresh": fresh} {
			if got := games(t, x, turn); got.Total < uint64(len(want)) || len(got.Games) != int(got.Total) {
				t.Errorf("%s, %s: %d of %d games in which First is to move, want %d at least", step.name, name, len(got.Games), got.Total, len(want))
			}
		}
		for i, e := range ahead {
			counted, err := fresh.Explore(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range []*Index{x, told} {
				kept, err := x.Explore(t.Context(), e)
				if err != nil {
					t.Fatal(err)
				}
				if kept.Games != counted.Games || i == 0 && kept.Games != uint64(len(want)) || !reflect.DeepEqual(kept.Moves, counted.Moves) {
					t.Errorf("%s: explored %+v, anew %+v", step.name, kept, counted)
				}
			}
		}
	}
}
