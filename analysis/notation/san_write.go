package notation

import (
	"strings"

	"assay/analysis/rules"
)

// Append writes a legal move, with the sign of check or mate.
func (n *SAN) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	dst = n.appendMove(dst, p, m)
	if m == rules.PassMove {
		return dst // two hyphens and a cross are a glyph
	}
	mover := p.Side()
	p.Play(m)
	if p.InCheck(p.Side()) {
		sign := byte('+')
		if o, over := p.Outcome(); over && o.WonBy(mover) {
			sign = '#'
		}
		dst = append(dst, sign)
	}
	p.Undo()
	return dst
}

func (n *SAN) appendMove(dst []byte, p *rules.Position, m rules.Move) []byte {
	dst = n.appendPlain(dst, p, m)
	if m.Use() == rules.Wall {
		dst = append(append(dst, ','), n.SquareName(n.rules, m.Second())...)
	}
	return dst
}

func (n *SAN) appendPlain(dst []byte, p *rules.Position, m rules.Move) []byte {
	r := n.rules
	if m.Use() == rules.Gate {
		return n.appendGate(n.appendMove(dst, p, m.Plain()), m)
	}
	to := n.SquareName(r, m.To())
	switch m.Kind() {
	case rules.Pass:
		return append(dst, "--"...)
	case rules.Castle:
		if partner, _ := p.CastlingPartner(m); partner > m.From() {
			return append(dst, "O-O"...)
		}
		return append(dst, "O-O-O"...)
	}
	if m.Use() == rules.Via {
		return n.appendVia(dst, p, m)
	}
	letter := n.letter(p.Moved(m).Type())
	switch m.Kind() {
	case rules.Drop:
		if as := m.Into(); as != rules.NoPieceType {
			letter = n.letter(as)
		}
		dst = append(dst, n.face(letter)...)
		if i := int(m.Slot()); r.Cells() > 0 && n.repeated(p, i) {
			dst = append(dst, r.CellName(p.Side(), i)...)
		}
		return append(append(dst, '@'), to...)
	case rules.PocketDrop:
		return append(append(append(append(dst, n.face(letter)...), pocketCell...), '-'), to...)
	case rules.ToPocket:
		dst = append(append(dst, n.face(letter)...), n.SquareName(r, m.From())...)
		return append(append(dst, '-'), pocketCell...)
	}
	return n.appendBoard(dst, p, m, n.called(p.Moved(m).Type()))
}

// letter returns the letter of a piece type in positions, without the mark of
// promoted pieces.
func (n *SAN) letter(t rules.PieceType) string { return strings.TrimRight(n.rules.Letter(t), "~'") }

// face is what stands for a kind's letter.
func (n *SAN) face(letter string) string {
	if sign, ok := n.figures[letter]; ok {
		return sign
	}
	return letter
}

// repeated reports whether a bench cell before cell i has the same piece type.
func (n *SAN) repeated(p *rules.Position, i int) bool {
	for j := range i {
		if p.Cell(p.Side(), j) == p.Cell(p.Side(), i) {
			return true
		}
	}
	return false
}

// appendBoard writes a move from square to square. It writes as much of the
// origin as distinguishes the move from others.
func (n *SAN) appendBoard(dst []byte, p *rules.Position, m rules.Move, letter string) []byte {
	r := n.rules
	from := n.SquareName(r, m.From())
	pawn := letter == "P"
	w := sanText{kind: sanBoard, types: n.typesOf(letter), to: squareText(r, m.To()), from: noSanSquare,
		anyWall: m.Use() == rules.Wall}
	w.capture = p.Captured(m) != rules.NoPiece
	if into := m.Into(); into != rules.NoPieceType {
		w.into = n.typesOf(n.called(into))
	}
	if pawn && w.capture {
		w.from.file, _ = r.Coordinates(m.From())
	}
	kept := n.fromZero
	n.fromZero = false
	if !n.means(p, &w, m) {
		whole := squareText(r, m.From())
		for _, part := range []sanSquare{{whole.file, -1}, {w.from.file, whole.rank}, whole} {
			if w.from = part; n.means(p, &w, m) {
				break
			}
		}
		w.rifle = m.Kind() == rules.RifleCapture && !n.means(p, &w, m)
	}
	n.fromZero = kept
	if n.long {
		w.from = squareText(r, m.From())
	}
	if !pawn || w.from.rank >= 0 && !n.long {
		dst = append(dst, n.face(letter)...)
	}
	if w.from.file >= 0 {
		dst = append(dst, from[0])
	}
	if w.from.rank >= 0 {
		dst = append(dst, from[1:]...)
	}
	switch {
	case w.rifle:
		dst = append(dst, "xx"...)
	case w.capture:
		dst = append(dst, 'x')
	case n.long:
		dst = append(dst, '-')
	}
	dst = append(dst, n.SquareName(r, m.To())...)
	if into := m.Into(); into != rules.NoPieceType {
		dst = append(append(dst, '='), n.face(n.called(into))...)
	}
	return dst
}

// means reports whether a text means exactly this move. For a move that is
// allowed by a ruling, it reports whether it is the most probable meaning.
func (n *SAN) means(p *rules.Position, w *sanText, m rules.Move) bool {
	w.several = false
	if m.Ruled() {
		if _, legal := n.resolveBoard(p, w); legal || w.several {
			return false
		}
		found, ok := n.probablePlain(p, w)
		return ok && !w.several && found.Plain() == m.Plain()
	}
	found, ok := n.resolveBoard(p, w)
	return ok && found.Plain() == m.Plain()
}

// typesOf is the kinds that letter writes.
func (n *SAN) typesOf(letter string) []rules.PieceType {
	if after, plus := strings.CutPrefix(letter, "+"); plus {
		return n.rules.Lettered(after[0], true)
	}
	return n.lettered(letter[0], false)
}

func squareText(r *rules.Rules, s rules.Square) sanSquare {
	file, rank := r.Coordinates(s)
	return sanSquare{file, rank}
}
