package mate

import "assay/analysis/rules"

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
	move rules.Move // that wins, where the attacker is to move and pn is 0
	// hand is the least by which the proof holds, or the most by which the
	// disproof does.
	hand uint64
}

var (
	proven    = value{pn: 0, dn: infinite, upTo: infinite}
	disproven = value{pn: infinite, dn: 0, upTo: infinite, hand: anyHand}
	unknown   = value{pn: 1, dn: 1, upTo: infinite}
)

// place is what is asked: whether a board is won by a hand in so many plies.
type place struct {
	key  uint64 // of the board
	hand uint64 // the attacker's
	left int    // plies, noLimit for any number
}

// entry is a value in the table. A proof is there with the least hand and plies
// that it needs, a disproof with the most under which it holds.
type entry struct {
	key, hand uint64
	move      rules.Move
	way       uint64 // of the positions on the way, for a disproof that leads back to them; else 0
	pn, dn    uint32
	work      uint32 // moves tried below it, never 0
	left      uint16
	plies     uint16
	depth     uint16 // the least at which it was reached
}

// table keeps values of positions. It grows up to a size, and then what took
// most work stays longest.
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

// bucket is the entries among which a key's are.
func (t *table) bucket(key uint64) []entry {
	at := mix(key) & uint64(len(t.entries)-1) &^ (bucket - 1)
	return t.entries[at : at+bucket]
}

// find is the entry that decides a place, or else that of the place itself, nil
// where there is none. What is known of better and worse hands on the board
// bounds how hard the place seems.
func (t *table) find(at place) (e *entry, pn, dn uint32) {
	pn, dn = 1, 1
	among := t.bucket(at.key)
	var same *entry
	for i := range among {
		c := &among[i]
		if c.key != at.key || c.work == 0 {
			continue
		}
		more, less := covers(at.hand, c.hand) && at.left >= int(c.left), covers(c.hand, at.hand) && at.left <= int(c.left)
		switch {
		case c.pn == 0 && more:
			if e == nil || c.plies < e.plies {
				e = c
			}
		case c.dn == 0 && c.way == 0 && less:
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

// own is the entry of just this place, or the one that it takes the place of.
func (t *table) own(at place) *entry {
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
			*t.own(place{e.key, e.hand, int(e.left)}) = *e
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
