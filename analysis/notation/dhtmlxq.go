package notation

import "assay/analysis/rules"

// ruleDhtmlXQ is the rule ID for DhtmlXQ.
const ruleDhtmlXQ = "DhtmlXQ"

// DhtmlXQ reads and writes xiangqi moves as four digits: column and row of both
// squares, counted from 0 at First's upper left.
type DhtmlXQ struct{}

// Read reads a move and judges it.
func (DhtmlXQ) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	var squares [2]rules.Square
	if len(text) != 4 {
		return 0, false, nil, fault(ruleDhtmlXQ, "syntax", "%q is not a move; expected four digits", text)
	}
	r := p.Rules()
	for i := range squares {
		column, row := int(text[2*i])-'0', int(text[2*i+1])-'0'
		if column < 0 || column >= r.Files() || row < 0 || row >= r.Ranks() {
			return 0, false, nil, fault(ruleDhtmlXQ, "square", "%q is not a square of this variant", text[2*i:2*i+2])
		}
		squares[i] = rules.Square((r.Ranks()-1-row)*r.Files() + column)
	}
	return judged(p, rules.NewMove(rules.Step, squares[0], squares[1], rules.NoPieceType))
}

// Append writes a legal move.
func (n DhtmlXQ) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	return append(append(dst, n.SquareName(p.Rules(), m.From())...), n.SquareName(p.Rules(), m.To())...)
}

// SquareName returns a name such as 77.
func (DhtmlXQ) SquareName(r *rules.Rules, s rules.Square) string {
	return string([]byte{'0' + byte(int(s)%r.Files()), '0' + byte(r.Ranks()-1-int(s)/r.Files())})
}
