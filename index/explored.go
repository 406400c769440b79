package index

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Explorations caches results for frequent positions per part of an index, and
// counts of games per part. An entry is removed with its part. The zero value
// is empty.
type Explorations struct {
	mu    sync.Mutex
	parts []Part // parts at the last insertion
	found map[Part]*partResult
	size  int // bytes of all entries
}

// partResult is the result for one part.
type partResult struct {
	found map[explorationKey]packedTally
	size  int
}

// explorationKey is a cache key.
type explorationKey struct {
	position                  [2]uint64 // fingerprint of the position; for counts, a hash of their id
	name, verdicts, condition string
}

// countKey returns the cache key of a count.
func countKey(id string) explorationKey {
	sum := sha256.Sum256([]byte(id))
	return explorationKey{position: [2]uint64{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}}
}

// size returns the bytes of a key. Names and verdicts are shared.
func (id explorationKey) size() int { return len(id.condition) }

const (
	// minCachedGames is the least number of games in a part for caching.
	minCachedGames = 64
	// maxCacheBytes bounds the cache in bytes.
	maxCacheBytes = 256 << 20
	// entryOverhead is the overhead of an entry.
	entryOverhead = 128
)

func (e *Exploration) id() explorationKey {
	condition := ""
	if e.Condition != nil {
		condition = fmt.Sprintf("%#v", e.Condition) // it contains no pointers
	}
	return explorationKey{e.Position.Fingerprint(), RulesName(e.Position.Rules()), strings.Join(e.Verdicts, " "),
		condition}
}

// get returns the cached results of some parts.
func (k *Explorations) get(parts []Part, id explorationKey) map[Part]packedTally {
	k.mu.Lock()
	defer k.mu.Unlock()
	known := map[Part]packedTally{}
	for _, p := range parts {
		if of := k.found[p]; of != nil {
			if t, ok := of.found[id]; ok {
				known[p] = t
			}
		}
	}
	return known
}

// put caches results of all current parts and evicts results of former parts.
func (k *Explorations) put(parts []Part, id explorationKey, found map[Part]*tally) {
	maps.DeleteFunc(found, func(_ Part, t *tally) bool { return t.short || t.read < minCachedGames })
	if len(found) == 0 {
		return
	}
	packs := map[Part]packedTally{}
	for p, t := range found {
		packs[p] = t.pack()
	}
	k.keep(parts, id, packs)
}

// Counts returns the cached numbers of games by part for an id.
func (k *Explorations) Counts(parts []Part, id string) map[Part]uint64 {
	counts := map[Part]uint64{}
	for p, t := range k.get(parts, countKey(id)) {
		counts[p] = t.read
	}
	return counts
}

// Count caches numbers of games by part, except those that are cached already.
func (k *Explorations) Count(parts []Part, id string, games map[Part]uint64) {
	known, packs := k.get(parts, countKey(id)), map[Part]packedTally{}
	for p, n := range games {
		if _, ok := known[p]; !ok {
			packs[p] = packedTally{read: n}
		}
	}
	k.keep(parts, countKey(id), packs)
}

// Page returns at most games games after a number, if the first games are
// cached for an id. parts must be in the order of their games.
func (k *Explorations) Page(parts []Part, id string, after int64, games int) (page []int64, ok bool) {
	known := k.get(parts, countKey(id))
	for _, p := range parts {
		of, ok := known[p]
		if !ok {
			return nil, false
		}
		first := unpackNumbers(of.text)
		for _, game := range first {
			if game > after && len(page) < games {
				page = append(page, game)
			}
		}
		if len(page) == games {
			return page, true
		}
		if uint64(len(first)) < of.read {
			return nil, false
		}
	}
	return page, true
}

// packNumbers encodes ascending numbers as differences.
func packNumbers(numbers []int64) (b []byte) {
	last := int64(0)
	for _, n := range numbers {
		b = binary.AppendUvarint(b, uint64(n-last))
		last = n
	}
	return b
}

func unpackNumbers(text string) (numbers []int64) {
	last := int64(0)
	for b := []byte(text); len(b) > 0; {
		step, width := binary.Uvarint(b)
		b = b[width:]
		last += int64(step)
		numbers = append(numbers, last)
	}
	return numbers
}

// keep inserts results and evicts results of former parts.
func (k *Explorations) keep(parts []Part, id explorationKey, found map[Part]packedTally) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !slices.Equal(k.parts, parts) {
		k.parts = slices.Clone(parts)
		before := k.found
		k.found, k.size = map[Part]*partResult{}, 0
		for _, p := range parts {
			if of := before[p]; of != nil {
				k.found[p] = of
				k.size += of.size
			}
		}
	}
	for p, t := range found {
		if !slices.Contains(parts, p) {
			continue
		}
		of := k.found[p]
		if of == nil {
			of = &partResult{found: map[explorationKey]packedTally{}}
			k.found[p] = of
		}
		grown := id.size() + t.size()
		if was, ok := of.found[id]; ok {
			grown -= id.size() + was.size()
		}
		of.found[id] = t
		of.size += grown
		k.size += grown
	}
	k.bound(maxCacheBytes)
}

// bound evicts entries when the cache is too large, those with the fewest games
// first. It leaves a margin.
func (k *Explorations) bound(most int) {
	if k.size <= most {
		return
	}
	for least := uint64(2 * minCachedGames); k.size > most/4*3; least *= 2 {
		for _, of := range k.found {
			maps.DeleteFunc(of.found, func(id explorationKey, t packedTally) bool {
				if t.read < least {
					of.size -= id.size() + t.size()
					k.size -= id.size() + t.size()
					return true
				}
				return false
			})
		}
	}
}

// packedTally is an encoded tally. It avoids pointers, which the garbage
// collector would follow.
type packedTally struct {
	read uint64
	text string
}

func (p packedTally) size() int { return len(p.text) + entryOverhead }

func (t *tally) pack() packedTally {
	var b []byte
	numbers := func(all ...uint64) {
		for _, n := range all {
			b = binary.AppendUvarint(b, n)
		}
	}
	text := func(s string) {
		numbers(uint64(len(s)))
		b = append(b, s...)
	}
	numbers(t.games, t.plies, uint64(len(t.moves)))
	for op, m := range t.moves {
		text(op)
		numbers(m.Games, m.First, m.Second, m.Drawn, m.Rated, m.Ratings, uint64(m.Last), uint64(m.Earliest),
			uint64(m.Latest))
	}
	for _, counts := range []map[string]*uint64{t.openings.codes, t.openings.names} {
		numbers(uint64(len(counts)))
		for name, n := range counts {
			text(name)
			numbers(*n)
		}
	}
	return packedTally{t.read, string(b)}
}

// add adds an encoded tally.
func (t *tally) add(p packedTally) {
	rest := []byte(p.text)
	number := func() uint64 {
		n, width := binary.Uvarint(rest)
		rest = rest[width:]
		return n
	}
	text := func() []byte {
		n := number()
		taken := rest[:n]
		rest = rest[n:]
		return taken
	}
	t.read += p.read
	t.games += number()
	t.plies += number()
	for range number() {
		m := Played{Op: text()}
		for _, n := range []*uint64{&m.Games, &m.First, &m.Second, &m.Drawn, &m.Rated, &m.Ratings} {
			*n = number()
		}
		m.Last, m.Earliest, m.Latest = int64(number()), int(number()), int(number())
		t.sum(&m)
	}
	for _, counts := range []*map[string]*uint64{&t.openings.codes, &t.openings.names} {
		for range number() {
			name := text()
			count(counts, name, number())
		}
	}
}
