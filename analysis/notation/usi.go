package notation

import "assay/analysis/rules"

// ruleUSI stands for the universal shogi interface in faults.
const ruleUSI = "USI"

// USI reads and writes moves as shogi programs exchange them: 7g7f, 8h2b+,
// P*5e. The zero value is ready for use; it is not safe for concurrent use.
type USI struct{ shogi }

// Append writes a legal move.
func (n *USI) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	n.bind(p)
	if m.Kind() == rules.Drop {
		dst = append(append(dst, n.kinds[p.Moved(m).Type()].letter...), '*')
	} else {
		dst = n.appendSquare(dst, m.From())
	}
	dst = n.appendSquare(dst, m.To())
	if m.Into() != rules.NoPieceType {
		dst = append(dst, '+')
	}
	return dst
}

func (n *USI) appendSquare(dst []byte, s rules.Square) []byte {
	return append(dst, byte('0'+n.fileOf(s)), byte('a'-1+n.rankOf(s)))
}

// Read finds the move that a text means and judges it.
func (n *USI) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	n.bind(p)
	body, promotes := text, false
	if len(body) == 5 && body[4] == '+' {
		body, promotes = body[:4], true
	}
	if len(body) != 4 {
		return 0, false, nil, fault(ruleUSI, "syntax", 0, "%q is no move: two squares, or a piece, * and a square", text)
	}
	to, f := n.squareAt(body, 2)
	if f != nil {
		return 0, false, nil, f
	}
	if body[1] == '*' {
		t := rules.NoPieceType
		if i := shogiIndex(body[:1]); i >= 0 {
			t = n.types[i]
		}
		switch {
		case t == rules.NoPieceType:
			return 0, false, nil, fault(ruleUSI, "piece name", 0, "%q is no piece of this game", body[:1])
		case promotes:
			return 0, false, nil, fault(n.rules.DropPromotes(), "promotion", 4, "a drop does not promote")
		}
		m = drop(t, to)
	} else {
		from, f := n.squareAt(body, 0)
		if f != nil {
			return 0, false, nil, f
		}
		m = n.step(p, from, to, promotes)
	}
	if f := n.judge(p, m, 0); f != nil {
		return m, false, nil, f
	}
	return m, true, nil, nil
}

func (n *USI) squareAt(text string, at int) (rules.Square, *Fault) {
	s, ok := n.square(int(text[at])-'0', int(text[at+1])-'a'+1)
	if !ok {
		return 0, fault(ruleUSI, "square", at, "%q is no square of this game", text[at:at+2])
	}
	return s, nil
}
