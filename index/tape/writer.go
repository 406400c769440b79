package tape

import (
	"encoding/binary"
	"slices"

	"assay/analysis"
	"assay/analysis/rules"
)

// Writer is a watcher that writes the tape of a game and records its
// placements. It can be reused for the next game.
type Writer struct {
	analysis.Sides
	rules     *rules.Rules
	head      []byte
	plies     int      // of the main line
	ops       [][]byte // by line, the main line first
	relations []uint16 // of the open lines, the innermost last
	step      step
	placedOn  [128]rules.Bitboard // squares by piece
	placed    []Placement
}

// Placement is a piece on a square.
type Placement struct {
	Piece  rules.Piece
	Square rules.Square
}

// step is a ply with the state before it.
type step struct {
	kind     rules.MoveKind
	from, to rules.Square
	first    rules.Square // square written first, read as the square of the capture or drop; or NoSquare
	moved    rules.Piece
	flags    byte
	going    bool // a piece moves from origin to target
	holds    bool // hands may change
	held     holdings
	plain    bool                          // no further square changes
	board    [rules.MaxSquares]rules.Piece // expected board, if not plain
	ply      []byte                        // changed squares with their pieces, then changed hands
	changes  int                           // number of changed squares
}

// Begin starts the tape of a game and discards the previous one.
func (w *Writer) Begin(start *rules.Position) {
	w.Sides.Begin(start)
	w.rules, w.plies = start.Rules(), 0
	w.ops, w.relations, w.placed = w.ops[:0], append(w.relations[:0], relationsOf(start)), w.placed[:0]
	clear(w.placedOn[:])
	w.line()
	w.array(start)
	for s := range rules.Square(w.rules.Files() * w.rules.Ranks()) {
		w.place(start.At(s), s)
	}
}

// line adds memory for another line.
func (w *Writer) line() {
	n := len(w.ops)
	w.ops = slices.Grow(w.ops, 1)[:n+1]
	w.ops[n] = w.ops[n][:0]
}

// array writes the starting position, unless it is the variant's own.
func (w *Writer) array(p *rules.Position) {
	relations := w.relations[0]
	flags := byte(0)
	if p.InCheck(p.Side()) {
		flags |= inCheck
	}
	w.head = append(w.head[:0], version, flags, byte(relations), byte(relations>>8))
	if p.Equal(w.rules.Start()) {
		w.head = append(w.head, 0)
		return
	}
	w.head = append(w.head, 1+byte(p.Side()))
	var squares []byte
	for s := range rules.Square(w.rules.Files() * w.rules.Ranks()) {
		if pc := p.At(s); pc != rules.NoPiece {
			squares = append(squares, byte(s), byte(pc))
		}
	}
	w.head = append(binary.AppendUvarint(w.head, uint64(len(squares)/2)), squares...)
	hands := appendHeld(nil, p, new(holdings))
	w.head = append(binary.AppendUvarint(w.head, uint64(len(hands)/2)), hands...)
}

// place records a piece on a square.
func (w *Writer) place(pc rules.Piece, s rules.Square) {
	if pc != rules.NoPiece && !w.placedOn[pc&127].Has(s) {
		w.placedOn[pc&127].Add(s)
		w.placed = append(w.placed, Placement{pc, s})
	}
}

// Placements returns the placements of all lines, each once.
func (w *Writer) Placements() []Placement { return slices.Clone(w.placed) }

// Tape returns the tape.
func (w *Writer) Tape() Tape {
	size := len(w.head) + binary.MaxVarintLen32
	for _, ops := range w.ops {
		size += len(ops) + 4*binary.MaxVarintLen16
	}
	out := append(make([]byte, 0, size), w.head...)
	out = binary.AppendUvarint(out, uint64(len(w.ops)))
	for i, ops := range w.ops {
		plies := w.plies
		if i > 0 {
			side := &w.All[i-1]
			out = binary.AppendUvarint(out, uint64(side.Parent))
			out = binary.AppendUvarint(out, uint64(side.From))
			plies = len(side.Moves)
		}
		out = binary.AppendUvarint(out, uint64(plies))
		out = binary.AppendUvarint(out, uint64(len(ops)))
		out = append(out, ops...)
	}
	return out
}

// Open starts a variation.
func (w *Writer) Open(p *rules.Position, instead *analysis.Node) bool {
	w.relations = append(w.relations, relationsOf(p))
	return w.Sides.Open(p, instead)
}

// Close ends the innermost line.
func (w *Writer) Close() {
	w.relations = w.relations[:len(w.relations)-1]
	w.Sides.Close()
}

// Ply records the state before a valid ply.
func (w *Writer) Ply(p *rules.Position, rest []analysis.Node) error {
	if !rest[0].Holds {
		return nil
	}
	if w.Sides.Ply(p, rest); w.Line() == len(w.ops) {
		w.line()
	}
	w.step.before(p, rest[0].Move)
	return nil
}

// Played writes the changes of the ply.
func (w *Writer) Played(p *rules.Position, _ *analysis.Node) {
	line := w.Line()
	w.ops[line] = w.step.after(w.ops[line], p, &w.relations[len(w.relations)-1])
	if w.Main() {
		w.plies++
	}
	if w.step.to != rules.NoSquare {
		w.place(p.At(w.step.to), w.step.to)
	}
	for i := range w.step.changes {
		w.place(rules.Piece(w.step.ply[2*i+1]), rules.Square(w.step.ply[2*i]))
	}
}

// holdings are the pieces in hands and pockets.
type holdings struct {
	hand   [2][maxTypes]uint8
	pocket [2]rules.PieceType
}

func (h *holdings) read(p *rules.Position) {
	for side := rules.First; side <= rules.Second; side++ {
		for t := rules.PieceType(1); int(t) <= p.Rules().Types(); t++ {
			h.hand[side][t] = uint8(p.InHand(side, t))
		}
		h.pocket[side] = p.Pocket(side)
	}
}

// appendHeld appends the changes of hands and pockets.
func appendHeld(dst []byte, p *rules.Position, before *holdings) []byte {
	for side := rules.First; side <= rules.Second; side++ {
		for t := rules.PieceType(1); int(t) <= p.Rules().Types(); t++ {
			if n := p.InHand(side, t); n != int(before.hand[side][t]) {
				dst = append(dst, byte(side)<<7|byte(t), byte(n))
			}
		}
		if t := p.Pocket(side); t != before.pocket[side] {
			dst = append(dst, byte(side)<<7|pocketed|byte(t), 1)
		}
	}
	return dst
}

// before records what a move may change.
func (s *step) before(p *rules.Position, m rules.Move) {
	r := p.Rules()
	captured := p.Captured(m)
	s.kind, s.from, s.to, s.moved, s.flags, s.going = m.Kind(), m.From(), m.To(), p.Moved(m), 0, false
	if captured != rules.NoPiece {
		s.flags |= captures
	}
	s.first = rules.NoSquare
	if m.Use() != rules.NoSecond || m.Kind() == rules.EnPassant {
		if s.first = p.CapturedOn(m); s.kind == rules.Drop || s.kind == rules.PocketDrop {
			s.first = s.to
		}
	}
	switch s.kind {
	case rules.Step, rules.Castle, rules.EnPassant:
		s.going = true
	case rules.Drop, rules.PocketDrop:
		s.flags |= drops
		s.from = rules.NoSquare
	case rules.ToPocket:
		s.to = rules.NoSquare
	case rules.Pass:
		s.from, s.to = rules.NoSquare, rules.NoSquare
	}
	s.holds = captured != rules.NoPiece && r.HasHand() || s.kind == rules.Drop || s.kind == rules.PocketDrop ||
		s.kind == rules.ToPocket || m.Use() == rules.Gate
	if s.holds {
		s.held.read(p)
	}
	if m.Use() == rules.Via && s.from == s.to {
		s.going = false
		if captured != rules.NoPiece {
			s.kind, s.to = rules.RifleCapture, m.Second()
		}
	}
	if s.plain = s.kind == rules.Step && m.Use() == rules.NoSecond && !r.HasEffects(); !s.plain {
		for q := range rules.Square(r.Files() * r.Ranks()) {
			s.board[q] = p.At(q)
		}
		if s.going {
			s.board[s.to], s.board[s.from] = s.board[s.from], rules.NoPiece
		}
	}
}

// after appends the changes of the move, in the position after it. relations
// are the relations before the move.
func (s *step) after(dst []byte, p *rules.Position, relations *uint16) []byte {
	r := p.Rules()
	s.ply = s.ply[:0]
	if s.plain {
		if now := p.At(s.to); now != s.moved {
			s.ply = append(s.ply, byte(s.to), byte(now))
			s.flags |= promotes
		}
	} else {
		if s.first != rules.NoSquare {
			s.note(p, s.first)
		}
		for q := range rules.Square(r.Files() * r.Ranks()) {
			if q != s.first {
				s.note(p, q)
			}
		}
		if s.to != rules.NoSquare && s.kind != rules.RifleCapture {
			if now := p.At(s.to); now != s.moved && now > rules.Walled {
				s.flags |= promotes
			}
		}
	}
	s.changes = len(s.ply) / 2
	if s.changes > 0 {
		s.flags |= changesFollow
	}
	if s.holds {
		if s.ply = appendHeld(s.ply, p, &s.held); len(s.ply)/2 > s.changes {
			s.flags |= handsFollow
		}
	}
	if p.InCheck(p.Side()) {
		s.flags |= inCheck
	}
	now := relationsOf(p)
	if now != *relations {
		s.flags |= relationsFollow
		*relations = now
	}
	dst = appendSquares(append(dst, s.flags), s.from, s.to, s.going, isWide(r))
	if s.flags&changesFollow != 0 {
		dst = append(append(dst, byte(s.changes)), s.ply[:2*s.changes]...)
	}
	if s.flags&handsFollow != 0 {
		dst = append(append(dst, byte(len(s.ply)/2-s.changes)), s.ply[2*s.changes:]...)
	}
	if s.flags&relationsFollow != 0 {
		dst = append(dst, byte(now), byte(now>>8))
	}
	return dst
}

// note records a square if its content is not as expected.
func (s *step) note(p *rules.Position, q rules.Square) {
	if now := p.At(q); now != s.board[q] {
		s.ply = append(s.ply, byte(q), byte(now))
	}
}

// appendSquares appends the squares of a ply, and whether a piece moves from
// one to the other.
func appendSquares(dst []byte, from, to rules.Square, going, wide bool) []byte {
	first := low(from)
	if !going {
		first |= noArrival
	}
	dst = append(dst, first, low(to))
	if !wide {
		return dst
	}
	high := byte(from>>7&1)*highFrom | byte(to>>7&1)*highTo
	if from == rules.NoSquare {
		high |= noFrom
	}
	if to == rules.NoSquare {
		high |= noTo
	}
	return append(dst, high)
}

// low returns a square without its eighth bit.
func low(s rules.Square) byte {
	if s == rules.NoSquare {
		return noSquareByte
	}
	return byte(s) & 127
}
