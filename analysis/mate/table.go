package mate

import "assay/analysis/rules"

// infinite is an unreachable proof number, and the disproof number of a proven
// position.
const infinite = 1 << 30

// value is what is known about a position.
type value struct {
	pn, dn uint32 // proof and disproof number; 0 means decided
	plies  uint16 // length of the win if pn is 0
	// dependsUpTo is the smallest distance from the root of the path positions
	// on which a disproof depends, or infinite. On other paths such a disproof
	// may be invalid.
	dependsUpTo int32
	move        rules.Move // winning move if the attacker is to move and pn is 0
	// hand is the smallest hand for which the proof is valid, or the largest
	// for which the disproof is.
	hand uint64
}

var (
	proven    = value{pn: 0, dn: infinite, dependsUpTo: infinite}
	disproven = value{pn: infinite, dn: 0, dependsUpTo: infinite, hand: anyHand}
	unknown   = value{pn: 1, dn: 1, dependsUpTo: infinite}
)

// tableKey is a question: is this board won with this hand within this number
// of plies?
type tableKey struct {
	key  uint64 // of the board
	hand uint64 // the attacker's
	left int    // plies; noLimit means any number
}

// entry is a value in the table. A proof stores the smallest hand and number of
// plies that it needs; a disproof stores the largest for which it is valid.
type entry struct {
	key, hand uint64
	move      rules.Move
	pathHash  uint64 // hash of the path for a path-dependent disproof; else 0
	pn, dn    uint32
	work      uint32 // moves tried below, never 0
	left      uint16
	plies     uint16
	depth     uint16 // smallest distance from the root
}

// table is the hash table of the mate search. When it reaches its limit, it
// keeps the entries that took the most work.
type table struct {
	entries []entry
	used    int
}

const (
	bucket       = 8
	leastEntries = 1 << 10
	mostEntries  = 1 << 20
)

func (t *table) clear() {
	clear(t.entries)
	t.used = 0
}

// bucket returns the entries that may hold a key.
func (t *table) bucket(key uint64) []entry {
	at := mix(key) & uint64(len(t.entries)-1) &^ (bucket - 1)
	return t.entries[at : at+bucket]
}

// find returns the entry that decides a position. If there is none, it returns
// the entry of the position itself, or nil. Entries with better or worse hands
// bound the returned numbers.
func (t *table) find(at tableKey) (e *entry, pn, dn uint32) {
	pn, dn = 1, 1
	among := t.bucket(at.key)
	var same *entry
	for i := range among {
		c := &among[i]
		if c.key != at.key || c.work == 0 {
			continue
		}
		more, less := covers(at.hand, c.hand) && at.left >= int(c.left), covers(c.hand, at.hand) &&
			at.left <= int(c.left)
		switch {
		case c.pn == 0 && more:
			if e == nil || c.plies < e.plies {
				e = c
			}
		case c.dn == 0 && c.pathHash == 0 && less:
			return c, c.pn, c.dn
		case more && less:
			same = c
		case c.pn == 0 || c.dn == 0:
		case more:
			dn = max(dn, c.dn)
		case less:
			pn = max(pn, c.pn)
		}
	}
	if e == nil {
		e = same
	}
	if e != nil {
		return e, e.pn, e.dn
	}
	return nil, pn, dn
}

// own returns the entry of exactly this position, or the entry to replace.
func (t *table) own(at tableKey) *entry {
	if 2*t.used > len(t.entries) && len(t.entries) < mostEntries {
		t.grow()
	}
	among := t.bucket(at.key)
	least := &among[0]
	for i := range among {
		e := &among[i]
		if e.key == at.key && e.work > 0 && e.hand == at.hand && int(e.left) == at.left {
			return e
		}
		if e.weight() < least.weight() {
			least = e
		}
	}
	if least.work == 0 {
		t.used++
	}
	*least = entry{key: at.key, hand: at.hand, left: uint16(at.left)}
	return least
}

func (t *table) grow() {
	old := t.entries
	t.entries, t.used = make([]entry, 4*len(old)), 0
	for i := range old {
		if e := &old[i]; e.work > 0 {
			*t.own(tableKey{e.key, e.hand, int(e.left)}) = *e
		}
	}
}

// weight returns the priority of keeping an entry. Proofs have priority,
// because the replay needs them.
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
