package tape

import (
	"encoding/binary"

	"assay/analysis/rules"
)

// line is the location of a line in a tape.
type line struct {
	parent, from int
	plies        int
	ops          []byte
}

// head is the length of the data before the lines: facts about the start, and
// the offset of the starting position if there is one.
const head = 5

// lines appends the lines of a tape.
func (t Tape) lines(dst []line) ([]line, error) {
	if len(t) < head || t[0] != version || t[4] > 2 {
		return nil, errDamaged
	}
	rest := t[head:]
	if t[4] != 0 {
		for range 2 {
			_, behind, ok := pairs(rest)
			if !ok {
				return nil, errDamaged
			}
			rest = behind
		}
	}
	r := reader{rest: rest}
	n := r.number()
	if n == 0 || n > len(t) {
		return nil, errDamaged
	}
	for i := range n {
		var l line
		if i > 0 {
			l.parent, l.from = r.number(), r.number()
			if l.parent >= i {
				return nil, errDamaged
			}
		}
		l.plies = r.number()
		l.ops = r.take(r.number())
		if r.failed {
			return nil, errDamaged
		}
		dst = append(dst, l)
	}
	if len(r.rest) > 0 {
		return nil, errDamaged
	}
	return dst, nil
}

// pairs splits off the byte pairs of a starting position. Their number precedes
// them.
func pairs(b []byte) (all, rest []byte, ok bool) {
	n, width := binary.Uvarint(b)
	if width <= 0 || n > uint64(len(b)-width)/2 {
		return nil, nil, false
	}
	end := width + 2*int(n)
	return b[width:end], b[end:], true
}

// reader reads numbers and bytes from a slice.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) number() int {
	n, width := binary.Uvarint(r.rest)
	if width <= 0 || n > 1<<31-1 {
		r.failed = true
		return 0
	}
	r.rest = r.rest[width:]
	return int(n)
}

func (r *reader) take(n int) []byte {
	if n > len(r.rest) {
		r.failed = true
		return nil
	}
	taken := r.rest[:n:n]
	r.rest = r.rest[n:]
	return taken
}

// Player steps through tapes of one variant. It is not safe for concurrent use.
type Player struct {
	State
	// Length is the number of plies of the current line, including the plies of
	// its parents before it.
	Length int
	// Analysis is the engine analysis of the game or nil. The caller sets it
	// after loading a tape.
	Analysis *Analysis
	// Flat says that only Board is needed: On and Arranged are not maintained.
	Flat bool

	rules *rules.Rules
	wide  bool
	start *State
	tape  Tape
	lines []line
	ops   []byte
	end   int // end of the current segment in ops
	main  int // last ply shared with the main line
	way   []int

	line  int // the current line
	steps int // increases with every position

	arranged    *rules.Position
	arrangedFor int // value of steps

	from         *rules.Position // set by Follow, with moves
	moves        [][]rules.Move
	replayed     *rules.Position // position at replayedPly of replayedLine; nil before the first
	replayedLine int
	replayedPly  int
	memory       *rules.Position
}

// NewPlayer returns a player for tapes of a variant.
func NewPlayer(r *rules.Rules) *Player {
	return &Player{rules: r, wide: isWide(r), start: startOf(r.Start())}
}

// Load loads a tape and returns its number of lines, or an error if it is
// damaged. Do not load a tape that [Tape.Check] rejects.
func (p *Player) Load(t Tape) (int, error) {
	p.tape = t
	p.from, p.moves, p.replayed = nil, nil, nil
	lines, err := t.lines(p.lines[:0])
	p.lines = lines
	return len(lines), err
}

// Begin goes to the start of a line.
func (p *Player) Begin(n int) {
	p.line = n
	p.steps++
	p.way = p.way[:0]
	for i := n; i > 0; i = p.lines[i].parent {
		p.way = append(p.way, i)
	}
	p.reset()
	p.ops, p.end = p.lines[0].ops, p.lines[0].plies
	p.Length = p.lines[n].from + p.lines[n].plies
	if n > 0 {
		p.end = p.lines[p.way[len(p.way)-1]].from
	}
	p.main = p.end
}

// Next plays one ply; false at the end of the line.
func (p *Player) Next() bool {
	for p.Ply == p.end {
		if len(p.way) == 0 {
			return false
		}
		next := p.way[len(p.way)-1]
		p.way = p.way[:len(p.way)-1]
		l := &p.lines[next]
		p.ops, p.end = l.ops, l.from+l.plies
		if len(p.way) > 0 {
			p.end = p.lines[p.way[len(p.way)-1]].from
		}
	}
	p.step()
	return true
}

// Watch is a set of squares.
type Watch [rules.MaxSquares + 1]bool

// Seek plays to the next ply that may change a watched square. It also stops at
// plies that change further squares, hands or relations. At the end of the line
// it returns false, and the state of the last ply is undefined. If the player
// is not flat, or the board is wide, it plays one ply.
func (p *Player) Seek(squares *Watch) bool {
	if p.Flat && !p.wide {
		p.pass(squares)
	}
	return p.Next()
}

// pass plays plies at which Seek need not stop, within the current segment.
func (p *Player) pass(squares *Watch) {
	ops, plies := p.ops, 0
	for ; p.Ply+plies < p.end; plies++ {
		flags, from, to := ops[0], ops[1], ops[2]&127
		if flags&(changesFollow|handsFollow|relationsFollow) != 0 || from&noArrival != 0 || squares[from] ||
			squares[to] {
			break
		}
		p.Board[from], p.Board[to] = rules.NoPiece, p.Board[from]&127
		if flags&captures != 0 {
			p.Material++
		}
		ops = ops[3:]
	}
	p.ops = ops
	p.Side ^= rules.Side(plies & 1)
	p.Ply += plies
	p.steps += plies
}

func (p *Player) reset() {
	t := p.tape
	material := p.Material + 1
	switch {
	case t[4] == 0 && p.Flat:
		p.stateCore = p.start.stateCore
	case t[4] == 0:
		p.State = *p.start
	default:
		p.clear(p.rules.Files() * p.rules.Ranks())
		p.Side = rules.Side(t[4] - 1)
		array, rest, _ := pairs(t[head:])
		for n := 0; n < len(array); n += 2 {
			p.put(rules.Square(array[n]), rules.Piece(array[n+1]))
		}
		p.hold(rest)
	}
	p.Material = material
	p.Check = t[1]&inCheck != 0
	p.Relations = uint16(t[2]) | uint16(t[3])<<8
}

// hold reads changes of hands and pockets and returns the rest.
func (p *Player) hold(b []byte) []byte {
	n := int(b[0])
	for i := range n {
		what, count := b[1+2*i], b[2+2*i]
		if what&pocketed != 0 {
			p.Pocket[what>>7] = rules.PieceType(what & 63)
		} else {
			p.Hand[what>>7][what&63] = count
		}
	}
	return b[1+2*n:]
}

// step plays the next ply of the tape.
func (p *Player) step() {
	ops := p.ops
	flags, going := ops[0], ops[1]&noArrival == 0
	from, to := readSquares(ops)
	ops = ops[3:]
	if p.wide {
		from, to = addHighBits(from, to, ops[0])
		ops = ops[1:]
	}
	p.From, p.To = from, to
	p.Captures = flags&captures != 0
	p.Drops = flags&drops != 0
	p.Promotes = flags&promotes != 0
	p.Check = flags&inCheck != 0
	p.Taken, p.Gated, p.WallAt = rules.NoPiece, rules.NoPiece, rules.NoSquare
	if p.Captures {
		p.Taken = p.Board[to]
	}
	p.Moved = p.Board[from]
	if going {
		p.put(from, rules.NoPiece)
		p.put(to, p.Moved)
	}
	if flags&(changesFollow|handsFollow|relationsFollow|captures) != 0 {
		ops = p.more(ops, flags)
	}
	p.ops = ops
	p.Side ^= 1
	p.Ply++
	p.steps++
}

// put places a piece on a square, or empties it.
func (p *Player) put(q rules.Square, pc rules.Piece) {
	pc &= 127
	if !p.Flat {
		was := p.Board[q] & 127
		p.On[was].Toggle(q)
		p.On[pc].Toggle(q)
	}
	p.Board[q] = pc
}

// gated returns the piece that left the mover's hand in a ply, found among the
// changed squares, or NoPiece.
func (p *Player) gated(changed, held []byte) rules.Piece {
	for i := range int(held[0]) {
		what, count := held[1+2*i], held[2+2*i]
		if what&pocketed != 0 || rules.Side(what>>7) != p.Side || count >= p.Hand[p.Side][what&63] {
			continue
		}
		for n := 1; n < len(changed); n += 2 {
			if pc := rules.Piece(changed[n]); pc > rules.Walled && pc.Type() == rules.PieceType(what&63) &&
				pc.Side() == p.Side {
				return pc
			}
		}
	}
	return rules.NoPiece
}

// readSquares returns the squares of a ply; on wide boards without their high
// bits.
func readSquares(ops []byte) (from, to rules.Square) {
	from, to = rules.Square(ops[1]&^noArrival), rules.Square(ops[2]&127)
	if from == noSquareByte {
		from = rules.NoSquare
	}
	if to == noSquareByte {
		to = rules.NoSquare
	}
	return from, to
}

// addHighBits adds the high bits to the squares of a ply.
func addHighBits(from, to rules.Square, high byte) (rules.Square, rules.Square) {
	return whole(from, high, highFrom, noFrom), whole(to, high, highTo, noTo)
}

func whole(s rules.Square, high, eighth, none byte) rules.Square {
	switch {
	case high&none != 0:
		return rules.NoSquare
	case s == rules.NoSquare:
		s = noSquareByte
	}
	if high&eighth != 0 {
		s |= 128
	}
	return s
}

// more applies the changes of a ply other than the movement of a piece.
func (p *Player) more(ops []byte, flags byte) []byte {
	if flags&(changesFollow|handsFollow|captures) != 0 {
		p.Material++
	}
	if flags&changesFollow != 0 {
		n := int(ops[0])
		if n > 0 && p.Captures && p.Taken == rules.NoPiece {
			p.Taken = p.Board[ops[1]]
		}
		if n > 0 && p.Drops {
			p.Moved = rules.Piece(ops[2])
		}
		changed := ops[1 : 1+2*n]
		ops = ops[1+2*n:]
		for i := 0; i < len(changed); i += 2 {
			if changed[i+1] == byte(rules.Walled) {
				p.WallAt = rules.Square(changed[i])
			}
		}
		if flags&handsFollow != 0 && !p.Drops {
			p.Gated = p.gated(changed, ops)
		}
		for i := 0; i < len(changed); i += 2 {
			p.put(rules.Square(changed[i]), rules.Piece(changed[i+1]))
		}
	}
	if flags&handsFollow != 0 {
		ops = p.hold(ops)
	}
	if flags&relationsFollow != 0 {
		p.Relations = uint16(ops[0]) | uint16(ops[1])<<8
		ops = ops[2:]
	}
	return ops
}
