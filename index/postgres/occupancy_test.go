package postgres

import (
	"context"
	"reflect"
	"testing"
	"time"

	fixture "assay/fixtures/games"
	"assay/fixtures/postgrestest"
	"assay/fixtures/stood"
	"assay/index"
)

// TestStays asks random queries of lists that know of stays and of such as do
// not, after one change after another.
func TestStays(t *testing.T) {
	chess, shogi := fixture.Rules(t, "chess", ""), fixture.Rules(t, "shogi", "")
	a, address, made := newArchive("a"), postgrestest.Shared(t).Schema(t), stood.New(3)
	const games, apart = 600, 60
	for n := range int64(games) {
		r := chess
		if n%4 == 3 {
			r = shogi
		}
		a.put(apart*n+1, made.Game(r))
	}
	x := opened(t, address, a, index.Options{})
	catchUp(t, x)
	ahead := func() {
		t.Helper()
		occurrences := func(context.Context, int64) ([]int, error) { return []int{0}, nil }
		explorations := []index.Exploration{{Position: chess.Start(), Occurrences: occurrences}, {Position: shogi.Start(), Occurrences: occurrences}}
		if err := x.Precompute(t.Context(), explorations, func(time.Duration) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	do := func(statement string) {
		t.Helper()
		if _, err := x.pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		name   string
		change func()
		known  int // parts of which stays of chess are known, at least; 0 for none
	}{
		{"before", func() {}, 0},
		{"noted", ahead, 3},
		{"one game is another", func() { a.put(1, made.Game(chess)) }, 2},
		{"one is deleted, one new", func() {
			a.put(apart*599+1, index.Document{})
			a.put(apart*599+2, made.Game(chess))
		}, 1},
		{"noted again", func() { catchUp(t, x); ahead(); ahead() }, 3},
		{"one spoilt", func() { do(`UPDATE index_stays SET games = games || '\x00' WHERE first = 0 AND term = ''`) }, 2},
		{"all spoilt", func() { do(`UPDATE index_stays SET games = games || '\x00'`) }, 0},
		{"all written anew", func() {
			if err := x.Rebuild(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			ahead()
		}, 3},
		{"not there", func() { do(`DROP TABLE index_stays`) }, 0},
		{"not there, and to be noted", ahead, 0},
	} {
		step.change()
		catchUp(t, x)
		_, err := seen(t.Context(), x, func(ctx context.Context, l *snapshot) (any, error) {
			known := 0
			if err := l.Occupancies(ctx, chess, []string{""}, func(index.Occupancies) { known++ }); err != nil || known < step.known || step.known == 0 && known > 0 {
				t.Errorf("%s: stays of %d parts are known, %v", step.name, known, err)
			}
			for range 150 {
				q := made.Query(apart * games)
				want, err := index.Games(ctx, stood.Plain{Reader: l}, q)
				if err != nil {
					return nil, err
				}
				got, err := index.Games(ctx, l, q)
				if err != nil {
					return nil, err
				}
				if got.Work, want.Work = (index.Work{}), (index.Work{}); !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %+v %+v: %+v, want %+v", step.name, q, q.Match.Condition, got, want)
				}
			}
			return nil, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
