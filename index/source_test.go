package index

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"assay/index/pattern"
	"assay/parser/word"
)

// archive is a Source in memory which, like the real one, tells only the last
// change of each game.
type archive struct {
	mu       sync.Mutex
	sequence int64
	games    map[int64]Change
	seed     uint64   // of this history
	lineages []uint64 // by sequence
	// fail, where not nil, is asked before changes are given.
	fail func(after int64) error
}

func newArchive() *archive { return seededArchive(rand.Uint64()) }

func seededArchive(seed uint64) *archive {
	return &archive{games: map[int64]Change{}, seed: seed, lineages: []uint64{seed}}
}

// next is the number of a new change.
func (a *archive) next() int64 {
	a.sequence++
	a.lineages = append(a.lineages, scramble(a.lineages[a.sequence-1]+a.seed))
	return a.sequence
}

// backup is a copy of the archive as it was after a change, where no game has
// changed twice.
func (a *archive) backup(sequence int64) *archive {
	b := &archive{sequence: sequence, seed: rand.Uint64(), games: map[int64]Change{}, lineages: slices.Clone(a.lineages[:sequence+1])}
	for game, c := range a.games {
		if c.Sequence <= sequence {
			b.games[game] = c
		}
	}
	return b
}

func (a *archive) Lineage(_ context.Context, sequence int64) (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if sequence >= int64(len(a.lineages)) {
		return "", nil
	}
	return fmt.Sprintf("%x-%x", a.lineages[0], a.lineages[sequence]), nil
}

func (a *archive) Outline(ctx context.Context, after int64, limit int) ([]Change, error) {
	changes, err := a.Changes(ctx, after, limit)
	for i := range changes {
		changes[i].Document = Document{}
	}
	return changes, err
}

func (a *archive) put(game int64, d Document) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.games[game] = Change{Sequence: a.next(), Game: game, Document: d}
}

func (a *archive) remove(game int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.games[game] = Change{Sequence: a.next(), Game: game, Deleted: true}
}

func (a *archive) Sequence(context.Context) (int64, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.sequence, nil
}

func (a *archive) Changes(ctx context.Context, after int64, limit int) ([]Change, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.fail != nil {
		if err := a.fail(after); err != nil {
			return nil, err
		}
	}
	var changes []Change
	for _, c := range a.games {
		if c.Sequence > after {
			changes = append(changes, c)
		}
	}
	sort.Slice(changes, func(i, j int) bool { return changes[i].Sequence < changes[j].Sequence })
	return changes[:min(limit, len(changes))], ctx.Err()
}

// find answers a query without an index: it looks at every game.
func (a *archive) find(q Query) []int64 {
	verdicts := q.Verdicts
	if q.Key != nil && len(verdicts) == 0 {
		verdicts = []string{"legal"}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	var found []int64
	for game, c := range a.games {
		d := c.Document
		if !c.Deleted &&
			(q.Variant == "" || q.Variant == d.Variant) &&
			(q.Key == nil || slices.Contains(d.Keys, *q.Key)) &&
			(len(verdicts) == 0 || slices.Contains(verdicts, d.Verdict)) &&
			holds(q.Match, d.Headers) {
			found = append(found, game)
		}
	}
	slices.Sort(found)
	return found
}

// header asks for words of a header, of which the last may be the beginning of
// a word.
func header(name string, words ...string) *Match {
	return &Match{Condition: pattern.And{Of: []pattern.Node{headerNode(name, words...)}}}
}

func headerNode(name string, words ...string) pattern.Header {
	last := len(words) - 1
	h := pattern.Header{Name: name, Words: slices.Clone(words)}
	h.Words[last], h.Prefix = strings.CutSuffix(words[last], "*")
	return h
}

func holds(m *Match, headers map[string]string) bool {
	if m == nil {
		return true
	}
	for _, part := range m.Condition.(pattern.And).Of {
		c := part.(pattern.Header)
		for i, want := range c.Words {
			match := func(w string) bool {
				return w == want || c.Prefix && i == len(c.Words)-1 && strings.HasPrefix(w, want)
			}
			met := false
			for name, value := range headers {
				if c.Name == "" || c.Name == name || c.Name == strings.TrimRight(name, "0123456789") {
					met = met || slices.ContainsFunc(word.All(value), match)
				}
			}
			if !met {
				return false
			}
		}
	}
	return true
}

var (
	surnames = []string{"Carlsen", "Müller", "Habu", "羽生 善治", "O'Kelly", "Carls", "Ōyama", "Smith"}
	variants = []string{"chess", "shogi", "csg-1"}
	verdicts = []string{"legal", "legal", "legal", "legal", "illegal", "unsupported"}
	results  = []string{"1-0", "0-1", "1/2-1/2", "*"}
)

// randomDocument makes a game in the shape of chess: a tree of openings that
// many share, then positions of its own.
func randomDocument(r *rand.Rand, plies int) Document {
	d := Document{
		Variant: variants[r.IntN(len(variants))],
		Verdict: verdicts[r.IntN(len(verdicts))],
		Headers: map[string]string{
			"player1": surnames[r.IntN(len(surnames))],
			"player2": surnames[r.IntN(len(surnames))],
			"date":    fmt.Sprintf("%d.%02d.%02d", 1990+r.IntN(30), 1+r.IntN(12), 1+r.IntN(28)),
			"result":  results[r.IntN(len(results))],
		},
	}
	key := startKey
	d.Keys = append(d.Keys, key)
	for ply := range plies {
		choice := uint64(0)
		for r.IntN(4) != 0 && choice < 30 {
			choice++
		}
		if ply > 24 && r.IntN(3) == 0 {
			choice = r.Uint64()
		}
		key = scramble(key*31 + choice)
		d.Keys = append(d.Keys, key)
	}
	return d
}

const startKey = uint64(0x9E3779B97F4A7C15)

func scramble(k uint64) uint64 {
	k ^= k >> 33
	k *= 0xFF51AFD7ED558CCD
	k ^= k >> 33
	k *= 0xC4CEB9FE1A85EC53
	return k ^ k>>33
}

func (a *archive) fill(r *rand.Rand, games, plies int) {
	for range games {
		a.put(int64(len(a.games)+1), randomDocument(r, plies))
	}
}

// change changes games at random: new ones, other states of old ones,
// deletions.
func (a *archive) change(r *rand.Rand, changes int) {
	for range changes {
		game := int64(1 + r.IntN(len(a.games)+2))
		if r.IntN(4) == 0 && a.games[game].Game != 0 {
			a.remove(game)
		} else {
			a.put(game, randomDocument(r, 10+r.IntN(60)))
		}
	}
}

// randomQuery asks for what some game has, so that most queries find something.
func (a *archive) randomQuery(r *rand.Rand) Query {
	games := slices.Sorted(maps.Keys(a.games))
	d := a.games[games[r.IntN(len(games))]].Document
	var q Query
	if len(d.Keys) > 0 && r.IntN(3) > 0 {
		q.Key = &d.Keys[r.IntN(len(d.Keys))]
	}
	if r.IntN(3) == 0 {
		q.Variant = variants[r.IntN(len(variants))]
	}
	if r.IntN(3) == 0 {
		q.Verdicts = []string{"illegal", "unsupported", "legal"}[r.IntN(2):]
	}
	matches := []*Match{
		nil, nil, header("", "carlsen"), header("", "carls*"), header("", "p*"), header("", "da*"), header("player", "habu"), header("player2", "muller"),
		header("result", "1-0"), header("date", "199*"), header("", "羽", "生"), header("", "nobody"),
		{Condition: pattern.And{Of: []pattern.Node{headerNode("", "smith"), headerNode("", "1/2-1/2")}}},
	}
	q.Match = matches[r.IntN(len(matches))]
	return q
}

func open(t testing.TB, path string, s Source, o Options) *Index {
	t.Helper()
	x, err := Open(context.Background(), path, s, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

func catchUp(t testing.TB, x *Index) {
	t.Helper()
	if err := x.CatchUp(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
}

// all gives every page of a query's result and checks that the pages agree.
func all(t testing.TB, x *Index, q Query) []int64 {
	t.Helper()
	var games []int64
	for {
		page, err := x.Games(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, page.Games...)
		if page.Next == 0 {
			if page.Total != uint64(len(games)) {
				t.Fatalf("%+v: total %d, games %d", q, page.Total, len(games))
			}
			return games
		}
		if len(page.Games) != q.Limit {
			t.Fatalf("%+v: page of %d before the last", q, len(page.Games))
		}
		q.After = page.Next
	}
}

func checkClean(t testing.TB, x *Index) {
	t.Helper()
	faults, err := x.Check(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(faults) > 0 {
		t.Fatalf("%d faults, first: %v", len(faults), faults[0])
	}
}

// checkTruth compares answers with what a look at every game gives.
func checkTruth(t testing.TB, x *Index, a *archive) {
	t.Helper()
	key := startKey
	for _, q := range []Query{
		{Limit: 300}, {Key: &key, Limit: 300}, {Key: &key, Verdicts: []string{"illegal"}, Limit: 300}, {Variant: "chess", Limit: 300},
		{Match: header("player", "carlsen"), Limit: 300}, {Match: header("", "carls*"), Limit: 300},
	} {
		if got, want := all(t, x, q), a.find(q); !slices.Equal(got, want) {
			t.Fatalf("%+v: %d games, want %d", q, len(got), len(want))
		}
	}
}
