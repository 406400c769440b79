package twins

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/fixtures"
	"assay/fixtures/planted"
	"assay/store"
)

// shelf is a store of games with IDs from 1.
type shelf []*store.Game

func (s shelf) PlayedGames(_ context.Context, each func(*store.Played) error) error {
	for _, g := range s {
		if err := each(&store.Played{ID: g.ID, Variant: g.Variant, Options: g.Options, Start: g.Start, Final: g.Final,
			Moves: g.Moves, Plies: g.Plies, First: g.First, Second: g.Second, Date: g.Date}); err != nil {
			return err
		}
	}
	return nil
}

func (s shelf) Games(_ context.Context, ids []int64) (found []*store.Game, err error) {
	for _, id := range ids {
		found = append(found, s[id-1])
	}
	return found, nil
}

// planter makes games, and damaged copies of them.
type planter struct {
	*planted.Planter
	shelf
	origin []int // of each game; its own number for originals
}

// moves plays an opening, which has fewer continuations than later play.
func (p *planter) moves(n int) []uint64 {
	var all []uint64
	at := uint64(p.IntN(3))
	for i := range n {
		choices := []int{4, 3, 2, 2, 2, 3, 2, 2}[min(i/4, 7)]
		pick := uint64(min(p.IntN(choices), p.IntN(choices)))
		if i > 24+p.IntN(8) {
			pick = uint64(p.IntN(30))
		}
		at = mix(at + pick)
		all = append(all, at%4096)
	}
	return all
}

func (p *planter) add(g store.Game, plies []uint64, origin int) {
	g.ID, g.Plies, g.Variant = int64(len(p.shelf)+1), len(plies), "chess"
	g.Moves = nil
	for _, m := range plies {
		g.Moves = binary.AppendUvarint(g.Moves, m)
	}
	final := uint64(0) // as if the order of moves did not count
	for _, m := range plies {
		final += mix(m)
	}
	g.Final = fmt.Sprintf("%x w - - 0 %d", final, len(plies)/2+1)
	p.shelf = append(p.shelf, &g)
	p.origin = append(p.origin, origin)
}

// plant makes games of which a tenth are archived twice, and as many that are
// alike without being twins.
func plant(seed uint64, n int) *planter {
	p := &planter{Planter: planted.New(seed, n/20)}
	for len(p.shelf) < n {
		g := p.Game()
		if p.IntN(50) == 0 { // of one family
			g.Second, _, _ = strings.Cut(g.First, ",")
			g.Second += ", " + p.Word(2)
		}
		length := 20 + p.IntN(100)
		if p.IntN(12) == 0 {
			length = 10 + p.IntN(14) // a short draw
			g.Result = "1/2-1/2"
		}
		moves := p.moves(length)
		original := len(p.shelf)
		p.add(g, moves, original)
		switch p.IntN(10) {
		case 0:
			copied, plies := p.damage(g, moves)
			p.add(copied, plies, original)
			if p.IntN(8) == 0 {
				copied, plies = p.damage(g, moves)
				p.add(copied, plies, original)
			}
		case 1: // the same players on the same day: the opening again
			g.Tags = []store.Tag{{Key: "Round", Value: "10"}}
			p.add(g, append(slices.Clone(moves[:min(length*2/3, 30)]), p.moves(30 + p.IntN(40))[20:]...), len(p.shelf))
		case 2: // the same players in another year: a short draw again
			if length < 26 {
				other := p.Game()
				other.First, other.Second, other.Result = g.First, g.Second, g.Result
				p.add(other, moves, len(p.shelf))
			}
		case 3: // other players follow the opening for long
			other := p.Game()
			p.add(other, append(slices.Clone(moves[:length*3/4]), p.moves(20+p.IntN(60))...), len(p.shelf))
		}
	}
	return p
}

// damage returns a copy with damaged headers and moves. The moves of a short
// draw say too little: only its names are misspelt.
func (p *planter) damage(g store.Game, moves []uint64) (store.Game, []uint64) {
	short := len(moves) < 24
	g = p.Damage(g, short)
	n := len(moves)
	if short {
		return g, moves
	}
	moves = slices.Clone(moves)
	switch p.IntN(7) {
	case 0:
		moves = moves[:n-1-p.IntN(n/3)]
	case 1:
		moves = append(moves, p.moves(30)[29-p.IntN(8):]...)
	case 2:
		moves[n/3+p.IntN(n-n/3)] = uint64(4096 + p.IntN(4096))
	case 3:
		i := p.IntN(n - 2)
		moves[i], moves[i+2] = moves[i+2], moves[i]
	case 4:
		if n > 50 {
			skipped := 1 + p.IntN(12)
			moves, g.Start = moves[skipped:], fmt.Sprintf("after %d", skipped)
		}
	}
	return g, moves
}

// TestPlantedTwins finds damaged copies, and nothing else.
func TestPlantedTwins(t *testing.T) {
	p := plant(1, fixtures.Rounds(6000, 60_000, 200_000))
	began := time.Now()
	l, err := list(t.Context(), p.shelf)
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	wrong, found := 0, map[[2]int64]bool{}
	for _, w := range l.Twins {
		if w.Game >= w.Twin {
			t.Fatalf("a twin of itself: %+v", w)
		}
		if p.origin[w.Game-1] != p.origin[w.Twin-1] {
			if wrong++; wrong <= 5 {
				t.Logf("wrong: %+v", w)
			}
			continue
		}
		found[[2]int64{w.Game, w.Twin}] = true
	}
	planted, missed := 0, 0
	for i, origin := range p.origin {
		if origin == i {
			continue
		}
		planted++
		if !found[[2]int64{int64(origin + 1), int64(i + 1)}] {
			if missed++; missed <= 10 {
				a, b := p.shelf[origin], p.shelf[i]
				j, _ := compare(newRecord(a), newRecord(b))
				t.Logf("missed: %d and %d plies: %+v", a.Plies, b.Plies, j)
			}
		}
	}
	t.Logf("%d games, %d planted, %d missed, %d reported, %d wrong, %v", len(p.shelf), planted, missed, len(l.Twins),
		wrong, took)
	if missed*100 > planted || wrong*1000 > len(l.Twins) {
		t.Errorf("%d of %d missed, %d of %d wrong", missed, planted, wrong, len(l.Twins))
	}
	if !slices.IsSortedFunc(l.Twins, func(a, b Twin) int { return int(100*b.Score) - int(100*a.Score) }) {
		t.Error("not sorted by score")
	}
}

// SimilarGames returns all other games for each game.
func (s shelf) SimilarGames(_ context.Context, games []*store.Game) ([][]int64, error) {
	all := make([][]int64, len(games))
	for i, g := range games {
		for _, other := range s {
			if other.ID != g.ID {
				all[i] = append(all[i], other.ID)
			}
		}
	}
	return all, nil
}

// TestNearest finds the likeliest game of a record.
func TestNearest(t *testing.T) {
	cut := func(n int) func(*store.Game, []uint64) []uint64 {
		return func(_ *store.Game, m []uint64) []uint64 { return m[:n] }
	}
	named := func(first, date string) func(*store.Game, []uint64) []uint64 {
		return func(g *store.Game, m []uint64) []uint64 { g.First, g.Date = first, date; return m }
	}
	s := shelf{played(1, 60, named("Keres, Paul", "1962-01-03")), played(2, 60, cut(40)), played(3, 60, nil),
		played(4, 60, named("Tal, M", "")), played(5, 60, nil)}
	s[4].Damage = errors.New("damaged")
	for _, row := range []struct {
		name string
		game *store.Game
		want int64 // 0 for none
		kind Kind
		says string
	}{
		{"the same", played(0, 60, nil), 3, Same, "all 60 plies are equal"},
		{"archived, the same", played(9, 60, nil), 3, Same, "the same day"},
		{"its own number is not another game", played(3, 60, nil), 4, Same, "Tal, Mikhail and Tal, M may be one person"},
		{"truncated", played(0, 60, cut(35)), 2, Contained, "game 2 has all 35 plies of this record and 5 more"},
		{"longer", played(0, 80, named("Tal,M", "1959-??-??")), 2, Contained, "this record has all 40 plies of game 2 and 40 more"},
		{"other players", played(0, 30, func(g *store.Game, m []uint64) []uint64 {
			g.First, g.Second, g.Date, g.Event = "Ann", "Bo", "2001-01-01", ""
			return m
		}), 0, "", ""},
		{"no moves", new(store.Game), 0, "", ""},
	} {
		found, err := Nearest(t.Context(), s, []*store.Game{new(store.Game), row.game})
		if err != nil || found[0] != nil || (found[1] != nil) != (row.want != 0) {
			t.Errorf("%s: %+v, %v", row.name, found, err)
			continue
		}
		if l := found[1]; l != nil && (l.Game != row.want || l.Kind != row.kind || !strings.Contains(strings.Join(l.Reasons, "; "), row.says)) {
			t.Errorf("%s: %+v", row.name, l)
		}
	}
	if found, err := Nearest(t.Context(), shelf{}, []*store.Game{played(0, 60, nil)}); err != nil || found[0] != nil {
		t.Errorf("an empty archive: %v, %v", found, err)
	}
}
