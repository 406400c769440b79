// Package tape keeps the plies of a game as what they change on the board and
// in the hands, three bytes for a common one, so that all its positions can be
// run through many times faster than by the rules.
//
// A tape says what the rules have found and is nothing without them: it is
// written from proven plies, and it belongs to one revision of a variant, whose
// kinds of piece and squares it numbers.
package tape

import (
	"encoding/binary"
	"errors"

	"assay/analysis/rules"
)

// Line is a line of play: the main line, or a side line that leaves another one.
type Line struct {
	Parent int // the line it leaves, 0 for the main line, which comes first
	From   int // the ply, counted from the start of the game, after which it leaves it
	Moves  []rules.Move
}

// Tape is a written tape.
type Tape []byte

// version is the first byte of a tape.
const version = 1

// errDamaged is what is wrong with bytes that are no tape.
var errDamaged = errors.New("damaged tape")

// The first byte of a ply.
const (
	changesFollow   = 1 << iota // squares besides those of the moving piece
	handsFollow                 // pieces in hands or pockets
	relationsFollow             // relations are others than before
	inCheck                     // the side to move is in check
	captures
	drops
	promotes
)

// stays, beside a square moved from, says that no piece goes from there to the
// square moved to.
const stays = 0x80

// pocketed, beside a kind held, says that it is in the pocket; second says
// whose.
const (
	pocketed = 0x40
	second   = 0x80
)

// Write writes the lines of play that begin at a position, which is not
// changed. Every move must be legal where it is played, and every line must
// come after its parent.
func Write(start *rules.Position, lines []Line) Tape {
	w := writer{rules: start.Rules(), start: start, lines: lines}
	w.out = append(w.out, version)
	w.position = start.CopyTo(new(rules.Position))
	w.array()
	w.out = binary.AppendUvarint(w.out, uint64(len(lines)))
	for i := range lines {
		w.line(i)
	}
	return w.out
}

type writer struct {
	rules     *rules.Rules
	start     *rules.Position
	lines     []Line
	position  *rules.Position
	relations uint16
	before    [rules.MaxSquares]rules.Piece
	out, ply  []byte
}

// array writes the start: nothing more where it is the variant's own.
func (w *writer) array() {
	p := w.position
	own := p.Equal(w.rules.Start())
	w.relations = relationsOf(p)
	flags := byte(0)
	if p.InCheck(p.Side()) {
		flags |= inCheck
	}
	if own {
		w.out = append(w.out, flags, byte(w.relations), byte(w.relations>>8), 0)
		return
	}
	w.out = append(w.out, flags, byte(w.relations), byte(w.relations>>8), 1+byte(p.Side()))
	var squares []byte
	for s := range rules.Square(w.rules.Files() * w.rules.Ranks()) {
		if pc := p.At(s); pc != rules.NoPiece {
			squares = append(squares, byte(s), byte(pc))
		}
	}
	w.out = append(w.out, byte(len(squares)/2))
	w.out = append(w.out, squares...)
	hands := w.held(nil, nil)
	w.out = append(w.out, byte(len(hands)/2))
	w.out = append(w.out, hands...)
}

// held appends what the hands and pockets hold otherwise than before; before
// may be nil for empty ones.
func (w *writer) held(dst []byte, before *holding) []byte {
	var nothing holding
	if before == nil {
		before = &nothing
	}
	p := w.position
	for side := rules.First; side <= rules.Second; side++ {
		for t := rules.PieceType(1); int(t) <= w.rules.Types(); t++ {
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

func (w *writer) line(i int) {
	line := &w.lines[i]
	if i > 0 {
		w.position = w.replay(i)
		w.relations = relationsOf(w.position)
		w.out = binary.AppendUvarint(w.out, uint64(line.Parent))
		w.out = binary.AppendUvarint(w.out, uint64(line.From))
	}
	w.out = binary.AppendUvarint(w.out, uint64(len(line.Moves)))
	var ops []byte
	for _, m := range line.Moves {
		ops = w.move(ops, m)
	}
	w.out = binary.AppendUvarint(w.out, uint64(len(ops)))
	w.out = append(w.out, ops...)
}

// replay is the position at which a side line begins.
func (w *writer) replay(i int) *rules.Position {
	var way []int
	for n := i; n > 0; n = w.lines[n].Parent {
		way = append(way, n)
	}
	p := w.start.CopyTo(w.position)
	parent := &w.lines[0]
	for n := len(way) - 1; n >= 0; n-- {
		next := &w.lines[way[n]]
		for _, m := range parent.Moves[:next.From-parent.From] {
			p.Play(m)
		}
		parent = next
	}
	return p
}

// move plays a move and appends what it changed.
func (w *writer) move(dst []byte, m rules.Move) []byte {
	p := w.position
	kind := m.Kind()
	captured := p.Captured(m)
	var flags byte
	if captured != rules.NoPiece {
		flags |= captures
	}
	from, to := m.From(), m.To()
	going := false // a piece goes from there to there
	switch kind {
	case rules.Step, rules.Castle, rules.EnPassant:
		going = true
	case rules.Drop, rules.PocketDrop:
		flags |= drops
		from = rules.NoSquare
	case rules.ToPocket:
		to = rules.NoSquare
	case rules.Pass:
		from, to = rules.NoSquare, rules.NoSquare
	}
	moved := p.Moved(m)
	plain := kind == rules.Step
	var hands *holding
	if captured != rules.NoPiece && w.rules.HasHand() || kind == rules.Drop || kind == rules.PocketDrop || kind == rules.ToPocket {
		hands = new(holding)
		hands.read(p)
	}
	if !plain {
		for s := range rules.Square(w.rules.Files() * w.rules.Ranks()) {
			w.before[s] = p.At(s)
		}
		if going {
			w.before[to] = w.before[from]
			w.before[from] = rules.NoPiece
		}
	}
	p.Play(m)

	w.ply = w.ply[:0]
	if plain {
		if now := p.At(to); now != moved {
			w.ply = append(w.ply, byte(to), byte(now))
			flags |= promotes
		}
	} else {
		for s := range rules.Square(w.rules.Files() * w.rules.Ranks()) {
			if now := p.At(s); now != w.before[s] {
				w.ply = append(w.ply, byte(s), byte(now))
			}
		}
		if to != rules.NoSquare && kind != rules.RifleCapture && p.At(to) != moved {
			flags |= promotes
		}
	}
	changes := len(w.ply) / 2
	if changes > 0 {
		flags |= changesFollow
	}
	if hands != nil {
		if w.ply = w.held(w.ply, hands); len(w.ply)/2 > changes {
			flags |= handsFollow
		}
	}
	if p.InCheck(p.Side()) {
		flags |= inCheck
	}
	relations := relationsOf(p)
	if relations != w.relations {
		flags |= relationsFollow
		w.relations = relations
	}
	first := byte(from)
	if !going {
		first |= stays
	}
	dst = append(dst, flags, first, byte(to))
	if flags&changesFollow != 0 {
		dst = append(append(dst, byte(changes)), w.ply[:2*changes]...)
	}
	if flags&handsFollow != 0 {
		dst = append(append(dst, byte(len(w.ply)/2-changes)), w.ply[2*changes:]...)
	}
	if flags&relationsFollow != 0 {
		dst = append(dst, byte(relations), byte(relations>>8))
	}
	return dst
}

// MaxRelations is how many relations of a variant are written.
const MaxRelations = 8

// relationsOf has two bits for each relation: for First, or for no side, and
// for Second.
func relationsOf(p *rules.Position) uint16 {
	bits := uint16(0)
	for i, relation := range p.Rules().Relations() {
		if i == MaxRelations {
			break
		}
		if relation.Holds(p, rules.First) {
			bits |= 1 << (2 * i)
		}
		if relation.Sided && relation.Holds(p, rules.Second) {
			bits |= 2 << (2 * i)
		}
	}
	return bits
}
