package tape

import (
	"encoding/binary"
)

// Marks are flags of an analysed ply.
type Marks uint8

// The flags.
const (
	Inaccuracy Marks = 1 << iota
	Mistake
	Blunder
	MissedMate
	AllowedMate
)

// Evaluation is the engine's evaluation of a main-line position and of the ply
// that led to it.
type Evaluation struct {
	Score int // centipawns from First's view, within ±MaxScore
	Swing int // change of First's win%, in hundredths of a percentage point
	Marks Marks
}

// MaxScore is the score of a mate or a won game, in centipawns.
const MaxScore = 10_000

// NoAccuracy is the accuracy of a side without moves.
const NoAccuracy = -1

// Analysis is the engine analysis of a game.
type Analysis struct {
	Accuracy [2]int       // by side, in hundredths of a percentage point, or NoAccuracy
	Plies    []Evaluation // by ply, from the start
}

// Append encodes an analysis; nil appends nothing.
func (o *Analysis) Append(dst []byte) []byte {
	if o == nil {
		return dst
	}
	for _, accuracy := range o.Accuracy {
		dst = binary.AppendUvarint(dst, uint64(accuracy+1))
	}
	for _, ply := range o.Plies {
		dst = binary.AppendVarint(dst, int64(ply.Score))
		dst = append(binary.AppendUvarint(dst, uint64(ply.Swing)), byte(ply.Marks))
	}
	return dst
}

// Read decodes into o, reusing its memory, and reports success.
func (o *Analysis) Read(b []byte) bool {
	r := reader{rest: b}
	for side := range o.Accuracy {
		o.Accuracy[side] = r.number() - 1
	}
	o.Plies = o.Plies[:0]
	for len(r.rest) > 0 && !r.failed {
		score, width := binary.Varint(r.rest)
		if width <= 0 || score < -MaxScore || score > MaxScore {
			return false
		}
		r.rest = r.rest[width:]
		ply := Evaluation{Score: int(score), Swing: r.number()}
		if marks := r.take(1); marks != nil {
			ply.Marks = Marks(marks[0])
		}
		o.Plies = append(o.Plies, ply)
	}
	return !r.failed
}

// Evaluation returns the evaluation of the current position. Variations have
// none.
func (p *Player) Evaluation() (o Evaluation, known bool) {
	if p.Analysis == nil || p.Ply > p.main || p.Ply >= len(p.Analysis.Plies) {
		return o, false
	}
	return p.Analysis.Plies[p.Ply], true
}

// Accuracy returns a side's accuracy in the game in hundredths of a percentage
// point.
func (p *Player) Accuracy(side int) (accuracy int, known bool) {
	if p.Analysis == nil || p.Analysis.Accuracy[side] == NoAccuracy {
		return 0, false
	}
	return p.Analysis.Accuracy[side], true
}
