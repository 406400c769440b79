package rules

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
)

// zobristKeys are the Zobrist keys, in pairs. The first of a pair is the same
// in every run and makes up Key. The second is seeded at random when the
// program starts and makes up the repetition key. Repetitions compare both, so
// nobody can construct a record with colliding positions.
type zobristKeys struct {
	board     [maxPieces][]([2]uint64)
	hand      [2][maxTypes][][2]uint64 // by count
	pocket    [2][maxTypes][2]uint64
	rights    [MaxSquares][2]uint64
	unmoved   [MaxSquares][2]uint64
	enPassant [MaxSquares][2]uint64
	traded    [MaxSquares][2]uint64
	checks    [2][maxChecks + 1][2]uint64 // by checks left
	side      [2]uint64
}

// maxHeld is the largest count of one type in a hand.
const maxHeld = 255

var processSeed = func() uint64 {
	var b [8]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // no source of randomness
	}
	return binary.LittleEndian.Uint64(b[:])
}()

func (r *Rules) buildZobrist() *zobristKeys {
	k := &zobristKeys{}
	for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
		for _, side := range []Side{First, Second} {
			name := fmt.Sprintf("%s %d", r.pieceTypes[t].letter, side)
			pc := NewPiece(t, side)
			k.board[pc] = make([][2]uint64, r.squares)
			for s := range r.squares {
				k.board[pc][s] = zobristKey("board", name, s)
			}
			k.hand[side][t] = make([][2]uint64, maxHeld+1)
			for n := 1; n <= maxHeld; n++ {
				k.hand[side][t][n] = zobristKey("hand", name, n)
			}
			k.pocket[side][t] = zobristKey("pocket", name, 0)
		}
	}
	for s := range r.squares {
		k.rights[s] = zobristKey("castling", "", s)
		k.unmoved[s] = zobristKey("unmoved", "", s)
		k.enPassant[s] = zobristKey("passing", "", s)
		k.traded[s] = zobristKey("traded", "", s)
	}
	if r.caps.checksToWin > 0 {
		for side := range k.checks {
			for n := range k.checks[side] {
				k.checks[side][n] = zobristKey("checks", strconv.Itoa(side), n)
			}
		}
	}
	k.side = zobristKey("side", "", 1)
	return k
}

// addWallKeys adds the keys of walls, if the board can have any.
func (r *Rules) addWallKeys() {
	if !r.caps.walls {
		return
	}
	r.zobrist.board[Walled] = make([][2]uint64, r.squares)
	for s := range r.squares {
		r.zobrist.board[Walled][s] = zobristKey("wall", "", s)
	}
}

// zobristKey derives a pair of keys from their meaning, so that other changes
// of a definition do not change them.
func zobristKey(what, name string, n int) [2]uint64 {
	var room [64]byte
	text := append(append(append(append(room[:0], what...), '/'), name...), '/')
	seed := uint64(14695981039346656037) // FNV-1a, without allocating
	for _, c := range strconv.AppendInt(text, int64(n), 10) {
		seed = (seed ^ uint64(c)) * 1099511628211
	}
	return [2]uint64{mix(seed), mix(seed ^ processSeed)}
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// computeKeys computes both keys from the whole state.
func (p *Position) computeKeys() (key, secret uint64) {
	k := p.rules.zobrist
	add := func(z [2]uint64) { key, secret = key^z[0], secret^z[1] }
	for s, pc := range p.board[:p.rules.squares] {
		if pc != NoPiece {
			add(k.board[pc][s])
		}
	}
	for _, side := range []Side{First, Second} {
		for t := 1; t < len(p.rules.pieceTypes); t++ {
			add(k.hand[side][t][p.hand[side][t]])
		}
		add(k.pocket[side][p.pocket[side]])
	}
	for b := p.rights; !b.Empty(); {
		add(k.rights[b.Pop()])
	}
	for b := p.unmoved; !b.Empty(); {
		add(k.unmoved[b.Pop()])
	}
	for b := p.enPassantSquares(); !b.Empty(); {
		add(k.enPassant[b.Pop()])
	}
	if p.traded != NoSquare {
		add(k.traded[p.traded])
	}
	for side, n := range p.checks {
		add(k.checks[side][n])
	}
	if p.side == Second {
		add(k.side)
	}
	return key, secret
}

// LikelyKey predicts the Key after a move, for prefetching. It ignores castling
// rights, en passant and all else that few moves change.
func (p *Position) LikelyKey(m Move) uint64 {
	k, side, to := p.rules.zobrist, p.side, m.To()
	key := p.key ^ k.side[0]
	switch {
	case m.isStep():
		from := m.From()
		pc := p.board[from]
		key ^= k.board[pc][from][0] ^ k.board[promoted(pc, m)][to][0]
		if victim := p.board[to]; victim != NoPiece {
			key ^= k.board[victim][to][0]
			if p.rules.keeps(pc.Type(), victim.Type()) {
				t := p.rules.pieceTypes[victim.Type()].demotes
				key ^= k.hand[side][t][p.hand[side][t]][0] ^ k.hand[side][t][p.hand[side][t]+1][0]
			}
		}
	case m.Kind() == Drop:
		t := p.droppedType(m)
		key ^= k.board[NewPiece(p.landedType(m), side)][to][0]
		if n := p.hand[side][t]; n > 0 {
			key ^= k.hand[side][t][n][0] ^ k.hand[side][t][n-1][0]
		}
	}
	return key
}

// history holds the positions of a game in order, indexed by key. Only the
// newest can be removed, which keeps the hash table simple.
type history struct {
	positions []occurrence
	boards    [][2]Bitboard // pieces by side, if a rule needs them
	slots     []int32       // open addressing by key: index of the newest occurrence plus 1
}

// occurrence is one occurrence of a position.
type occurrence struct {
	keys     [2]uint64
	previous int32 // index of the previous occurrence, -1 if none
	count    int32 // occurrences so far
}

func newHistory() *history { return &history{slots: make([]int32, 64)} }

// copyTo copies h into c, reusing its memory.
func (h *history) copyTo(c *history) *history {
	c.positions = append(c.positions[:0], h.positions...)
	c.boards = append(c.boards[:0], h.boards...)
	if len(c.slots) <= len(h.slots) {
		c.slots = append(c.slots[:0], h.slots...)
		return c
	}
	clear(c.slots)
	c.rebuild()
	return c
}

// slot returns the slot of a key.
func (h *history) slot(key, secret uint64) int {
	mask := len(h.slots) - 1
	for i := int(secret) & mask; ; i = (i + 1) & mask {
		at := h.slots[i]
		if at == 0 || h.positions[at-1].keys == [2]uint64{key, secret} {
			return i
		}
	}
}

// occurrences returns how often the position with these keys has occurred.
func (h *history) occurrences(key, secret uint64) int {
	at := h.slots[h.slot(key, secret)]
	if at == 0 {
		return 0
	}
	return int(h.positions[at-1].count)
}

func (h *history) push(key, secret uint64) {
	if 2*len(h.positions) >= len(h.slots) {
		h.slots = make([]int32, 2*len(h.slots))
		h.rebuild()
	}
	i := h.slot(key, secret)
	at := h.slots[i]
	n := int32(1)
	if at != 0 {
		n = h.positions[at-1].count + 1
	}
	h.positions = append(h.positions, occurrence{[2]uint64{key, secret}, at - 1, n})
	h.slots[i] = int32(len(h.positions))
}

// recordPosition appends the position to its history.
func (p *Position) recordPosition() {
	p.history.push(p.key, p.repetitionKey)
	if p.rules.caps.tracksBoards {
		p.history.boards = append(p.history.boards, p.own)
	}
}

func (h *history) pop() {
	n := len(h.positions) - 1
	last := &h.positions[n]
	h.slots[h.slot(last.keys[0], last.keys[1])] = last.previous + 1
	h.positions = h.positions[:n]
	h.boards = h.boards[:min(n, len(h.boards))]
}

// rebuild inserts all positions into an empty table.
func (h *history) rebuild() {
	for n := range h.positions {
		k := &h.positions[n].keys
		h.slots[h.slot(k[0], k[1])] = int32(n + 1)
	}
}

// occurrencesNow returns the occurrences of the newest position.
func (h *history) occurrencesNow() int { return int(h.positions[len(h.positions)-1].count) }

// firstOf returns the index of the first occurrence of the newest position.
func (h *history) firstOf() int {
	n := len(h.positions) - 1
	for h.positions[n].previous >= 0 {
		n = int(h.positions[n].previous)
	}
	return n
}

// HandsApart reports whether more pieces in hand are never a disadvantage. This
// is so if hands have up to eight types by count, captures go to the hand, and
// no other rule adds or removes pieces. The board and one hand then determine
// the other hand.
func (r *Rules) HandsApart() bool {
	if !r.hands.exist || !r.hands.keepAll || !r.hands.drop || r.hands.cells > 0 || len(r.hands.order) > 8 ||
		r.hands.freeDrops != 0 || r.pocket != nil || r.firstMove != nil || r.plan.playToTest {
		return false
	}
	return !slices.ContainsFunc(r.hands.order, r.royals.Has) && r.plan.checksByAttack &&
		len(r.special.walls)+len(r.special.selections)+len(r.special.passes) == 0
}

// KeyApart returns the position's key without the hands, and a side's hand
// packed as one byte per type. It requires [Rules.HandsApart].
func (p *Position) KeyApart(side Side) (key, hand uint64) {
	key = p.key
	for i, t := range p.rules.hands.order {
		if n := p.hand[side][t]; n > 0 {
			key ^= p.rules.zobrist.hand[side][t][n][0]
			hand |= uint64(min(n, 127)) << (8 * i)
		}
		if n := p.hand[side.Other()][t]; n > 0 {
			key ^= p.rules.zobrist.hand[side.Other()][t][n][0]
		}
	}
	return key, hand
}
