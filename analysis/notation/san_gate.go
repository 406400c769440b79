package notation

import (
	"strings"

	"assay/analysis/rules"
)

// appendGate writes the piece that a move gates in, as in Nc3/E. After castling
// it also writes its square: O-O/Ee1.
func (n *SAN) appendGate(dst []byte, m rules.Move) []byte {
	dst = append(append(dst, '/'), n.letter(m.Gated())...)
	if m.Kind() == rules.Castle {
		dst = append(dst, n.SquareName(n.rules, m.Second())...)
	}
	return dst
}

// parseGate cuts off the gated piece at the end of a move: its letter, and its
// square if that is written.
func (n *SAN) parseGate(w *sanText, s string) (rest string, f *Fault) {
	base, entering, found := strings.Cut(s, "/")
	if !found || base == "" || entering == "" || !isUpper(entering[0]) {
		return s, nil
	}
	if w.gates = n.rules.Lettered(entering[0], false); w.gates == nil {
		return s, fault(ruleSAN, "piece", "%q is not a piece of this variant", entering[:1])
	}
	w.gateOn = rules.NoSquare
	if len(entering) > 1 {
		square, end := readSquare(entering, 1)
		var ok bool
		if w.gateOn, ok = n.square(square); !ok || end != len(entering) {
			return s, fault(ruleSAN, "syntax", "%q is no square", entering[1:])
		}
	}
	return base, nil
}

// gated returns a move with the written gated piece. If no square is written,
// the piece enters on the origin of the move.
func (w *sanText) gated(p *rules.Position, m rules.Move) rules.Move {
	at := w.gateOn
	if at == rules.NoSquare {
		at = m.From()
	}
	return m.With(rules.Gate, at, entering(p, w.gates))
}

// entering returns the piece type that a letter means, preferably one in hand.
func entering(p *rules.Position, types []rules.PieceType) rules.PieceType {
	for _, t := range types {
		if p.InHand(p.Side(), t) > 0 {
			return t
		}
	}
	return types[0]
}

// readEngineGate reads a gating move as engines write it: two squares, then the
// small letter of the gated piece. If the piece enters on the rook's square in
// castling, the squares are the rook's and the king's. ok is false for a text
// of another form.
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
	t := entering(p, types)
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
