package index

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/fixtures/games"
	"assay/index/pattern"
)

// shuffles plays both knights of the king out and back again, so many plies in
// all, and is a legal game however long.
func shuffles(r *rules.Rules, plies int) []rules.Move {
	squares := [4][2]string{{"g1", "f3"}, {"g8", "f6"}, {"f3", "g1"}, {"f6", "g8"}}
	moves := make([]rules.Move, plies)
	for i := range moves {
		from, _ := r.SquareNamed(squares[i%4][0])
		to, _ := r.SquareNamed(squares[i%4][1])
		moves[i] = rules.NewMove(rules.Step, from, to, rules.NoPieceType)
	}
	return moves
}

// shuffled is the document of a game of so many plies in which every position
// comes again.
func shuffled(r *rules.Rules, plies int) (d Document, occurrences []int) {
	var game Recorder
	p := r.Start()
	start := p.Key()
	game.Begin(p)
	occurrences = []int{0}
	for ply, m := range shuffles(r, plies) {
		game.Ply(p, []analysis.Node{{Move: m, Holds: true}})
		p.Play(m)
		game.Played(p, nil)
		if p.Key() == start {
			occurrences = append(occurrences, ply+1)
		}
	}
	d = game.Document(r)
	d.Variant, d.Verdict, d.Result = "chess", "legal", "1-0"
	return d, occurrences
}

// TestExploreOnePass holds the explorer to passing over each ply of a game
// once, however often the position comes again in it.
func TestExploreOnePass(t *testing.T) {
	r := games.Rules(t, "chess", "")
	for _, plies := range []int{4, 400, 4000} {
		d, occurrences := shuffled(r, plies)
		a := newArchive()
		a.put(1, d)
		x := open(t, t.TempDir(), a, Options{})
		catchUp(t, x)
		p := r.Start()
		found, err := x.Explore(t.Context(), Exploration{
			Position:    p,
			Occurrences: func(context.Context, int64) ([]int, error) { return occurrences, nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		if found.Games != 1 || len(found.Moves) != 1 || found.Moves[0].Games != 1 || found.Moves[0].First != 1 {
			t.Errorf("%d plies: %+v", plies, found)
		}
		if found.Work.Plies > uint64(plies) {
			t.Errorf("%d plies: %d passed", plies, found.Work.Plies)
		}
	}
}

// frequent is an index of an archive that has one game so often that what was
// played from its start is kept.
func frequent(t *testing.T, r *rules.Rules) (x *Index, a *archive, d Document, occurrences []int) {
	d, occurrences = shuffled(r, 8)
	a = newArchive()
	for game := range int64(2 * minCachedGames) {
		a.put(game+1, d)
	}
	return open(t, t.TempDir(), a, Options{}), a, d, occurrences
}

// TestExploreKept has the explorer count each segment once for as long as it
// stays as it is, and otherwise anew.
func TestExploreKept(t *testing.T) {
	r := games.Rules(t, "chess", "")
	x, a, d, occurrences := frequent(t, r)
	var asked atomic.Int64
	e := Exploration{Position: r.Start(), Occurrences: func(context.Context, int64) ([]int, error) {
		asked.Add(1)
		return occurrences, nil
	}}
	for _, step := range []struct {
		name          string
		change        func()
		explain       bool
		counted, have uint64
	}{
		{"first", func() {}, false, 2 * minCachedGames, 2 * minCachedGames},
		{"again", func() {}, false, 0, 2 * minCachedGames},
		{"explained", func() {}, true, 2 * minCachedGames, 2 * minCachedGames},
		{"one more", func() { a.put(5000, d) }, false, 1, 2*minCachedGames + 1},
		{"one less", func() { a.remove(7) }, false, 2 * minCachedGames, 2 * minCachedGames},
		{"again with one less", func() {}, false, 1, 2 * minCachedGames},
	} {
		step.change()
		catchUp(t, x)
		asked.Store(0)
		e.Explain = step.explain
		found, err := x.Explore(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		if counted := uint64(asked.Load()); counted != step.counted || found.Games != step.have || found.Work.Read != found.Games ||
			len(found.Moves) != 1 || found.Moves[0].Games != found.Games || found.Moves[0].First != found.Games {
			t.Errorf("%s: %d games counted, %+v", step.name, asked.Load(), found)
		}
	}
	later, err := r.ParsePosition(strings.Replace(r.Start().Text(), " 0 1", " 8 9", 1))
	if err != nil {
		t.Fatal(err)
	}
	asked.Store(0)
	e.Position, e.Explain = later, false
	if found, err := x.Explore(t.Context(), e); err != nil || asked.Load() != 1 || found.Games != 2*minCachedGames {
		t.Errorf("by other clocks: %d games counted, %+v, %v", asked.Load(), found, err)
	}
}

// TestExploreLonger asks for a position that games have more often by now than
// when the index took them in: what it took in counts, and is not kept.
func TestExploreLonger(t *testing.T) {
	r := games.Rules(t, "chess", "")
	x, _, d, occurrences := frequent(t, r)
	catchUp(t, x)
	var asked atomic.Int64
	e := Exploration{Position: r.Start(), Occurrences: func(context.Context, int64) ([]int, error) {
		asked.Add(1)
		return append(slices.Clone(occurrences), len(d.Keys)+2), nil
	}}
	for range 2 {
		asked.Store(0)
		if found, err := x.Explore(t.Context(), e); err != nil || asked.Load() != 2*minCachedGames || found.Games != 2*minCachedGames || len(found.Moves) != 1 {
			t.Errorf("%d asked, %+v, %v", asked.Load(), found, err)
		}
	}
}

// TestExploreBound lets go of what fewest games had.
func TestExploreBound(t *testing.T) {
	var k Explorations
	parts := []Part{1, 2, 3}
	for n := range 100 {
		found := map[Part]*tally{}
		for _, p := range parts {
			found[p] = newTally()
			found[p].read = minCachedGames + uint64(100*n)
		}
		k.put(parts, explorationKey{position: [2]uint64{uint64(n)}}, found)
	}
	whole := k.size
	if k.bound(whole); k.size != whole {
		t.Errorf("%d of %d bytes are kept where all may be", k.size, whole)
	}
	if k.bound(whole - 1); k.size >= whole || k.size < whole/4 {
		t.Errorf("%d of %d bytes are kept", k.size, whole)
	}
	size := 0
	for _, p := range parts {
		for n := range 100 {
			t1, kept := k.found[p].found[explorationKey{position: [2]uint64{uint64(n)}}]
			if more := n > 70; more && !kept || n < 1 && kept {
				t.Errorf("%d: kept is %v", n, kept)
			}
			if kept {
				size += t1.size()
			}
		}
	}
	if size != k.size {
		t.Errorf("%d bytes are kept, %d counted", size, k.size)
	}
}

// TestPacked adds to one tally what another was packed as.
func TestPacked(t *testing.T) {
	of := newTally()
	of.games, of.read, of.plies = 7, 300, 1<<40
	of.moves["ab\x00"] = &Played{Op: []byte("ab\x00"), Games: 4, First: 1, Second: 2, Drawn: 1, Rated: 3, Ratings: 7600, Last: 1 << 33, Earliest: 19700101, Latest: 19701231}
	of.moves["z"] = &Played{Op: []byte("z"), Games: 3, Last: 5}
	of.openings.add(&Entry{code: []byte("B18"), opening: []byte("Caro-Kann")})
	of.openings.add(&Entry{code: []byte("B18")})
	once, twice, want := newTally(), newTally(), newTally()
	once.add(of.pack())
	if !reflect.DeepEqual(once, of) {
		t.Errorf("%+v, want %+v", once, of)
	}
	twice.add(of.pack())
	twice.add(of.pack())
	want.merge(of)
	want.merge(of)
	if !reflect.DeepEqual(twice, want) {
		t.Errorf("%+v, want %+v", twice, want)
	}
}

// TestExploreLeftOut keeps nothing of what was counted without a damaged game.
func TestExploreLeftOut(t *testing.T) {
	r := games.Rules(t, "chess", "")
	x, _, _, occurrences := frequent(t, r)
	catchUp(t, x)
	for range 2 {
		var leftOut atomic.Int64
		found, err := x.Explore(t.Context(), Exploration{Position: r.Start(), Occurrences: func(_ context.Context, game int64) ([]int, error) {
			if game == 7 {
				leftOut.Add(1)
				return nil, fmt.Errorf("game 7: %w", ErrLeftOut)
			}
			return occurrences, nil
		}})
		if err != nil || found.Games != 2*minCachedGames-1 || leftOut.Load() != 1 {
			t.Errorf("%d games, %d asked for in vain, %v", found.Games, leftOut.Load(), err)
		}
	}
}

// TestEndedContext holds every search to stopping where nobody waits any more.
func TestEndedContext(t *testing.T) {
	r := games.Rules(t, "chess", "")
	d, occurrences := shuffled(r, 40)
	a := newArchive()
	a.put(1, d)
	x := open(t, t.TempDir(), a, Options{})
	catchUp(t, x)
	p := r.Start()
	e := Exploration{
		Position:    p,
		Occurrences: func(ctx context.Context, _ int64) ([]int, error) { return occurrences, ctx.Err() },
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	searches := map[string]func(context.Context) error{
		"explore": func(ctx context.Context) error { _, err := x.Explore(ctx, e); return err },
		"similar": func(ctx context.Context) error {
			_, err := x.Similar(ctx, SimilarityQuery{Position: p, Limit: 1})
			return err
		},
		"games": func(ctx context.Context) error {
			_, err := x.Games(ctx, Query{Match: &Match{Condition: pattern.Check{}, Rules: r}, Limit: 1})
			return err
		},
	}
	for name, search := range searches {
		if err := search(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		if err := search(t.Context()); err != nil {
			t.Errorf("%s after one that ended: %v", name, err)
		}
	}
}

// TestKeptPages gives pages as far as it is kept which games are on them.
func TestKeptPages(t *testing.T) {
	e := Exploration{Position: games.Rules(t, "chess", "").Start()}
	parts := []Part{"a", "b", "c", "d"}
	var kept Explorations
	for i, games := range [][]int64{{3, 5}, {}, {20, 21, 29}, {40}} {
		n := uint64(len(games))
		if i == 2 {
			n++ // more than are listed
		}
		if !kept.Add(parts, parts[i], &e, encodeCount(n, games, newTally())) {
			t.Fatal(parts[i])
		}
	}
	id := e.exactQuery().id()
	kept.Count(parts, id, map[Part]uint64{"a": 2, "c": 4})
	for _, row := range []struct {
		parts []Part
		after int64
		games int
		want  []int64
		ok    bool
	}{
		{parts, 0, 1, []int64{3}, true},
		{parts, 0, 5, []int64{3, 5, 20, 21, 29}, true},
		{parts, 3, 3, []int64{5, 20, 21}, true},
		{parts, 0, 6, nil, false},
		{parts, 28, 1, []int64{29}, true},
		{parts, 29, 1, nil, false},
		{parts[:2], 0, 9, []int64{3, 5}, true},
		{parts[:2], 5, 9, nil, true},
		{append(parts[:1:1], "e"), 0, 3, nil, false},
	} {
		if got, ok := kept.Page(row.parts, id, row.after, row.games); ok != row.ok || !slices.Equal(got, row.want) {
			t.Errorf("%d behind %d of %v: %v, %v", row.games, row.after, row.parts, got, ok)
		}
	}
}
