package tape

import (
	"math/rand/v2"
	"sync"

	"assay/analysis/rules"
)

// Fingerprint is a short hash of a position's board, hands, pockets and side to
// move. Different fingerprints mean different positions. It is valid within one
// process.
type Fingerprint uint16

// fingerprintTable holds the random numbers of the hash.
type fingerprintTable struct {
	board  [rules.MaxSquares][128]Fingerprint // by square and piece
	hand   [2][maxTypes]Fingerprint
	pocket [2][maxTypes]Fingerprint
	second Fingerprint // if Second is to move
}

var fingerprinting = sync.OnceValue(func() *fingerprintTable {
	random := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	t := new(fingerprintTable)
	for q := range t.board {
		for pc := 1; pc < len(t.board[q]); pc++ {
			t.board[q][pc] = Fingerprint(random.Uint32())
		}
	}
	for side := range 2 {
		for kind := 1; kind < maxTypes; kind++ {
			t.hand[side][kind] = Fingerprint(random.Uint32()) | 1
			t.pocket[side][kind] = Fingerprint(random.Uint32())
		}
	}
	t.second = Fingerprint(random.Uint32())
	return t
})

// Fingerprint returns the fingerprint of a state.
func (s *State) Fingerprint() Fingerprint {
	t := fingerprinting()
	var m Fingerprint
	for q, pc := range s.Board[:rules.MaxSquares] {
		m ^= t.board[q][pc&127]
	}
	for side := range s.Hand {
		for kind, n := range s.Hand[side] {
			m ^= t.hand[side][kind] * Fingerprint(n)
		}
		m ^= t.pocket[side][s.Pocket[side]&63]
	}
	if s.Side == rules.Second {
		m ^= t.second
	}
	return m
}

// Fingerprints appends the fingerprints of all main-line positions of the
// loaded tape.
func (p *Player) Fingerprints(dst []Fingerprint) []Fingerprint {
	t := fingerprinting()
	p.Begin(0)
	s := &p.State
	m := s.Fingerprint()
	dst = append(dst, m)
	for ops := p.ops; len(ops) > 0; dst = append(dst, m) {
		put := func(q byte, pc rules.Piece) {
			m ^= t.board[q][s.Board[q]&127] ^ t.board[q][pc&127]
			s.Board[q] = pc
		}
		flags, from, to := ops[0], ops[1], ops[2]
		going := from&noArrival == 0
		ops = ops[3:]
		if p.wide {
			from |= ops[0] & highFrom << 7
			to |= ops[0] & highTo << 6
			ops = ops[1:]
		}
		if going {
			pc := s.Board[from]
			put(from, rules.NoPiece)
			put(to, pc)
		}
		if flags&changesFollow != 0 {
			n := int(ops[0])
			for i := range n {
				put(ops[1+2*i], rules.Piece(ops[2+2*i]))
			}
			ops = ops[1+2*n:]
		}
		if flags&handsFollow != 0 {
			n := int(ops[0])
			for i := range n {
				what, count := ops[1+2*i], ops[2+2*i]
				side, kind := what>>7, what&63
				if what&pocketed != 0 {
					m ^= t.pocket[side][s.Pocket[side]&63] ^ t.pocket[side][kind]
					s.Pocket[side] = rules.PieceType(kind)
				} else {
					m ^= t.hand[side][kind]*Fingerprint(s.Hand[side][kind]) ^ t.hand[side][kind]*Fingerprint(count)
					s.Hand[side][kind] = count
				}
			}
			ops = ops[1+2*n:]
		}
		if flags&relationsFollow != 0 {
			ops = ops[2:]
		}
		m ^= t.second
	}
	return dst
}

// Where returns the plies of the main line at which board, hands, pockets and
// side to move equal a state. It checks only the given plies, which must be in
// ascending order.
func (p *Player) Where(s *State, plies []int) []int {
	p.Begin(0)
	same := plies[:0]
	for _, ply := range plies {
		for p.Ply < ply && p.Next() {
		}
		if p.Same(s, true, true) {
			same = append(same, ply)
		}
	}
	return same
}

// Ops calls each with the encoded plies played from some main-line positions.
// The positions are given in ascending order. It returns the number of plies
// that it stepped through. Two plies from one position have the same encoding
// if and only if they lead to the same position. The last position has no ply.
func (p *Player) Ops(from []int, each func(op []byte)) (passed int) {
	ops := p.lines[0].ops
	for _, ply := range from {
		for ; passed < ply; passed++ {
			ops = ops[p.opLength(ops):]
		}
		if len(ops) == 0 {
			break
		}
		each(ops[:p.opLength(ops)])
	}
	return passed
}

// OpOf returns the encoding of a legal move, as in Ops.
func OpOf(p *rules.Position, m rules.Move) []byte {
	var s step
	relations := relationsOf(p)
	s.before(p, m)
	p = p.Clone()
	p.Play(m)
	return s.after(nil, p, &relations)
}

// opLength returns the length in bytes of the first ply.
func (p *Player) opLength(ops []byte) int {
	n := 3
	if p.wide {
		n++
	}
	flags := ops[0]
	if flags&changesFollow != 0 {
		n += 1 + 2*int(ops[n])
	}
	if flags&handsFollow != 0 {
		n += 1 + 2*int(ops[n])
	}
	if flags&relationsFollow != 0 {
		n += 2
	}
	return n
}

// StateOf returns the state of a position, without the ply that led to it.
func StateOf(p *rules.Position) *State {
	s := startOf(p)
	s.Check = p.InCheck(p.Side())
	s.Relations = relationsOf(p)
	return s
}

// Same reports whether two states have the same board and, if requested, the
// same hands and pockets and the same side to move.
func (s *State) Same(o *State, hands, side bool) bool {
	return s.Board == o.Board && (!hands || s.Hand == o.Hand && s.Pocket == o.Pocket) && (!side || s.Side == o.Side)
}
