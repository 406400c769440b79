package index

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"sync"
	"time"

	"assay/analysis/rules"
	"assay/index/tape"
)

// exact asks for the games that have the position of an exploration as an exact
// search does.
func (e *Exploration) exact() Query {
	key := KeyOf(e.Position)
	return Query{Variant: e.Position.Rules().Definition().ID, Key: &key, Verdicts: e.Verdicts}
}

// Ahead counts what was played from positions, and how many games have each, so
// that whoever asks does not wait for it, and notes the stays in games of their
// rules. After each step rest is told how long it took, and ends all by an
// error.
func (x *Index) Ahead(ctx context.Context, all []Exploration, rest func(time.Duration) error) error {
	for _, e := range all {
		began := time.Now()
		_, err := x.Explore(ctx, e)
		if err == nil {
			_, err = x.Games(ctx, e.exact())
		}
		if err == nil {
			err = rest(time.Since(began))
		}
		if err != nil {
			return err
		}
	}
	noted := map[string]bool{}
	for _, e := range all {
		r := e.Position.Rules()
		if !noted[RulesName(r)] {
			noted[RulesName(r)] = true
			if err := x.noteStays(ctx, r, rest); err != nil {
				return err
			}
		}
	}
	return nil
}

// Frequency tells how many games have a position, about, and may tell of none
// where they are few.
type Frequency func(ctx context.Context, p *rules.Position) (games float64, err error)

// Frequency counts those games of a query that have a position.
func (x *Index) Frequency(_ context.Context, q Query, _ int) (Frequency, error) {
	return func(ctx context.Context, p *rules.Position) (float64, error) {
		key := KeyOf(p)
		q.Key = &key
		found, err := x.Games(ctx, q)
		return float64(found.Total), err
	}, nil
}

// Frequent bounds the positions that are counted ahead: to count what was
// played from one of so many games takes some 2 ms of a processor, and each
// segment has to keep what it counted.
func (x *Index) Frequent() (games, positions int) { return 2000, 1024 }

// KeyedLists are lists that tell of all games of a part which positions they
// have.
type KeyedLists interface {
	Lists
	// Keyed begins to read games of one part. Its batches are of type
	// [KeyedBatch]; games of other rules than those wanted have no tape.
	Keyed(ctx context.Context, w Wanted, p Part) (Candidates, error)
}

// KeyedBatch is a batch that tells the keys of the positions of main lines.
type KeyedBatch interface {
	Batch
	Keys(n int) []int64
}

// Counted is what was counted of one exploration in one part, behind a
// checksum: how many games an exact search finds there, which are the first of
// them, and what was played.
type Counted []byte

// counted writes it.
func counted(games uint64, first []int64, t *tally) Counted {
	p := t.pack()
	b := make([]byte, checksumSize, checksumSize+30+2*len(first)+len(p.text))
	b = binary.AppendUvarint(b, games)
	numbers := packNumbers(first)
	b = binary.AppendUvarint(b, uint64(len(numbers)))
	b = append(b, numbers...)
	b = binary.AppendUvarint(b, p.read)
	b = append(b, p.text...)
	binary.BigEndian.PutUint32(b, crc32.Checksum(b[checksumSize:], castagnoli))
	return b
}

// read reads it, false where it is not as it was written.
func (c Counted) read() (games, played packed, ok bool) {
	if len(c) <= checksumSize || binary.BigEndian.Uint32(c) != crc32.Checksum(c[checksumSize:], castagnoli) {
		return games, played, false
	}
	c = c[checksumSize:]
	number := func() uint64 {
		n, width := binary.Uvarint(c)
		c = c[width:]
		return n
	}
	games.read = number()
	first := number()
	games.text, c = string(c[:first]), c[first:]
	played.read = number()
	played.text = string(c)
	return games, played, true
}

// countedFormat is the first byte of names of explorations: another one where
// what was counted is written otherwise, or counted otherwise.
const countedFormat = 2

// Name tells an exploration apart from all others, in whichever run of the
// program.
func (e *Exploration) Name() []byte {
	id, s := e.id(), tape.StateOf(e.Position)
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %d %v %v %v %v",
		id.name, id.verdicts, id.condition, KeyOf(e.Position), s.Board, s.Hand, s.Pocket, s.Side))
	return append([]byte{countedFormat}, sum[:16]...)
}

// Together counts explorations of the same rules and verdicts, without
// conditions, in one run through all games of a part. What it gives of one is
// nil where a game was left out. Of so many games it notes which they are, the
// first of the part that have the position.
func Together(ctx context.Context, l KeyedLists, p Part, all []Exploration, first int) ([]Counted, error) {
	w, q := Wanted{Rules: all[0].Position.Rules()}, all[0].exact()
	w.Conditions = slices.DeleteFunc(q.Conditions(), func(c Condition) bool { return c.Field == KeyField })
	asked, sum := askedOf(all), newSums(len(all), first)
	var failed error
	var mu sync.Mutex
	_, _, err := run(ctx, keyedPart{l, p}, w, 0, func(ctx context.Context, next func() (Batch, bool)) {
		t := &together{asked: asked, sums: newSums(len(all), first), counter: counter{player: tape.NewPlayer(w.Rules)}}
		for b, ok := next(); ok && t.failed == nil; b, ok = next() {
			t.run(ctx, b.(KeyedBatch))
		}
		mu.Lock()
		defer mu.Unlock()
		sum.merge(t.sums)
		failed = cmp.Or(failed, t.failed)
	})
	if err := errors.Join(failed, err); err != nil {
		return nil, err
	}
	found := make([]Counted, len(all))
	for i := range all {
		if t := sum.tally(i); !t.short {
			games, _ := sum.first[i].close()
			found[i] = counted(sum.games[i], games, t)
		}
	}
	return found, nil
}

// keyedPart reads the games of one part whatever is wanted.
type keyedPart struct {
	KeyedLists
	part Part
}

func (k keyedPart) Candidates(ctx context.Context, w Wanted) (Candidates, error) {
	return k.Keyed(ctx, w, k.part)
}

// asked is what is asked of games at once.
type asked struct {
	byKey    map[int64][]int // explorations, by the keys of their positions
	counters []counter       // of each, without a player
}

func askedOf(all []Exploration) *asked {
	a := &asked{map[int64][]int{}, make([]counter, len(all))}
	for i := range all {
		key, state := int64(KeyOf(all[i].Position)), tape.StateOf(all[i].Position)
		a.byKey[key] = append(a.byKey[key], i)
		a.counters[i] = counter{exploration: &all[i], state: state, fingerprint: state.Fingerprint()}
	}
	return a
}

// sums are what was counted of each.
type sums struct {
	of    []*tally // nil for nothing
	games []uint64 // that have the position
	first []page   // of these
}

func newSums(n, first int) sums {
	return sums{make([]*tally, n), make([]uint64, n), slices.Repeat([]page{{limit: first}}, n)}
}

func (s sums) tally(i int) *tally {
	if s.of[i] == nil {
		s.of[i] = newTally()
	}
	return s.of[i]
}

func (s sums) merge(o sums) {
	for i, t := range o.of {
		if t != nil {
			s.tally(i).merge(t)
		}
		s.games[i] += o.games[i]
		for _, game := range o.first[i].kept {
			s.first[i].offer(game)
		}
	}
}

// together is a worker that counts explorations at once.
type together struct {
	*asked
	sums
	counter // of the exploration at hand
}

func (t *together) run(ctx context.Context, b KeyedBatch) {
	for n := range b.Len() {
		if t.failed != nil || ctx.Err() != nil {
			return
		}
		if err := t.count(ctx, b.Game(n), b.Entry(n), b.Keys(n)); ctx.Err() == nil {
			t.failed = err
		}
	}
}

// count adds a game to all explorations whose positions it has.
func (t *together) count(ctx context.Context, game int64, e *Entry, keys []int64) error {
	loaded := false
	for _, key := range keys {
		for _, i := range t.byKey[key] {
			t.games[i]++
			t.first[i].offer(game)
			if e.tape == nil {
				continue
			}
			if !loaded {
				if _, err := t.player.Load(e.tape); err != nil {
					return err
				}
				t.fingerprints = t.player.Fingerprints(t.fingerprints[:0])
				loaded = true
			}
			c, of := &t.counter, &t.counters[i]
			c.exploration, c.state, c.fingerprint = of.exploration, of.state, of.fingerprint
			t.tally(i).read++
			if err := c.played(ctx, t.tally(i), game, e, t.fingerprints); err != nil {
				return err
			}
		}
	}
	return nil
}

// Lacks are those explorations of which it is not kept what was counted in a
// part.
func (k *Explorations) Lacks(p Part, all []Exploration) (lacking []Exploration) {
	parts := []Part{p}
	for i := range all {
		if len(k.get(parts, all[i].id())) == 0 || len(k.Counts(parts, all[i].exact().id())) == 0 {
			lacking = append(lacking, all[i])
		}
	}
	return lacking
}

// Learn keeps what was counted of an exploration in one of all parts that there
// are, false where that is not as it was written.
func (k *Explorations) Learn(parts []Part, p Part, e *Exploration, c Counted) bool {
	games, played, ok := c.read()
	if ok {
		k.keep(parts, e.id(), map[Part]packed{p: played})
		k.keep(parts, countKey(e.exact().id()), map[Part]packed{p: games})
	}
	return ok
}

// id tells a query by lists alone apart, as a page of its conditions does.
func (q Query) id() string { return PageID(q.Conditions()) }

// PageID tells conditions of a page apart.
func PageID(conditions []Condition) string { return fmt.Sprintf("%#v", conditions) } // which have no pointers
