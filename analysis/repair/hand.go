package repair

import (
	"strings"

	"assay/analysis/rules"
)

// costOdd is the cost of a ply in another style than the record's, such as a
// missing check sign or a needless disambiguation. costHand bounds their sum.
// The style is known after minHand plies.
const (
	costOdd  = 1.2
	costHand = 4.8
	minHand  = 8
)

// hand is the writing style of the legal plies of a record.
type hand struct {
	*search
	squares *squares // style of square-to-square moves; nil for others
	usual   bool     // as its notation usually writes moves
	same    string   // text for the destination of the previous move; "" for its name
}

// same lists the texts for the destination of the previous move in Japanese
// notations.
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

// sameIn returns the text for the previous destination that a token contains.
func sameIn(text string) string {
	for _, s := range same {
		if strings.Contains(text, s) {
			return s
		}
	}
	return ""
}

// write formats a legal move in the style of the record. was is the token it
// replaces, or "".
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

// signs are suffixes that judge a move.
const signs = "!?"

// writes reports whether a text writes a move in the record's style.
func (h *hand) writes(p *rules.Position, m rules.Move, text string) bool {
	return !h.usual || strings.TrimRight(text, signs) == h.write(p, m, text)
}
