package repair

import (
	"math"
	"strings"

	"assay/analysis/rules"
)

// costStyle bounds the costs of plies in another style than the record's, such
// as a missing check sign or a needless disambiguation. The style is known
// after minStyle plies.
const (
	costStyle = 8.0
	minStyle  = 8
)

// writingStyle is the writing style of the legal plies of a record.
type writingStyle struct {
	*search
	squares    *squareStyle // style of square-to-square moves; nil for others
	regular    bool         // as its notation usually writes moves
	costOdd    float64      // of a ply in another style, by their rate in the record
	sameSquare string       // text for the destination of the previous move; "" for its name
}

// sameSquareTexts lists the texts for the destination of the previous move in
// Japanese notations.
var sameSquareTexts = []string{"同　", "同"}

func (s *search) styleOfRecord() *writingStyle {
	h, p := &writingStyle{s, squareStyleOf(s.rec, s.source), true, 0, sameSquareTexts[0]}, s.start.Clone()
	all, odd := 0, 0
	for i := range s.rec.Moves {
		text := s.rec.Moves[i].Text
		m, ok := s.readLegal(p, text)
		if !ok {
			break
		}
		all++
		if !h.matches(p, m, text) {
			odd++
		}
		if strings.Contains(string(s.source.Append(nil, p, m)), sameSquareTexts[0]) {
			h.sameSquare = sameSquareText(text)
		}
		p.Play(m)
	}
	h.regular = all >= minStyle && 10*odd <= all
	h.costOdd = math.Log(float64(all+2) / float64(odd+1))
	return h
}

// sameSquareText returns the text for the previous destination that a token
// contains.
func sameSquareText(text string) string {
	for _, s := range sameSquareTexts {
		if strings.Contains(text, s) {
			return s
		}
	}
	return ""
}

// write formats a legal move in the style of the record. was is the token it
// replaces, or "".
func (h *writingStyle) write(p *rules.Position, m rules.Move, was string) string {
	if h.squares != nil {
		return h.squares.write(p, m)
	}
	text := string(h.source.Append(nil, p, m))
	before, after, found := strings.Cut(text, sameSquareTexts[0])
	if !found {
		return text
	}
	square := h.sameSquare
	if was != "" {
		square = sameSquareText(was)
	}
	if square == "" {
		square = h.source.SquareName(p.Rules(), m.To())
	}
	return before + square + after
}

// signs are suffixes that judge a move.
const signs = "!?"

// matches reports whether a text writes a move in the record's style.
func (h *writingStyle) matches(p *rules.Position, m rules.Move, text string) bool {
	return !h.regular || strings.TrimRight(text, signs) == h.write(p, m, text)
}
