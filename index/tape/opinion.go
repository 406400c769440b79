package tape

import (
	"encoding/binary"
)

// Marks are what an engine says of a ply.
type Marks uint8

// The marks.
const (
	Inaccuracy Marks = 1 << iota
	Mistake
	Blunder
	MissedMate
	AllowedMate
)

// Opinion is what an engine thinks of a position of the main line, and of the
// ply that led there.
type Opinion struct {
	Worth int // to First, in hundredths of a pawn, from -MaxWorth to MaxWorth
	Swing int // by how many hundredths of a point the ply changed the per cent of games that First wins
	Marks Marks
}

// MaxWorth is what a mate and a won game are worth, in hundredths of a pawn.
const MaxWorth = 10_000

// NoAccuracy stands for that of a side that has not moved.
const NoAccuracy = -1

// Opinions are what an engine thinks of a game.
type Opinions struct {
	Accuracy [2]int    // of each side, in hundredths of a point, or NoAccuracy
	Plies    []Opinion // the start first
}

// Append writes opinions, nothing for nil.
func (o *Opinions) Append(dst []byte) []byte {
	if o == nil {
		return dst
	}
	for _, accuracy := range o.Accuracy {
		dst = binary.AppendUvarint(dst, uint64(accuracy+1))
	}
	for _, ply := range o.Plies {
		dst = binary.AppendVarint(dst, int64(ply.Worth))
		dst = append(binary.AppendUvarint(dst, uint64(ply.Swing)), byte(ply.Marks))
	}
	return dst
}

// Read reads what Append has written into o, whose memory is used again, and
// reports whether it can be.
func (o *Opinions) Read(b []byte) bool {
	r := reader{rest: b}
	for side := range o.Accuracy {
		o.Accuracy[side] = r.number() - 1
	}
	o.Plies = o.Plies[:0]
	for len(r.rest) > 0 && !r.failed {
		worth, width := binary.Varint(r.rest)
		if width <= 0 || worth < -MaxWorth || worth > MaxWorth {
			return false
		}
		r.rest = r.rest[width:]
		ply := Opinion{Worth: int(worth), Swing: r.number()}
		if marks := r.take(1); marks != nil {
			ply.Marks = Marks(marks[0])
		}
		o.Plies = append(o.Plies, ply)
	}
	return !r.failed
}

// Opinion is what is thought of the position where the player stands, if
// anything is: not of those of side lines.
func (p *Player) Opinion() (o Opinion, known bool) {
	if p.Opinions == nil || p.Ply > p.main || p.Ply >= len(p.Opinions.Plies) {
		return o, false
	}
	return p.Opinions.Plies[p.Ply], true
}

// Accuracy is that of a side in the game, in hundredths of a point, where it is
// known.
func (p *Player) Accuracy(side int) (accuracy int, known bool) {
	if p.Opinions == nil || p.Opinions.Accuracy[side] == NoAccuracy {
		return 0, false
	}
	return p.Opinions.Accuracy[side], true
}
