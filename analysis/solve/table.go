package solve

import "sync"

// Sizes of the table. A shard stops growing at mostEntries, so that all take
// 100 MB at most. Both are powers of two.
const (
	shards      = 64
	mostEntries = 1 << 15
)

// bucket is the number of entries in which a position may be stored.
const bucket = 4

// key identifies a position.
type key [2]uint64

// entry is what is known of a position. Its meaning depends on the play:
// battles know the fewest moves that reach the goal and the most that do not;
// help play knows the numbers of plies, as bits, that do not.
type entry struct {
	at       key
	reached  uint8 // 0: unknown
	refuted  uint8
	occupied bool
	lengths  uint64
}

// table is a hash table of positions that all workers share. Where it is full,
// entries are replaced.
type table struct{ shards [shards]shard }

type shard struct {
	mu      sync.Mutex
	entries []entry
	used    int
}

func newTable() *table {
	t := new(table)
	for i := range t.shards {
		t.shards[i].entries = make([]entry, 64)
	}
	return t
}

// get returns what is known of a position.
func (t *table) get(at key) entry {
	s := &t.shards[at[1]%shards]
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.find(at); e != nil {
		return *e
	}
	return entry{}
}

// update changes what is known of a position.
func (t *table) update(at key, change func(*entry)) {
	s := &t.shards[at[1]%shards]
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.find(at); e != nil {
		change(e)
		return
	}
	if s.used > len(s.entries)/2 && len(s.entries) < mostEntries {
		s.grow()
	}
	e := s.place(at)
	*e = entry{at: at, occupied: true}
	change(e)
}

func (s *shard) bucketOf(at key) int { return int(at[0]&uint64(len(s.entries)-1)) &^ (bucket - 1) }

// find returns the entry of a position; nil for none.
func (s *shard) find(at key) *entry {
	first := s.bucketOf(at)
	for i := range bucket {
		if e := &s.entries[first+i]; e.at == at && e.occupied {
			return e
		}
	}
	return nil
}

// place returns where a new position is stored: a free entry, else the one
// whose loss costs the least.
func (s *shard) place(at key) *entry {
	first := s.bucketOf(at)
	least := &s.entries[first]
	for i := range bucket {
		e := &s.entries[first+i]
		if !e.occupied {
			s.used++
			return e
		}
		if e.effort() < least.effort() {
			least = e
		}
	}
	return least
}

func (e *entry) effort() uint64 { return max(e.lengths, uint64(max(e.reached, e.refuted))) }

func (s *shard) grow() {
	old := s.entries
	s.entries, s.used = make([]entry, 4*len(old)), 0
	for i := range old {
		if old[i].occupied {
			*s.place(old[i].at) = old[i]
		}
	}
}
