package notation

import (
	"bytes"
	"strings"

	"assay/analysis/rules"
)

// coordinates writes moves as engines do in PGN files: e2e4, h2-e2 or H2-E2,
// e7e8q. Moves without an origin, such as drops, are written as in SAN.
type coordinates struct {
	*SAN
	between string
	upper   bool
}

// Like returns the notation for a move that is written next to a text:
// coordinates if the text is in coordinates, else n.
func Like(n Notation, text string) Notation {
	san, ok := n.(*SAN)
	if !ok {
		return n
	}
	var w sanText
	if san.parse(&w, text) != nil || w.kind != sanBoard || w.types != nil || !w.sure() || w.capture {
		return n
	}
	c := coordinates{SAN: san, upper: isUpper(text[0])}
	if strings.Contains(text, "-") {
		c.between = "-"
	}
	return &c
}

// Append writes a legal move.
func (c *coordinates) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	switch m.Kind() {
	case rules.Step, rules.Castle, rules.EnPassant:
	default:
		return c.SAN.Append(dst, p, m)
	}
	if m.Use() != rules.NoSecond {
		return c.SAN.Append(dst, p, m)
	}
	text := append([]byte(c.SquareName(c.rules, m.From())), c.between...)
	to := m.To()
	if m.Kind() == rules.Castle {
		to = p.CastlingNamed(m)
	}
	text = append(text, c.SquareName(c.rules, to)...)
	if c.upper {
		text = bytes.ToUpper(text)
	}
	if into := m.Into(); into != rules.NoPieceType {
		text = append(text, strings.ToLower(c.letter(into))...)
	}
	return append(dst, text...)
}
