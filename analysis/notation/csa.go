package notation

import "assay/analysis/rules"

// ruleCSA is the rule ID for the record format of the Computer Shogi
// Association.
const ruleCSA = "CSA"

// CSA reads and writes moves of CSA records: sign of the side, origin,
// destination, and the piece after the move: +7776FU, -0055KA. The zero value
// is ready for use; it is not safe for concurrent use.
type CSA struct {
	shogi
	unsigned bool // the sign may be missing, as in PGN
}

// Append writes a legal move.
func (n *CSA) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	n.bind(p)
	after := p.Moved(m).Type()
	if m.Into() != rules.NoPieceType {
		after = m.Into()
	}
	if p.Side() == rules.First {
		dst = append(dst, '+')
	} else {
		dst = append(dst, '-')
	}
	if m.Kind() == rules.Drop {
		dst = append(dst, "00"...)
	} else {
		dst = n.appendSquare(dst, m.From())
	}
	return append(n.appendSquare(dst, m.To()), n.kinds[after].csa...)
}

func (n *CSA) appendSquare(dst []byte, s rules.Square) []byte {
	return append(dst, byte('0'+n.fileOf(s)), byte('0'+n.rankOf(s)))
}

// Read reads a move, judges it, and checks side and piece.
func (n *CSA) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	n.bind(p)
	if n.unsigned && len(text) == len("7776FU") {
		text = [...]string{"+", "-"}[p.Side()] + text
	}
	if len(text) != len("+7776FU") || text[0] != '+' && text[0] != '-' {
		return 0, false, nil, fault(ruleCSA, "syntax", "%q is not a move; expected a sign, four digits and two letters",
			text)
	}
	if f := checkSide(p, text[0] == '-', ruleCSA); f != nil {
		return 0, false, nil, f
	}
	to, f := n.squareOf(text[3:5])
	if f != nil {
		return 0, false, nil, f
	}
	after := n.typeByCSA(text[5:])
	if after == rules.NoPieceType {
		return 0, false, nil, fault(ruleCSA, "piece name", "%q is not a piece of this variant", text[5:])
	}
	if text[1:3] == "00" {
		if f := n.promotedDrop(after); f != nil {
			return 0, false, nil, f
		}
		return judged(p, drop(after, to))
	}
	from, f := n.squareOf(text[1:3])
	if f != nil {
		return 0, false, nil, f
	}
	before := p.At(from).Type()
	promotes := n.rules.Promoted(after) && after != before
	m, known, warnings, f = judged(p, n.step(p, from, to, promotes))
	if f == nil && after != before && after != m.Into() {
		f = misnamed(p, m, ruleCSA, n.rules.PieceName(after))
	}
	return m, known, warnings, f
}

func (n *CSA) squareOf(text string) (rules.Square, *Fault) {
	s, ok := n.square(int(text[0])-'0', int(text[1])-'0')
	if !ok {
		return 0, fault(ruleCSA, "square", "%q is not a square of this variant", text)
	}
	return s, nil
}
