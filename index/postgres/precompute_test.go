package postgres

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"assay/analysis"
	"assay/analysis/rules"
	fixture "assay/fixtures/games"
	"assay/fixtures/postgrestest"
	"assay/index"
)

// document is a game of chess by the squares of its moves.
func document(t *testing.T, r *rules.Rules, squares ...string) index.Document {
	t.Helper()
	p := r.Start()
	var game index.Recorder
	game.Begin(p)
	for _, word := range squares {
		at := slices.IndexFunc(p.Moves(nil), func(m rules.Move) bool { return r.SquareName(m.From())+r.SquareName(m.To()) == word })
		if at < 0 {
			t.Fatal(word)
		}
		m := p.Moves(nil)[at]
		game.Ply(p, []analysis.Node{{Move: m, Holds: true}})
		p.Play(m)
		game.Played(p, nil)
	}
	d := game.Document(r)
	d.Variant, d.Verdict, d.Result = "chess", "legal", "1-0"
	return d
}

// TestAhead precomputes counts of many positions in one run: repeated
// positions, positions with different rights, and games of other rules. It
// compares each with a separate count.
func TestAhead(t *testing.T) {
	r := fixture.Rules(t, "chess", "")
	a, address := newArchive("a"), postgrestest.Shared(t).Schema(t)
	lines := [][]string{
		{"e2e4", "e7e5", "g1f3"},
		{"g1f3", "g8f6", "f3g1", "f6g8", "e2e4"},
		{"e2e4", "e7e5", "e1e2", "e8e7", "e2e1", "e7e8", "g1f3"},
		{"e2e4", "e7e5", "e1e2", "e8e7", "e2e1"},
	}
	occurrences := map[int64][]int{}
	const all, apart = frequent + 7, 120
	for n := range int64(all) {
		d := document(t, r, lines[n%4]...)
		if n%97 == 5 {
			d.Verdict = "illegal"
		}
		a.put(n*apart+1, d)
		if n%4 == 1 {
			occurrences[n*apart+1] = []int{0, 4}
		}
	}
	x := opened(t, address, a, index.Options{})
	catchUp(t, x)
	if _, err := x.pool.Exec(t.Context(), `UPDATE index_games SET rules = 1 WHERE game % 7 = 1`); err != nil {
		t.Fatal(err)
	}
	positions := map[uint64]*rules.Position{}
	for _, line := range lines {
		p := r.Start()
		for ply := 0; ; ply++ {
			if positions[index.KeyOf(p)] == nil {
				positions[index.KeyOf(p)] = p.Clone()
			}
			if ply == len(line) {
				break
			}
			at := slices.IndexFunc(p.Moves(nil), func(m rules.Move) bool { return r.SquareName(m.From())+r.SquareName(m.To()) == line[ply] })
			p.Play(p.Moves(nil)[at])
		}
	}
	damaged := int64(0)
	var explorations []index.Exploration
	for _, p := range positions {
		explorations = append(explorations, index.Exploration{Position: p, Verdicts: []string{"legal"}, Occurrences: func(_ context.Context, game int64) ([]int, error) {
			if game == damaged {
				return nil, fmt.Errorf("game %d: %w", game, index.ErrLeftOut)
			}
			var plies []int
			for _, ply := range occurrences[game] {
				if p.Text() == r.StartText() || ply != 0 {
					plies = append(plies, ply)
				}
			}
			return plies, nil
		}})
	}
	rest := func(time.Duration) error { return nil }
	now := func(x *Index) []index.Part {
		parts, err := x.currentParts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return parts
	}
	lacking := func(x *Index) (n int) {
		for _, p := range now(x) {
			n += len(x.explored.Missing(p, explorations))
		}
		return n
	}
	for _, step := range []struct {
		name    string
		damaged int64
		change  string
		told    bool // another need count nothing
	}{
		{"one game is damaged", apart + 1, ``, false},
		{"none is", 0, ``, true},
		{"what was noted is spoilt", 0, `UPDATE index_counts SET found = '\x0000000007070000'`, true},
		{"it is of other rounds", 0, `UPDATE index_counts SET round = round - 1`, true},
	} {
		if _, err := x.pool.Exec(t.Context(), step.change); err != nil {
			t.Fatal(err)
		}
		damaged = step.damaged
		counting, told, fresh := opened(t, address, a, index.Options{}), opened(t, address, a, index.Options{}), opened(t, address, a, index.Options{})
		if err := counting.Precompute(t.Context(), explorations, rest); err != nil {
			t.Fatal(err)
		}
		counts := errors.New("it counts")
		if err := told.Precompute(t.Context(), explorations, func(time.Duration) error { return counts }); errors.Is(err, counts) == step.told || err != nil && err != counts {
			t.Errorf("%s: another: %v", step.name, err)
		}
		for _, e := range explorations {
			key := index.KeyOf(e.Position)
			q := index.Query{Variant: "chess", Key: &key, Verdicts: e.Verdicts}
			want, err := fresh.Explore(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			for name, x := range map[string]*Index{"counting": counting, "told": told} {
				got, err := x.Explore(t.Context(), e)
				if err != nil {
					t.Fatal(err)
				}
				got.Work, want.Work = index.Work{}, index.Work{}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s, %s: %+v, want %+v", step.name, name, e.Position.Text(), got, want)
				}
				for _, after := range []int64{0, 60 * apart, 1000 * apart} {
					for _, q.Limit = range []int{10, 2 * pageGames} {
						q.After = after
						wanted := games(t, fresh, q)
						if found := games(t, x, q); found.Total != wanted.Total || !slices.Equal(found.Games, wanted.Games) || found.Next != wanted.Next {
							t.Errorf("%s, %s, %s: %d games and %v behind %d, want %d and %v", step.name, name, e.Position.Text(), found.Total, found.Games, after, wanted.Total, wanted.Games)
						}
					}
				}
			}
		}
	}
	frequency, err := x.Frequency(t.Context(), index.Query{Variant: "chess", Verdicts: []string{"legal"}}, all/4)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range explorations { // there are more rows than a sample has
		key := index.KeyOf(e.Position)
		exact := float64(games(t, x, index.Query{Variant: "chess", Key: &key, Verdicts: e.Verdicts}).Total)
		games, err := frequency(t.Context(), e.Position)
		if want := exact >= all/4; err != nil || (games > 0) != want || want && math.Abs(games/exact-1) > 0.2 {
			t.Errorf("%s: %v games about, %v by all, %v", e.Position.Text(), games, exact, err)
		}
	}
	reading := "&options=-c%20default_transaction_read_only%3Don"
	for _, statement := range []string{`TRUNCATE index_counts`, `DROP TABLE index_counts`} {
		if _, err := x.pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		y := opened(t, address+reading, a, index.Options{})
		if err := y.Precompute(t.Context(), explorations, rest); err != nil || lacking(y) != 0 {
			t.Errorf("%s: who may only read lacks %d, %v", statement, lacking(y), err)
		}
	}
	y := opened(t, address, a, index.Options{})
	rounds := 0
	err = y.Precompute(t.Context(), explorations, func(time.Duration) error {
		a.put(int64(900_000+rounds), document(t, r, lines[0]...)) // the last part is always another
		rounds++
		catchUp(t, x)
		return nil
	})
	var rows, parts int
	if err == nil {
		err = y.pool.QueryRow(t.Context(), `SELECT count(*), count(DISTINCT first) FROM index_counts`).Scan(&rows, &parts)
	}
	if err != nil || parts == 0 || rows != parts*len(explorations) {
		t.Errorf("%d rows of %d parts after %d rounds, %v", rows, parts, rounds, err)
	}
}

// TestOtherFormat refuses the tables of another format, whichever are missing.
func TestOtherFormat(t *testing.T) {
	a, address := newArchive("a"), postgrestest.Shared(t).Schema(t)
	x := opened(t, address, a, index.Options{})
	catchUp(t, x)
	for _, statement := range []string{`UPDATE index_place SET format = 999`, `DROP TABLE index_counts`, `DROP TABLE index_round`} {
		if _, err := x.pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), address, a, index.Options{}); !errors.Is(err, index.ErrVersion) {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

// TestLater creates the tables that the previous version lacks, and works
// without them if that is not permitted.
func TestLater(t *testing.T) {
	a, address := newArchive("a"), postgrestest.Shared(t).Schema(t)
	a.put(1, document(t, fixture.Rules(t, "chess", "")))
	x := opened(t, address, a, index.Options{})
	catchUp(t, x)
	for _, row := range []struct {
		reading string
		there   int
	}{{"", 3}, {"&options=-c%20default_transaction_read_only%3Don", 0}} {
		if _, err := x.pool.Exec(t.Context(), `DROP TABLE index_counts, index_stays; DROP INDEX index_games_range`); err != nil {
			t.Fatal(err)
		}
		if found, err := opened(t, address+row.reading, a, index.Options{}).Games(t.Context(), index.Query{}); err != nil || found.Total != 1 {
			t.Errorf("%+v, %v", found, err)
		}
		var there int
		err := x.pool.QueryRow(t.Context(), `SELECT num_nonnulls(to_regclass('index_counts'), to_regclass('index_stays'), to_regclass('index_games_range'))`).Scan(&there)
		if err != nil || there != row.there {
			t.Errorf("%q: %d of the three are there, %v", row.reading, there, err)
		}
		if err := x.prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAheadAlone counts with one connection at a time: others may have all the
// rest, and wait for what its transaction holds.
func TestAheadAlone(t *testing.T) {
	r := fixture.Rules(t, "chess", "")
	a, address := newArchive("a"), postgrestest.Shared(t).Schema(t)
	a.put(1, document(t, r, "g1f3", "g8f6", "f3g1", "f6g8"))
	x := opened(t, address, a, index.Options{})
	catchUp(t, x)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	e := index.Exploration{Position: r.Start(), Occurrences: func(context.Context, int64) ([]int, error) {
		var held []*pgxpool.Conn
		for range x.pool.Config().MaxConns - 1 {
			c, err := x.pool.Acquire(ctx)
			if err != nil {
				return nil, err
			}
			held = append(held, c)
		}
		go func() {
			if c, err := x.pool.Acquire(ctx); err == nil { // once the transaction has ended
				held = append(held, c)
			}
			for _, c := range held {
				c.Release()
			}
		}()
		return []int{0, 4}, nil
	}}
	if err := x.Precompute(ctx, []index.Exploration{e}, func(time.Duration) error { return nil }); err != nil {
		t.Fatal(err)
	}
	var rows int
	if err := x.pool.QueryRow(ctx, `SELECT count(*) FROM index_counts`).Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

// TestSample takes a sample of each part with many games, and all of a part
// with few.
func TestSample(t *testing.T) {
	of := func(first, end, round int64) index.Part {
		if end != math.MaxInt64 {
			end <<= gameBits
		}
		return part{first: first << gameBits, end: end, round: round}
	}
	var spread []index.Part
	for n := range int64(32) {
		row := n * 4096 / 32
		spread = append(spread, of(row, row+1, 1+row/4000))
	}
	few := []index.Part{of(0, 16, 3), of(16, 32, 2), of(32, math.MaxInt64, 4)}
	for _, row := range []struct {
		parts, want []index.Part
		share       float64
	}{
		{few, few, 1},
		{everywhere, everywhere, 1},
		{[]index.Part{of(0, 4000, 1), of(4000, 4096, 2), of(4096, math.MaxInt64, 4)}, spread, 1. / 128},
	} {
		if got, share := sample(row.parts); !slices.Equal(got, row.want) || share != row.share {
			t.Errorf("%v: %+v, want %+v", share, got, row.want)
		}
	}
}
