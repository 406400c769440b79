package notation

import (
	"assay/analysis/rules"
	"assay/parser/scan"
)

// appendVia writes a two-step move: the piece and its three squares. Before a
// square there is an x for a capture, otherwise a hyphen, as in Nf7xe6-f7.
func (n *SAN) appendVia(dst []byte, p *rules.Position, m rules.Move) []byte {
	dst = append(dst, n.letter(p.Moved(m).Type())...)
	dst = append(dst, n.SquareName(n.rules, m.From())...)
	dst = append(append(dst, stepSign(p.CapturedVia(m) != rules.NoPiece)), n.SquareName(n.rules, m.Second())...)
	return append(append(dst, stepSign(endsOnCapture(p, m))), n.SquareName(n.rules, m.To())...)
}

func stepSign(captures bool) byte {
	if captures {
		return 'x'
	}
	return '-'
}

// endsOnCapture reports whether a legal move captures on its destination. For a
// move without a second step, any capture counts.
func endsOnCapture(p *rules.Position, m rules.Move) bool {
	if m.Use() == rules.Via {
		return p.CapturedOn(m) == m.To()
	}
	return p.Captured(m) != rules.NoPiece
}

// readVia reads a two-step move, or its three squares alone, as in UCI; false
// for a text of another form.
func (n *SAN) readVia(p *rules.Position, text string) (m rules.Move, f *Fault, ok bool) {
	s := scan.DashesAsHyphens(trimSigns(text))
	i := 0
	if i < len(s) && s[i] == '+' {
		i++
	}
	bare := i == 0 && s != "" && isFile(s[0])
	if !bare && (i == len(s) || !isUpper(s[i])) {
		return 0, nil, false
	}
	var types []rules.PieceType
	if !bare {
		types = n.rules.Lettered(s[i], i > 0)
		i++
	}
	var squares [3]rules.Square
	var captures [2]bool
	for k, at := 0, i; k < len(squares); k++ {
		if k > 0 && !bare {
			if at == len(s) || s[at] != '-' && s[at] != 'x' {
				return 0, nil, false
			}
			captures[k-1] = s[at] == 'x'
			at++
		}
		square, end := readSquare(s, at)
		if squares[k], ok = n.square(square); !ok {
			return 0, nil, false
		}
		if at = end; k == len(squares)-1 && at != len(s) {
			return 0, nil, false
		}
	}
	m = rules.NewMove(rules.Step, squares[0], squares[2], rules.NoPieceType).
		With(rules.Via, squares[1], rules.NoPieceType)
	if v := p.Judge(m); v != nil {
		return m, broken(v), true
	}
	named := sanText{types: types}
	switch {
	case bare:
	case !named.names(p.Moved(m).Type()):
		f = fault(ruleSAN, "piece name", "the piece that moves is a %s", n.rules.PieceName(p.Moved(m).Type()))
	case captures != [2]bool{p.CapturedVia(m) != rules.NoPiece, endsOnCapture(p, m)}:
		f = fault(ruleSAN, "capture",
			"x stands before a square where something is captured, a hyphen before others, as in %s",
			n.appendVia(nil, p, m))
	}
	return m, f, true
}
