package repair

import (
	"strings"

	"assay/analysis/rules"
)

// costOdd is that of a ply that is not written as those before the fault are:
// bears a sign of check where none is given or lacks it, tells apart pieces
// that are told apart without; costHand is that of all of them, at most, and
// minHand how many plies it takes to know how a record is written.
const (
	costOdd  = 1.2
	costHand = 4.8
	minHand  = 8
)

// hand is how a record is written, as its plies before the fault show.
type hand struct {
	*search
	squares *squares // by which the record tells moves; nil where it does not
	usual   bool     // as its notation, or those, write moves
	same    string   // what stands for the square that the last move went to; "" for its name
}

// same is what may stand for it, in Japanese notations.
var same = []string{"同　", "同"}

func (s *search) handOf() *hand {
	h, p := &hand{s, squaresOf(s.rec, s.source), true, same[0]}, s.start.Clone()
	all, odd := 0, 0
	for i := range s.rec.Moves {
		text := s.rec.Moves[i].Text
		m, ok := s.read(p, text)
		if !ok {
			break
		}
		all++
		if !h.writes(p, m, text) {
			odd++
		}
		if strings.Contains(string(s.source.Append(nil, p, m)), same[0]) {
			h.same = sameIn(text)
		}
		p.Play(m)
	}
	h.usual = all >= minHand && 10*odd <= all
	return h
}

// sameIn is what stands for the square in a text.
func sameIn(text string) string {
	for _, s := range same {
		if strings.Contains(text, s) {
			return s
		}
	}
	return ""
}

// write writes a legal move as the record would: was is the text that stands in
// its place there, "" for none.
func (h *hand) write(p *rules.Position, m rules.Move, was string) string {
	if h.squares != nil {
		return h.squares.write(p, m)
	}
	text := string(h.source.Append(nil, p, m))
	before, after, found := strings.Cut(text, same[0])
	if !found {
		return text
	}
	square := h.same
	if was != "" {
		square = sameIn(was)
	}
	if square == "" {
		square = h.source.SquareName(p.Rules(), m.To())
	}
	return before + square + after
}

// signs are written behind moves that are held good or bad, and stand for
// nothing in them.
const signs = "!?"

// writes reports whether a move that a row says by a text is written as usual.
func (h *hand) writes(p *rules.Position, m rules.Move, text string) bool {
	return !h.usual || strings.TrimRight(text, signs) == h.write(p, m, text)
}
