package rules

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strconv"
)

// zobristKeys are the Zobrist keys, in pairs. The first of a pair is the same in every
// run and makes up Key. The second is seeded at random when the program starts
// and makes up the repetition key. Repetitions compare both, so nobody can
// construct a record with colliding positions.
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
	if r.checksToWin > 0 {
		for side := range k.checks {
			for n := range k.checks[side] {
				k.checks[side][n] = zobristKey("checks", strconv.Itoa(side), n)
			}
		}
	}
	k.side = zobristKey("side", "", 1)
	return k
}

// zobristKey derives a pair from its meaning, so that a definition's other changes
// do not alter it.
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
