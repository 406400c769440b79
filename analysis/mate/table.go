package mate

// infinite is a proof number that nothing can reach, and the disproof number of
// what is proven.
const infinite = 1 << 30

// value is what is known of a position.
type value struct {
	pn, dn uint32 // how hard it seems to be to prove a win, and to disprove it; 0 for done
	plies  uint16 // of the win, where pn is 0
	// upTo is the least distance from the root of a position on the way here to
	// which a disproof leads back, infinite where it does not: elsewhere it may
	// not hold.
	upTo int32
}

var (
	proven    = value{pn: 0, dn: infinite, upTo: infinite}
	disproven = value{pn: infinite, dn: 0, upTo: infinite}
)

// entry is a value in the table.
type entry struct {
	key    uint64
	way    uint64 // of the positions on the way, for a disproof that leads back to them; else 0
	pn, dn uint32
	work   uint32 // moves tried below it
	plies  uint16
	depth  uint16 // the least at which it was reached
}

// table keeps values of positions. It grows up to a size, and then what took
// most work stays longest.
type table struct {
	entries []entry
	used    int
}

const (
	bucket       = 4
	leastEntries = 1 << 10
	mostEntries  = 1 << 20
)

func newTable() *table { return &table{entries: make([]entry, leastEntries)} }

func (t *table) clear() {
	clear(t.entries)
	t.used = 0
}

// bucket is the entries among which a key's is.
func (t *table) bucket(key uint64) []entry {
	at := mix(key) & uint64(len(t.entries)-1) &^ (bucket - 1)
	return t.entries[at : at+bucket]
}

func (t *table) find(key uint64) *entry {
	among := t.bucket(key)
	for i := range among {
		if e := &among[i]; e.key == key && e.work > 0 {
			return e
		}
	}
	return nil
}

// place is the entry of a key, or the one that it takes the place of.
func (t *table) place(key uint64) *entry {
	if 2*t.used > len(t.entries) && len(t.entries) < mostEntries {
		t.grow()
	}
	among := t.bucket(key)
	least := &among[0]
	for i := range among {
		e := &among[i]
		if e.key == key && e.work > 0 {
			return e
		}
		if e.weight() < least.weight() {
			least = e
		}
	}
	if least.work == 0 {
		t.used++
	}
	*least = entry{key: key}
	return least
}

func (t *table) grow() {
	old := t.entries
	t.entries, t.used = make([]entry, 4*len(old)), 0
	for i := range old {
		if old[i].work > 0 {
			*t.place(old[i].key) = old[i]
		}
	}
}

// weight says what is kept rather: proofs are needed for the replay.
func (e *entry) weight() uint64 {
	if e.work > 0 && e.pn == 0 {
		return 1<<32 + uint64(e.work)
	}
	return uint64(e.work)
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
