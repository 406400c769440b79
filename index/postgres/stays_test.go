package postgres

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"assay/analysis"
	"assay/analysis/rules"
	fixture "assay/fixtures/games"
	"assay/fixtures/postgrestest"
	"assay/index"
	"assay/index/pattern"
)

// plain are lists that know of no stays.
type plain struct{ index.Lists }

// TestStays asks random conditions on what stands in one position, with others
// beside, of lists that know of stays and of such as do not.
func TestStays(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	a, address := newArchive("a"), postgrestest.Shared(t).Schema(t)
	games := map[string]*rules.Rules{"chess": fixture.Rules(t, "chess", ""), "shogi": fixture.Rules(t, "shogi", "")}
	var played []*rules.Position
	play := func(id string) index.Document {
		r := games[id]
		p := r.Start()
		var game index.Recorder
		game.Begin(p)
		for range random.IntN(30) {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			game.Ply(p, []analysis.Node{{Move: m, Holds: true}})
			p.Play(m)
			game.Played(p, nil)
			if random.IntN(9) == 0 {
				played = append(played, p.Clone())
			}
		}
		d := game.Document(r)
		d.Variant, d.Verdict, d.Result = id, "legal", "1-0"
		d.Headers = map[string]string{"event": fmt.Sprint("round ", random.IntN(3))}
		return d
	}
	const apart = 60
	for n := range int64(600) {
		d := play([]string{"chess", "chess", "chess", "shogi"}[n%4])
		if n%7 == 0 {
			d.Verdict = []string{"illegal", "ruled"}[n%2]
		}
		a.put(apart*n+1, d)
	}
	x := opened(t, address, a, index.Options{})
	catchUp(t, x)
	var ahead []index.Exploration
	for _, r := range games {
		ahead = append(ahead, index.Exploration{Position: r.Start()})
	}
	standing := func(p *rules.Position) pattern.Node {
		r := p.Rules()
		for {
			q := rules.Square(random.IntN(r.Files() * r.Ranks()))
			s := pattern.Standing{}
			s.Squares.Add(q)
			s.Pieces.Add(p.At(q))
			if random.IntN(3) == 0 {
				s.Squares.Add(rules.Square(random.IntN(r.Files() * r.Ranks())))
			}
			if p.At(q) != rules.NoPiece {
				return pattern.Sum{Terms: []pattern.Term{{Weight: 100, Of: s}}, Op: pattern.GreaterEqual, Than: 100}
			}
		}
	}
	query := func() index.Query {
		p := played[random.IntN(len(played))]
		of := pattern.And{}
		for range 1 + random.IntN(4) {
			of.Of = append(of.Of, standing(p))
		}
		q := index.Query{Match: &index.Match{Rules: p.Rules()}, Limit: []int{0, 3, math.MaxInt}[random.IntN(3)], SideLines: random.IntN(9) == 0}
		switch random.IntN(8) {
		case 0:
			of.Of = append(of.Of, pattern.Turn{Side: rules.Second})
		case 1:
			of.Of = append(of.Of, pattern.Header{Name: "event", Words: []string{"1"}})
		case 2:
			of.Of = append(of.Of, pattern.Verdict{Text: "legal", Not: true})
		case 3:
			of.Of = append(of.Of, pattern.Result{})
		}
		q.Match.Condition = of
		q.Verdicts = [][]string{nil, {"legal"}, {"legal", "ruled"}, {"illegal"}}[random.IntN(4)]
		q.Variant = []string{"", p.Rules().Definition().ID, "chess"}[random.IntN(3)]
		q.After = []int64{0, apart * int64(random.IntN(600)), math.MaxInt64}[random.IntN(3)]
		return q
	}
	change := func(statement string) func() {
		return func() {
			if _, err := x.pool.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, step := range []struct {
		name   string
		change func()
		known  int // parts of chess of which stays are known, at least; below 0 for none
	}{
		{"before", func() {}, -1},
		{"noted", func() {
			if err := x.Ahead(t.Context(), ahead, func(time.Duration) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}, 3},
		{"one game is another", func() { a.put(1, play("chess")) }, 2},
		{"one is deleted, one new", func() {
			a.put(apart*599+1, index.Document{})
			a.put(apart*599+2, play("chess"))
		}, 1},
		{"noted again", func() {
			for range 2 {
				if err := x.Ahead(t.Context(), ahead, func(time.Duration) error { return nil }); err != nil {
					t.Fatal(err)
				}
			}
		}, 3},
		{"all spoilt", change(`UPDATE index_stays SET games = games || '\x00'`), -1},
		{"all written anew", func() {
			if err := x.Rebuild(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			if err := x.Ahead(t.Context(), ahead, func(time.Duration) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}, 3},
		{"not there", change(`DROP TABLE index_stays`), -1},
		{"not there, and ahead", func() {
			if err := x.Ahead(t.Context(), ahead, func(time.Duration) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}, -1},
	} {
		step.change()
		catchUp(t, x)
		_, err := seen(t.Context(), x, func(ctx context.Context, l *lists) (any, error) {
			known := 0
			err := l.Stays(ctx, games["chess"], []string{""}, func(index.Stays) { known++ })
			if err != nil || known < step.known || step.known < 0 && known > 0 {
				t.Errorf("%s: stays of %d parts are known, %v", step.name, known, err)
			}
			for range 150 {
				q := query()
				want, err := index.Games(ctx, plain{l}, q)
				if err != nil {
					return nil, err
				}
				got, err := index.Games(ctx, l, q)
				if err != nil {
					return nil, err
				}
				got.Work, want.Work = index.Work{}, index.Work{}
				if len(got.Games) == 0 && len(want.Games) == 0 {
					got.Games, want.Games = nil, nil
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %+v %+v: %+v, want %+v", step.name, q, q.Match.Condition, got, want)
				}
			}
			return nil, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var rows int
	if err := x.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := x.pool.QueryRow(t.Context(), `SELECT count(*) FROM index_stays`).Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d rows in a table made anew, %v", rows, err)
	}
}
