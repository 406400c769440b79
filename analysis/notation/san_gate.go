package notation

import (
	"strings"

	"assay/analysis/rules"
)

// appendGate writes what comes in behind a move, as in Nc3/E, and behind
// castling its square, too: O-O/Ee1.
func (n *SAN) appendGate(dst []byte, m rules.Move) []byte {
	dst = append(append(dst, '/'), n.letter(m.Gated())...)
	if m.Kind() == rules.Castle {
		dst = append(dst, n.SquareName(n.rules, m.Second())...)
	}
	return dst
}

// readGate reads a move that lets a piece in; false for a text that has not its
// form. Engines write the piece's small letter behind two squares, those of a
// rook and its king where it comes in for the rook.
func (n *SAN) readGate(p *rules.Position, text string) (m rules.Move, known bool, f *Fault, ok bool) {
	s := trimSigns(text)
	base, entering, found := strings.Cut(s, "/")
	if !found {
		return n.readEngineGate(p, s)
	}
	if entering == "" || !isUpper(entering[0]) {
		return 0, false, nil, false
	}
	types := n.rules.Lettered(entering[0], false)
	if types == nil {
		return 0, false, fault(ruleSAN, "piece", "%q is no piece of this game", entering[:1]), true
	}
	m, known, _, f = n.Read(p, base)
	if f != nil || !known {
		return m, known, f, true
	}
	at := m.From()
	if len(entering) > 1 {
		square, end := readSquare(entering, 1)
		if at, ok = n.square(square); !ok || end != len(entering) {
			return 0, false, fault(ruleSAN, "syntax", "%q is no square", entering[1:]), true
		}
	}
	m, known, _, f = judged(p, m.With(rules.Gate, at, n.entering(p, types)))
	return m, known, f, true
}

// entering is the kind that a letter means: one in hand, if there is one.
func (n *SAN) entering(p *rules.Position, types []rules.PieceType) rules.PieceType {
	for _, t := range types {
		if p.InHand(p.Side(), t) > 0 {
			return t
		}
	}
	return types[0]
}

func (n *SAN) readEngineGate(p *rules.Position, s string) (m rules.Move, known bool, f *Fault, ok bool) {
	from, middle := readSquare(s, 0)
	to, end := readSquare(s, middle)
	if !from.whole() || !to.whole() || end != len(s)-1 || s[end] < 'a' || s[end] > 'z' {
		return 0, false, nil, false
	}
	types := n.rules.Lettered(s[end]&^0x20, false)
	a, knownA := n.square(from)
	b, knownB := n.square(to)
	if types == nil || !knownA || !knownB {
		return 0, false, nil, false
	}
	t := n.entering(p, types)
	for _, higher := range []bool{true, false} {
		castle, ok := p.CastleToward(higher)
		if !ok || !p.Legal(castle) {
			continue
		}
		if partner, _ := p.CastlingPartner(castle); castle.From() == b && partner == a {
			m, known, _, f = judged(p, castle.With(rules.Gate, a, t))
			return m, known, f, true
		}
	}
	if m, known, _, f = n.Read(p, s[:end]); f != nil || !known || m.From() != a {
		return 0, false, nil, false
	}
	if m = m.With(rules.Gate, a, t); !p.Legal(m) {
		return 0, false, nil, false // it may be a promotion
	}
	return m, true, nil, true
}
