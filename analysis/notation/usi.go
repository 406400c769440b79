package notation

import (
	"strconv"
	"strings"

	"assay/analysis/rules"
	"assay/parser/scan"
)

// ruleUSI is the rule ID for the Universal Shogi Interface.
const ruleUSI = "USI"

// USI reads and writes moves as shogi programs do: 7g7f, 8h2b+, P*5e, and
// 7j7i6h for a two-step move. The zero value is ready for use; it is not safe
// for concurrent use.
type USI struct{ shogi }

// Append writes a legal move.
func (n *USI) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	n.bind(p)
	if m.Kind() == rules.Drop {
		dst = append(append(dst, n.kinds[p.Moved(m).Type()].letter...), '*')
	} else {
		dst = n.appendSquare(dst, m.From())
	}
	if m.Use() == rules.Via {
		dst = n.appendSquare(dst, m.Second())
	}
	dst = n.appendSquare(dst, m.To())
	if m.Into() != rules.NoPieceType {
		dst = append(dst, '+')
	}
	return dst
}

func (n *USI) appendSquare(dst []byte, s rules.Square) []byte {
	return append(strconv.AppendInt(dst, int64(n.fileOf(s)), 10), byte('a'-1+n.rankOf(s)))
}

// Read reads a move and judges it.
func (n *USI) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	n.bind(p)
	body, promotes := strings.CutSuffix(text, "+")
	if len(body) > 1 && body[1] == '*' {
		m, f = n.readDrop(body, promotes)
	} else {
		m, f = n.readStep(p, body, promotes)
	}
	if f != nil {
		return m, false, nil, f
	}
	return judged(p, m)
}

func (n *USI) readDrop(text string, promotes bool) (rules.Move, *Fault) {
	t := rules.NoPieceType
	if i := shogiIndex(text[:1]); i >= 0 {
		t = n.types[i]
	}
	to, end, f := n.squareAt(text, 2)
	switch {
	case f != nil:
		return 0, f
	case end != len(text):
		return 0, fault(ruleUSI, "syntax", "%q is not a move; expected two squares, or a piece, * and a square", text)
	case t == rules.NoPieceType:
		return 0, fault(ruleUSI, "piece name", "%q is not a piece of this variant", text[:1])
	case promotes:
		return 0, fault(n.rules.DropPromotes(), "promotion", "a drop does not promote")
	}
	return drop(t, to), nil
}

// readStep reads two squares, or three for a two-step move.
func (n *USI) readStep(p *rules.Position, text string, promotes bool) (rules.Move, *Fault) {
	var squares []rules.Square
	for at := 0; at < len(text) && len(squares) < 4; {
		s, end, f := n.squareAt(text, at)
		if f != nil {
			return 0, f
		}
		squares, at = append(squares, s), end
	}
	switch len(squares) {
	case 2:
		return n.step(p, squares[0], squares[1], promotes), nil
	case 3:
		return n.step(p, squares[0], squares[2], promotes).With(rules.Via, squares[1], rules.NoPieceType), nil
	}
	return 0, fault(ruleUSI, "syntax", "%q is not a move; expected two squares, or a piece, * and a square", text)
}

// squareAt reads the square at a byte offset and returns its end.
func (n *USI) squareAt(text string, at int) (s rules.Square, end int, f *Fault) {
	file, size := scan.LeadingNumber(text[min(at, len(text)):])
	end = at + size
	if size == 0 || size > 2 || end >= len(text) {
		return 0, end, fault(ruleUSI, "syntax", "%q is not a move; expected two squares, or a piece, * and a square",
			text)
	}
	s, ok := n.square(file, int(text[end])-'a'+1)
	if !ok {
		return 0, end, fault(ruleUSI, "square", "%q is not a square of this variant", text[at:end+1])
	}
	return s, end + 1, nil
}
