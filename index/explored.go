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

// Explorations keep what was found of positions that many games have, and how
// many these are, of each part of an index for as long as there is this part.
// The zero value is empty.
type Explorations struct {
	mu    sync.Mutex
	parts []Part // that there were when something was kept last
	found map[Part]*foundIn
	size  int // of all of them
}

// foundIn is what was found in one part.
type foundIn struct {
	found map[explorationKey]packed
	size  int
}

// explorationKey tells explorations apart.
type explorationKey struct {
	position                  [2]uint64 // its fingerprint; for counts a hash of what they are of
	name, verdicts, condition string
}

// countKey is that of a count by what it is of.
func countKey(id string) explorationKey {
	sum := sha256.Sum256([]byte(id))
	return explorationKey{position: [2]uint64{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}}
}

// size is what an id takes for itself; its name and verdicts are of few.
func (id explorationKey) size() int { return len(id.condition) }

const (
	// minKept is how many games of a part make an exploration worth keeping.
	minKept = 64
	// maxKept bounds the bytes that are kept.
	maxKept = 256 << 20
	// keptBytes are what one takes beside what is packed.
	keptBytes = 128
)

func (e *Exploration) id() explorationKey {
	condition := ""
	if e.Condition != nil {
		condition = fmt.Sprintf("%#v", e.Condition) // which has no pointers
	}
	return explorationKey{e.Position.Fingerprint(), RulesName(e.Position.Rules()), strings.Join(e.Verdicts, " "), condition}
}

// get gives what is kept of some parts.
func (k *Explorations) get(parts []Part, id explorationKey) map[Part]packed {
	k.mu.Lock()
	defer k.mu.Unlock()
	known := map[Part]packed{}
	for _, p := range parts {
		if of := k.found[p]; of != nil {
			if t, ok := of.found[id]; ok {
				known[p] = t
			}
		}
	}
	return known
}

// put keeps what was found in all parts that there are, and lets go of what
// there is no more.
func (k *Explorations) put(parts []Part, id explorationKey, found map[Part]*tally) {
	maps.DeleteFunc(found, func(_ Part, t *tally) bool { return t.short || t.read < minKept })
	if len(found) == 0 {
		return
	}
	packs := map[Part]packed{}
	for p, t := range found {
		packs[p] = t.pack()
	}
	k.keep(parts, id, packs)
}

// Counts gives what is kept of how many games of some parts there are of what
// an id tells.
func (k *Explorations) Counts(parts []Part, id string) map[Part]uint64 {
	counts := map[Part]uint64{}
	for p, t := range k.get(parts, countKey(id)) {
		counts[p] = t.read
	}
	return counts
}

// Count keeps how many games of some of all parts there are, of those of which
// that is not kept.
func (k *Explorations) Count(parts []Part, id string, games map[Part]uint64) {
	known, packs := k.get(parts, countKey(id)), map[Part]packed{}
	for p, n := range games {
		if _, ok := known[p]; !ok {
			packs[p] = packed{read: n}
		}
	}
	k.keep(parts, countKey(id), packs)
}

// Page gives the first games behind a number of what an id tells, so many at
// most, false where it is not kept which they are. The parts are in the order
// of their games.
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

// packNumbers writes ascending numbers as the steps between them.
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

// keep keeps what was found, and lets go of what is of no part.
func (k *Explorations) keep(parts []Part, id explorationKey, found map[Part]packed) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !slices.Equal(k.parts, parts) {
		k.parts = slices.Clone(parts)
		before := k.found
		k.found, k.size = map[Part]*foundIn{}, 0
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
			of = &foundIn{found: map[explorationKey]packed{}}
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
	k.bound(maxKept)
}

// bound lets go of what fewest games had where too much is kept, and of so much
// that it is not done soon again.
func (k *Explorations) bound(most int) {
	if k.size <= most {
		return
	}
	for least := uint64(2 * minKept); k.size > most/4*3; least *= 2 {
		for _, of := range k.found {
			maps.DeleteFunc(of.found, func(id explorationKey, t packed) bool {
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

// packed is a tally in a text: of so many that collecting garbage would follow
// every pointer in them.
type packed struct {
	read uint64
	text string
}

func (p packed) size() int { return len(p.text) + keptBytes }

func (t *tally) pack() packed {
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
		numbers(m.Games, m.First, m.Second, m.Drawn, m.Rated, m.Ratings, uint64(m.Last), uint64(m.Earliest), uint64(m.Latest))
	}
	for _, counts := range []map[string]*uint64{t.openings.codes, t.openings.names} {
		numbers(uint64(len(counts)))
		for name, n := range counts {
			text(name)
			numbers(*n)
		}
	}
	return packed{t.read, string(b)}
}

// add adds what was packed.
func (t *tally) add(p packed) {
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
