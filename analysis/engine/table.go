package engine

import (
	"sync/atomic"
	"unsafe"

	"assay/analysis/rules"
)

// table remembers what was found of positions. Threads share it without locks:
// an entry whose two words do not belong together is read as none.
type table struct {
	entries []entry
	age     uint8
}

type entry struct{ check, data atomic.Uint64 }

// found is what an entry says. The move is known by a mark only, so that a
// position that the entry is not of cannot be given a move it has not.
type found struct {
	mark   uint16
	score  int // as toTable has it
	static int
	depth  int
	bound  bound
}

// bound says what a score is to the true one.
type bound uint8

const (
	noBound bound = iota
	upper         // the true one is no more
	lower         // the true one is no less
	exact
)

// cluster is how many entries stand together, one cache line.
const cluster = 4

// noStatic is the static of a position that was not judged.
const noStatic = -infinite

func newTable(megabytes int) *table {
	n := max(megabytes, 1) << 20 / 16
	t := &table{entries: make([]entry, n/cluster*cluster)}
	largePages(unsafe.Slice((*byte)(unsafe.Pointer(&t.entries[0])), len(t.entries)*int(unsafe.Sizeof(entry{}))))
	return t
}

func (t *table) clear() {
	for i := range t.entries {
		t.entries[i].check.Store(0)
		t.entries[i].data.Store(0)
	}
	t.age = 0
}

// turn begins a new search, whose entries displace those of older ones.
func (t *table) turn() { t.age = (t.age + 1) & 63 }

func (t *table) at(key uint64) []entry {
	n := uint64(len(t.entries) / cluster)
	i := (key >> 32) * n >> 32 * cluster
	return t.entries[i : i+cluster]
}

// fetch brings the entries of a position near while other work is done.
func (t *table) fetch(key uint64) { prefetch(unsafe.Pointer(&t.at(key)[0])) }

func (t *table) get(key uint64) (found, bool) {
	c := t.at(key)
	for i := range c {
		data := c[i].data.Load()
		if c[i].check.Load()^data == key && data != 0 {
			return found{
				mark: uint16(data), score: int(int16(data >> 16)), static: int(int16(data >> 32)),
				depth: int(uint8(data>>48)) - 1, bound: bound(data >> 56 & 3),
			}, true
		}
	}
	return found{}, false
}

func (t *table) put(key uint64, f found) {
	c := t.at(key)
	best, least := &c[0], 1<<30
	for i := range c {
		data := c[i].data.Load()
		if c[i].check.Load()^data == key && data != 0 {
			if f.mark == 0 {
				f.mark = uint16(data)
			}
			if f.bound != exact && uint8(data>>58) == t.age && f.depth+4 < int(uint8(data>>48))-1 {
				return
			}
			best = &c[i]
			break
		}
		worth := int(uint8(data>>48)) - 8*int((t.age-uint8(data>>58))&63)
		if data == 0 {
			worth = -1 << 20
		}
		if worth < least {
			best, least = &c[i], worth
		}
	}
	data := uint64(f.mark) | uint64(uint16(int16(f.score)))<<16 | uint64(uint16(int16(f.static)))<<32 |
		uint64(uint8(f.depth+1))<<48 | uint64(f.bound)<<56 | uint64(t.age)<<58
	best.check.Store(key ^ data)
	best.data.Store(data)
}

// filled is how many thousandths of the table this search has filled.
func (t *table) filled() int {
	n, sample := 0, min(len(t.entries), 1000)
	for i := range sample {
		if data := t.entries[i].data.Load(); data != 0 && uint8(data>>58) == t.age {
			n++
		}
	}
	return n * 1000 / max(sample, 1)
}

// mark is 16 bits of a move, never 0.
func mark(m rules.Move) uint16 {
	x := uint64(m) * 0x9e3779b97f4a7c15
	return uint16(x>>48) | 1
}
