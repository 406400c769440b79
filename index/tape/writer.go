package tape

import (
	"encoding/binary"
	"slices"

	"assay/analysis"
	"assay/analysis/rules"
)

// Writer is the visitor that writes the tape of a game, and notes what stood
// where in it. It is used for one game after the other.
type Writer struct {
	rules  *rules.Rules
	head   []byte
	lines  []writtenLine // the main line first
	open   []openLine    // the innermost last
	step   step
	seen   [128]rules.Bitboard // squares by piece
	placed []Placement
}

// Placement is a piece on a square.
type Placement struct {
	Piece  rules.Piece
	Square rules.Square
}

// writtenLine is a line of play: the main line, or one that leaves its parent
// after so many plies from the start of the game.
type writtenLine struct {
	parent, from, plies int
	ops                 []byte
}

// openLine is a line that may still grow.
type openLine struct {
	number    int // 0 for the main line, and while it has no ply
	parent    int // the line that it leaves
	relations uint16
}

// step is a ply with what was before it.
type step struct {
	kind     rules.MoveKind
	from, to rules.Square
	moved    rules.Piece
	flags    byte
	going    bool // a piece goes from there to there
	holds    bool // what is held may change
	held     holding
	plain    bool                          // nothing else changes on the board
	board    [rules.MaxSquares]rules.Piece // as it would be then, where it is not plain
	ply      []byte                        // squares with what they hold now, and then what is held now
	changes  int                           // of squares
}

// Begin begins the tape of a game; what was written before is gone.
func (w *Writer) Begin(start *rules.Position) {
	w.rules = start.Rules()
	w.lines, w.open, w.placed = w.lines[:0], w.open[:0], w.placed[:0]
	clear(w.seen[:])
	w.line(0, 0)
	w.open = append(w.open, openLine{relations: relationsOf(start)})
	w.array(start)
	for s := range rules.Square(w.rules.Files() * w.rules.Ranks()) {
		w.place(start.At(s), s)
	}
}

// line adds a line and gives its number.
func (w *Writer) line(parent, from int) int {
	n := len(w.lines)
	if n == cap(w.lines) {
		w.lines = slices.Grow(w.lines, 1)
	}
	w.lines = w.lines[:n+1]
	w.lines[n] = writtenLine{parent: parent, from: from, ops: w.lines[n].ops[:0]}
	return n
}

// array writes the start: nothing more where it is the variant's own.
func (w *Writer) array(p *rules.Position) {
	relations := w.open[0].relations
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
	w.head = append(append(w.head, byte(len(squares)/2)), squares...)
	hands := appendHeld(nil, p, new(holding))
	w.head = append(append(w.head, byte(len(hands)/2)), hands...)
}

// place notes that a piece stood on a square.
func (w *Writer) place(pc rules.Piece, s rules.Square) {
	if pc != rules.NoPiece && !w.seen[pc&127].Has(s) {
		w.seen[pc&127].Add(s)
		w.placed = append(w.placed, Placement{pc, s})
	}
}

// Placements lists what stood where in any line, each placement once.
func (w *Writer) Placements() []Placement { return slices.Clone(w.placed) }

// Tape is what was written.
func (w *Writer) Tape() Tape {
	size := len(w.head) + 4
	for i := range w.lines {
		size += len(w.lines[i].ops) + 4*binary.MaxVarintLen16
	}
	out := append(make([]byte, 0, size), w.head...)
	out = binary.AppendUvarint(out, uint64(len(w.lines)))
	for i := range w.lines {
		l := &w.lines[i]
		if i > 0 {
			out = binary.AppendUvarint(out, uint64(l.parent))
			out = binary.AppendUvarint(out, uint64(l.from))
		}
		out = binary.AppendUvarint(out, uint64(l.plies))
		out = binary.AppendUvarint(out, uint64(len(l.ops)))
		out = append(out, l.ops...)
	}
	return out
}

// Main reports whether the line told of now is the main line.
func (w *Writer) Main() bool { return len(w.open) == 1 }

// Open begins a side line; see [analysis.SideLine] for the line that it leaves.
func (w *Writer) Open(p *rules.Position, _ *analysis.Node) bool {
	top := w.open[len(w.open)-1]
	parent := top.number
	if parent == 0 {
		parent = top.parent
	}
	w.open = append(w.open, openLine{parent: parent, relations: relationsOf(p)})
	return true
}

// Close ends the innermost line.
func (w *Writer) Close() { w.open = w.open[:len(w.open)-1] }

// Ply looks at what a ply that holds is going to change.
func (w *Writer) Ply(p *rules.Position, rest []analysis.Node) error {
	if !rest[0].Holds {
		return nil
	}
	top := &w.open[len(w.open)-1]
	if top.number == 0 && !w.Main() {
		top.number = w.line(top.parent, p.Ply())
	}
	w.step.before(p, rest[0].Move)
	return nil
}

// Played writes what the ply changed.
func (w *Writer) Played(p *rules.Position, _ *analysis.Node) {
	top := &w.open[len(w.open)-1]
	l := &w.lines[top.number]
	l.ops = w.step.after(l.ops, p, &top.relations)
	l.plies++
	if w.step.to != rules.NoSquare {
		w.place(p.At(w.step.to), w.step.to)
	}
	for i := range w.step.changes {
		w.place(rules.Piece(w.step.ply[2*i+1]), rules.Square(w.step.ply[2*i]))
	}
}

// holding is what the sides hold.
type holding struct {
	hand   [2][maxTypes]uint8
	pocket [2]rules.PieceType
}

func (h *holding) read(p *rules.Position) {
	for side := rules.First; side <= rules.Second; side++ {
		for t := rules.PieceType(1); int(t) <= p.Rules().Types(); t++ {
			h.hand[side][t] = uint8(p.InHand(side, t))
		}
		h.pocket[side] = p.Pocket(side)
	}
}

// appendHeld appends what the hands and pockets hold otherwise than before.
func appendHeld(dst []byte, p *rules.Position, before *holding) []byte {
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

// before notes what a move in a position may change.
func (s *step) before(p *rules.Position, m rules.Move) {
	r := p.Rules()
	captured := p.Captured(m)
	s.kind, s.from, s.to, s.moved, s.flags, s.going = m.Kind(), m.From(), m.To(), p.Moved(m), 0, false
	if captured != rules.NoPiece {
		s.flags |= captures
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
	s.holds = captured != rules.NoPiece && r.HasHand() || s.kind == rules.Drop || s.kind == rules.PocketDrop || s.kind == rules.ToPocket
	if s.holds {
		s.held.read(p)
	}
	if s.plain = s.kind == rules.Step && !r.HasEffects(); !s.plain {
		for q := range rules.Square(r.Files() * r.Ranks()) {
			s.board[q] = p.At(q)
		}
		if s.going {
			s.board[s.to], s.board[s.from] = s.board[s.from], rules.NoPiece
		}
	}
}

// after appends what the move changed, in the position after it. relations are
// those of the position before.
func (s *step) after(dst []byte, p *rules.Position, relations *uint16) []byte {
	r := p.Rules()
	s.ply = s.ply[:0]
	if s.plain {
		if now := p.At(s.to); now != s.moved {
			s.ply = append(s.ply, byte(s.to), byte(now))
			s.flags |= promotes
		}
	} else {
		for q := range rules.Square(r.Files() * r.Ranks()) {
			if now := p.At(q); now != s.board[q] {
				s.ply = append(s.ply, byte(q), byte(now))
			}
		}
		if s.to != rules.NoSquare && s.kind != rules.RifleCapture {
			if now := p.At(s.to); now != s.moved && now != rules.NoPiece {
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
	first := byte(s.from)
	if !s.going {
		first |= stays
	}
	dst = append(dst, s.flags, first, byte(s.to))
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
