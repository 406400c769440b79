package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/fixtures/games"
	"assay/index/pattern"
	"assay/index/query"
	"assay/index/tape"
)

// playedAtRandom is the document of a random game.
func playedAtRandom(r *rules.Rules, random *rand.Rand, plies int) Document {
	var game Recorder
	p := r.Start()
	game.Begin(p)
	for range plies {
		if _, over := p.Outcome(); over {
			break
		}
		moves := p.Moves(nil)
		m := moves[random.IntN(len(moves))]
		game.Ply(p, []analysis.Node{{Move: m, Holds: true}})
		p.Play(m)
		game.Played(p, nil)
	}
	d := game.Document(r)
	d.Variant, d.Verdict, d.Result = r.Definition().ID, "legal", []string{"1-0", "0-1", "1/2-1/2"}[random.IntN(3)]
	return d
}

// TestMemoryIsBounded asks the same of an index that holds nothing, of one that
// holds a part of the tapes, and of one that holds all: answers do not depend
// on it, and the bound is kept while games are taken in, changed and asked for.
func TestMemoryIsBounded(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 4))
	chess, shogi := games.Rules(t, "chess", ""), games.Rules(t, "minishogi", "")
	a := newArchive()
	for id := range int64(2400) {
		r := chess
		if id%5 == 0 {
			r = shogi
		}
		a.put(id+1, playedAtRandom(r, random, 8))
	}
	const part = 300 << 10
	bounds := []int64{-1, part, DefaultMemory}
	var indexes []*Index
	for _, bound := range bounds {
		x := open(t, t.TempDir(), a, Options{Memory: bound, BatchPositions: 6000})
		catchUp(t, x)
		indexes = append(indexes, x)
	}
	ask := func(x *Index) string {
		said := ""
		for _, asked := range []struct {
			rules *rules.Rules
			text  string
		}{
			{chess, "capture"}, {chess, "white pawn on e4 and black pawn on e5"}, {chess, "check then pawn on d4"},
			{chess, "result = 1-0 and white knight on f3"}, {shogi, "capture"}, {shogi, "drop"}, {nil, "result = 0-1"},
		} {
			tree, err := query.Parse(asked.text)
			if err != nil {
				t.Fatal(asked.text, err)
			}
			condition, err := query.Bind(tree, asked.rules)
			if err != nil {
				t.Fatal(asked.text, err)
			}
			found, err := x.Games(t.Context(), Query{Match: &Match{Condition: condition, Rules: asked.rules}, Limit: 10_000})
			if err != nil || found.Total == 0 {
				t.Fatalf("%s: %d games, %v", asked.text, found.Total, err)
			}
			said += fmt.Sprintln(asked.text, found.Games)
		}
		for _, r := range []*rules.Rules{chess, shogi} {
			explored, err := x.Explore(t.Context(), Exploration{Position: r.Start(), Occurrences: func(context.Context, int64) ([]int, error) { return []int{0}, nil }})
			if err != nil || explored.Games == 0 {
				t.Fatalf("%+v, %v", explored, err)
			}
			similar, err := x.Similar(t.Context(), SimilarityQuery{Position: r.Start(), Limit: 20})
			if err != nil {
				t.Fatal(err)
			}
			said += fmt.Sprintln(explored.Games, explored.Moves, similar.Games)
		}
		return said
	}
	for round := range 3 {
		want := ask(indexes[0])
		for i, x := range indexes {
			if got := ask(x); got != want {
				t.Fatalf("round %d, bound %d:\n%s\nwithout memory:\n%s", round, bounds[i], got, want)
			}
			checkHoard(t, x)
		}
		if got := indexes[0].cache.size; got != 0 {
			t.Errorf("%d bytes are held of none", got)
		}
		if got := indexes[1].cache.size; got < part/4 {
			t.Errorf("%d bytes are held of %d", got, part)
		}
		for range 50 {
			id := 1 + random.Int64N(2400)
			if a.remove(id); id%3 > 0 {
				a.put(id, playedAtRandom(chess, random, 9))
			}
		}
		for _, x := range indexes {
			catchUp(t, x)
			checkHoard(t, x)
		}
	}
	for _, x := range indexes {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
		if x.cache.size != 0 || len(x.cache.blocks) != 0 {
			t.Errorf("%d bytes of %d blocks are held of a closed index", x.cache.size, len(x.cache.blocks))
		}
	}
}

// checkHoard holds what is counted as held to what is.
func checkHoard(t *testing.T, x *Index) {
	t.Helper()
	h := x.cache
	h.mu.Lock()
	defer h.mu.Unlock()
	size, held := int64(0), 0
	for b := range h.blocks {
		if !slices.Contains(x.visible.contents, b.content) {
			t.Errorf("%d games are held that nobody sees", b.games)
		}
		if b.cached != nil {
			size += b.cached.size
			held += b.games
		}
	}
	if size != h.size || held != h.games || size > max(h.limit, 0) {
		t.Errorf("%d bytes of %d games are held, %d and %d counted, %d allowed", size, held, h.size, h.games, h.limit)
	}
}

// ending is a context that ends when it was asked so often.
type ending struct {
	context.Context
	left atomic.Int64
}

func (e *ending) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestHoardCutShort has views made that are never seen: nothing is held of
// them.
func TestHoardCutShort(t *testing.T) {
	r := games.Rules(t, "chess", "")
	d, _ := shuffled(r, 40)
	a := newArchive()
	put := func(from int64) {
		for n := range int64(600) {
			a.put(from+n, d)
		}
	}
	put(1)
	x := open(t, t.TempDir(), a, Options{})
	catchUp(t, x)
	for range 3 {
		if _, err := x.Games(t.Context(), Query{Match: &Match{Condition: pattern.Capture{}, Rules: r}}); err != nil {
			t.Fatal(err)
		}
	}
	if x.cache.size == 0 {
		t.Fatal("nothing is held")
	}
	put(1001)
	if err := x.current.catchUp(t.Context(), a, BatchPositions, nil); err != nil {
		t.Fatal(err)
	}
	cut := 0
	for left := int64(0); ; left += 20 {
		ctx := &ending{Context: t.Context()}
		ctx.left.Store(left)
		x.update(ctx, x.current)
		checkHoard(t, x)
		if !x.stale(x.current) {
			break
		}
		cut++
	}
	if cut < 3 {
		t.Errorf("cut short %d times", cut)
	}
}

// TestHoardKeepsWhatIsAskedFor lets four blocks be held of twelve that are all
// asked for in turn, and then of two more that are asked for often.
func TestHoardKeepsWhatIsAskedFor(t *testing.T) {
	h := newBlockCache(400)
	c := &content{blocks: map[string][]*block{}}
	for range 14 {
		c.blocks[""] = append(c.blocks[""], &block{content: c, games: 10})
	}
	blocks := c.blocks[""]
	loaded := 0
	ask := func(b *block, games int) {
		if _, worth := h.request(b, games); worth {
			loaded++
			h.insert(b, &cachedBlock{size: 100})
		}
	}
	heldNow := func() (all []int) {
		for i, b := range blocks {
			if b.cached != nil {
				all = append(all, i)
			}
		}
		return all
	}
	for range 2500 {
		for _, b := range blocks[:12] {
			ask(b, 10)
		}
	}
	if got := heldNow(); !reflect.DeepEqual(got, []int{0, 1, 2, 3}) || loaded != 4 {
		t.Fatalf("after scans blocks %v are held, %d were loaded", got, loaded)
	}
	ask(blocks[12], 1)
	if got := heldNow(); len(got) != 4 || loaded != 4 {
		t.Errorf("a block was loaded for one of ten games: %v", got)
	}
	for range 2500 {
		ask(blocks[12], 10)
		ask(blocks[13], 10)
	}
	if got := heldNow(); len(got) != 4 || got[2] != 12 || got[3] != 13 || loaded != 6 {
		t.Errorf("blocks %v are held, %d were loaded", got, loaded)
	}
	h.evict([]*content{c})
	ask(blocks[0], 10)
	if h.size != 0 || h.games != 0 || len(h.blocks) != 0 || len(heldNow()) > 0 {
		t.Errorf("%d bytes of %d games are held of a segment that is gone", h.size, h.games)
	}
}

// TestHoardLoadsOnceInVain asks for a block that takes more than was expected,
// and than there is room for: it is not loaded again and again.
func TestHoardLoadsOnceInVain(t *testing.T) {
	h := newBlockCache(150)
	c := &content{}
	small, large := &block{content: c, games: 10}, &block{content: c, games: 10}
	loaded := 0
	for range 10 {
		for b, size := range map[*block]int64{small: 20, large: 140} {
			if _, worth := h.request(b, 10); worth && (b == small || small.cached != nil) {
				loaded++
				h.insert(b, &cachedBlock{size: size})
			}
		}
	}
	if loaded != 2 || small.cached == nil || large.cached != nil {
		t.Errorf("loaded %d times, %d bytes are held", loaded, h.size)
	}
}

// TestBlockSizes holds what a block is counted with to what it takes.
func TestBlockSizes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	chess := games.Rules(t, "chess", "")
	a := newArchive()
	positions := 0
	for id := range int64(300) {
		d := playedAtRandom(chess, random, 80)
		positions += len(d.Keys)
		a.put(id+1, d)
	}
	x := open(t, t.TempDir(), a, Options{})
	catchUp(t, x)
	if _, err := x.Games(t.Context(), Query{Match: &Match{Condition: pattern.Check{}, Rules: chess}, Limit: 1}); err != nil {
		t.Fatal(err)
	}
	perPosition := float64(x.cache.size) / float64(positions)
	if least := 3 + 2*float64(len([]tape.Fingerprint{0})); perPosition < least || perPosition > 14 {
		t.Errorf("%.1f bytes a position are held", perPosition)
	}
}
