package engine

import (
	"sync/atomic"
	"unsafe"

	"assay/analysis/rules"
)

// table is the hash table (transposition table). Threads share it without
// locks: an entry whose two words do not match reads as empty.
type table struct {
	entries []entry
	age     uint8
}

type entry struct{ check, data atomic.Uint64 }

// tableData is the content of an entry. The move is stored as a 16-bit tag, so
// that a key collision cannot produce an illegal move.
type tableData struct {
	tag    uint16
	score  int // as converted by toTable
	static int
	depth  int
	bound  bound
}

// bound is the relation of a stored score to the true score.
type bound uint8

const (
	noBound bound = iota
	upper         // the true score is at most this
	lower         // the true score is at least this
	exact
)

// clusterSize is the number of entries per bucket, one cache line.
const clusterSize = 4

// nextSearch starts a new search: entries of older searches are then replaced
// first.
const noStatic = -infinite

func newTable(megabytes int) *table {
	n := max(megabytes, 1) << 20 / 16
	t := &table{entries: make([]entry, n/clusterSize*clusterSize)}
	largePages(unsafe.Slice((*byte)(unsafe.Pointer(&t.entries[0])), len(t.entries)*int(unsafe.Sizeof(entry{}))))
	return t
}

func (t *table) clear() {
	clear(t.entries) // no search is running
	t.age = 0
}

// nextSearch ages the table: entries of older searches are replaced first.
func (t *table) nextSearch() { t.age = (t.age + 1) & 63 }

func (t *table) cluster(key uint64) []entry {
	n := uint64(len(t.entries) / clusterSize)
	i := (key >> 32) * n >> 32 * clusterSize
	return t.entries[i : i+clusterSize]
}

// prefetch loads the entries of a position into the processor's cache.
func (t *table) prefetch(key uint64) { prefetch(unsafe.Pointer(&t.cluster(key)[0])) }

func (t *table) get(key uint64) (tableData, bool) {
	c := t.cluster(key)
	for i := range c {
		data := c[i].data.Load()
		if c[i].check.Load()^data == key && data != 0 {
			return tableData{
				tag: uint16(data), score: int(int16(data >> 16)), static: int(int16(data >> 32)),
				depth: int(uint8(data>>48)) - 1, bound: bound(data >> 56 & 3),
			}, true
		}
	}
	return tableData{}, false
}

func (t *table) put(key uint64, f tableData) {
	c := t.cluster(key)
	best, least := &c[0], 1<<30
	for i := range c {
		data := c[i].data.Load()
		if c[i].check.Load()^data == key && data != 0 {
			if f.tag == 0 {
				f.tag = uint16(data)
			}
			if f.bound != exact && uint8(data>>58) == t.age && f.depth+4 < int(uint8(data>>48))-1 {
				return
			}
			best = &c[i]
			break
		}
		value := int(uint8(data>>48)) - 8*int((t.age-uint8(data>>58))&63)
		if data == 0 {
			value = -1 << 20
		}
		if value < least {
			best, least = &c[i], value
		}
	}
	data := uint64(f.tag) | uint64(uint16(int16(f.score)))<<16 | uint64(uint16(int16(f.static)))<<32 |
		uint64(uint8(f.depth+1))<<48 | uint64(f.bound)<<56 | uint64(t.age)<<58
	best.check.Store(key ^ data)
	best.data.Store(data)
}

// hashfull returns the share of the table that entries of this search fill, in
// permille, estimated from a sample.
func (t *table) hashfull() int {
	n, sample := 0, min(len(t.entries), 1000)
	for i := range sample {
		if data := t.entries[i].data.Load(); data != 0 && uint8(data>>58) == t.age {
			n++
		}
	}
	return n * 1000 / max(sample, 1)
}

// moveTag returns a 16-bit hash of a move, never 0.
func moveTag(m rules.Move) uint16 {
	x := uint64(m) * 0x9e3779b97f4a7c15
	return uint16(x>>48) | 1
}
