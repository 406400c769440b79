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

// exactQuery returns the exact search for the position of an exploration.
func (e *Exploration) exactQuery() Query {
	key := KeyOf(e.Position)
	return Query{Variant: e.Position.Rules().Definition().ID, Key: &key, Verdicts: e.Verdicts}
}

// Precompute precomputes explorer counts and numbers of games for positions,
// and writes the occupancy bitmaps of their variants. After each step it calls
// rest with the time that the step took; an error of rest ends the work.
func (x *Index) Precompute(ctx context.Context, all []Exploration, rest func(time.Duration) error) error {
	for _, e := range all {
		began := time.Now()
		_, err := x.Explore(ctx, e)
		if err == nil {
			_, err = x.Games(ctx, e.exactQuery())
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
			if err := x.writeMissingOccupancies(ctx, r, rest); err != nil {
				return err
			}
		}
	}
	return nil
}

// Frequency estimates how many games have a position. It may return 0 for rare
// positions.
type Frequency func(ctx context.Context, p *rules.Position) (games float64, err error)

// Frequency returns a function that counts the games of a query with a
// position.
func (x *Index) Frequency(_ context.Context, q Query, _ int) (Frequency, error) {
	return func(ctx context.Context, p *rules.Position) (float64, error) {
		key := KeyOf(p)
		q.Key = &key
		found, err := x.Games(ctx, q)
		return float64(found.Total), err
	}, nil
}

// Frequent returns the limits of precomputation: the minimum number of games,
// and the maximum number of positions. Counting a position with that many games
// takes about 2 ms, and each segment stores its counts.
func (x *Index) Frequent() (games, positions int) { return 2000, 1024 }

// KeyedLists is a Reader that can return the position keys of all games of a
// part.
type KeyedLists interface {
	Reader
	// Keyed starts reading the games of one part. Its batches are of type
	// [KeyedBatch]. Games of other rules have no tape.
	Keyed(ctx context.Context, w Filter, p Part) (Candidates, error)
}

// KeyedBatch is a batch that returns the keys of main-line positions.
type KeyedBatch interface {
	Batch
	Keys(n int) []int64
}

// PrecomputedCount is the encoded result of one exploration in one part, with a
// checksum: the number of games, the first of them, and the moves played.
type PrecomputedCount []byte

// encodeCount encodes a result.
func encodeCount(games uint64, first []int64, t *tally) PrecomputedCount {
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

// decode decodes a result. It returns false if the checksum is wrong.
func (c PrecomputedCount) decode() (games, played packedTally, ok bool) {
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

// countFormat is the first byte of stored names of explorations. Change it if
// the encoding or the counting changes.
const countFormat = 2

// Name returns a stable identifier of an exploration.
func (e *Exploration) Name() []byte {
	id, s := e.id(), tape.StateOf(e.Position)
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %d %v %v %v %v",
		id.name, id.verdicts, id.condition, KeyOf(e.Position), s.Board, s.Hand, s.Pocket, s.Side))
	return append([]byte{countFormat}, sum[:16]...)
}

// CountTogether counts several explorations of the same rules and verdicts,
// without conditions, in one pass over a part. The result of an exploration is
// nil if a game was skipped. Each result also contains up to first of the first
// matching games.
func CountTogether(ctx context.Context, l KeyedLists, p Part, all []Exploration, first int) ([]PrecomputedCount,
	error) {
	w, q := Filter{Rules: all[0].Position.Rules()}, all[0].exactQuery()
	w.Conditions = slices.DeleteFunc(q.Conditions(), func(c Condition) bool { return c.Field == KeyField })
	asked, sum := askedOf(all), newSums(len(all), first)
	var failed error
	var mu sync.Mutex
	_, _, err := run(ctx, keyedPart{l, p}, w, 0, func(ctx context.Context, next func() (Batch, bool)) {
		t := &jointWorker{jointCount: asked, jointResults: newSums(len(all), first),
			counter: counter{player: tape.NewPlayer(w.Rules)}}
		for b, ok := next(); ok && t.failed == nil; b, ok = next() {
			t.run(ctx, b.(KeyedBatch))
		}
		mu.Lock()
		defer mu.Unlock()
		sum.merge(t.jointResults)
		failed = cmp.Or(failed, t.failed)
	})
	if err := errors.Join(failed, err); err != nil {
		return nil, err
	}
	found := make([]PrecomputedCount, len(all))
	for i := range all {
		if t := sum.tally(i); !t.short {
			games, _ := sum.first[i].result()
			found[i] = encodeCount(sum.games[i], games, t)
		}
	}
	return found, nil
}

// keyedPart reads the games of one part and ignores the filter.
type keyedPart struct {
	KeyedLists
	part Part
}

func (k keyedPart) Candidates(ctx context.Context, w Filter) (Candidates, error) {
	return k.Keyed(ctx, w, k.part)
}

// jointCount is the set of explorations counted in one pass.
type jointCount struct {
	byKey    map[int64][]int // indexes of explorations by position key
	counters []counter       // one per exploration, without player
}

func askedOf(all []Exploration) *jointCount {
	a := &jointCount{map[int64][]int{}, make([]counter, len(all))}
	for i := range all {
		key, state := int64(KeyOf(all[i].Position)), tape.StateOf(all[i].Position)
		a.byKey[key] = append(a.byKey[key], i)
		a.counters[i] = counter{exploration: &all[i], state: state, fingerprint: state.Fingerprint()}
	}
	return a
}

// jointResults are the results, one per exploration.
type jointResults struct {
	of    []*tally // nil if nothing was counted
	games []uint64 // number of games with the position
	first []page   // the first of them
}

func newSums(n, first int) jointResults {
	return jointResults{make([]*tally, n), make([]uint64, n), slices.Repeat([]page{{limit: first}}, n)}
}

func (s jointResults) tally(i int) *tally {
	if s.of[i] == nil {
		s.of[i] = newTally()
	}
	return s.of[i]
}

func (s jointResults) merge(o jointResults) {
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

// jointWorker is a worker that counts several explorations.
type jointWorker struct {
	*jointCount
	jointResults
	counter // of the current exploration
}

func (t *jointWorker) run(ctx context.Context, b KeyedBatch) {
	for n := range b.Len() {
		if t.failed != nil || ctx.Err() != nil {
			return
		}
		if err := t.count(ctx, b.Game(n), b.Entry(n), b.Keys(n)); ctx.Err() == nil {
			t.failed = err
		}
	}
}

// count adds a game to the explorations of all positions that the game has.
func (t *jointWorker) count(ctx context.Context, game int64, e *Entry, keys []int64) error {
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

// Missing returns the explorations without a cached result for a part.
func (k *Explorations) Missing(p Part, all []Exploration) (lacking []Exploration) {
	parts := []Part{p}
	for i := range all {
		if len(k.get(parts, all[i].id())) == 0 || len(k.Counts(parts, all[i].exactQuery().id())) == 0 {
			lacking = append(lacking, all[i])
		}
	}
	return lacking
}

// Add caches the result of an exploration in one part. It returns false if
// the result is damaged.
func (k *Explorations) Add(parts []Part, p Part, e *Exploration, c PrecomputedCount) bool {
	games, played, ok := c.decode()
	if ok {
		k.keep(parts, e.id(), map[Part]packedTally{p: played})
		k.keep(parts, countKey(e.exactQuery().id()), map[Part]packedTally{p: games})
	}
	return ok
}

// id identifies a query that posting lists alone can answer.
func (q Query) id() string { return PageID(q.Conditions()) }

// PageID identifies a list of conditions.
func PageID(conditions []Condition) string { return fmt.Sprintf("%#v", conditions) } // conditions contain no pointers
