package uci

import (
	"fmt"
	"regexp"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
)

// nullMove is XBoard's text of a pass.
const nullMove = "@@@@"

// squareText matches a square in the notation of UCI.
var squareText = regexp.MustCompile(`[a-z]\d+`)

// xboardSquare returns a square as XBoard writes it. Boards of ten ranks count
// their ranks from 0.
func xboardSquare(r *rules.Rules, s rules.Square) string {
	rank := int(s)/r.Files() + 1
	if r.Ranks() == 10 {
		rank--
	}
	return fmt.Sprintf("%c%d", 'a'+int(s)%r.Files(), rank)
}

// xboardMove returns a legal move as XBoard writes it. Castling with pieces
// that start anywhere is O-O or O-O-O, and moves of two steps have a comma.
func xboardMove(p *rules.Position, m rules.Move) string {
	r := p.Rules()
	switch {
	case m.Kind() == rules.Pass && r.WallName() == "":
		return nullMove
	case m.Kind() == rules.Castle && p.NamesPartners() && m.Use() != rules.Gate:
		if partner, _ := p.CastlingPartner(m); int(partner)%r.Files() < int(m.From())%r.Files() {
			return "O-O-O"
		}
		return "O-O"
	case m.Use() == rules.Via:
		via := xboardSquare(r, m.Second())
		text := xboardSquare(r, m.From()) + via + "," + via + xboardSquare(r, m.To())
		if m.Into() != rules.NoPieceType {
			text += "+"
		}
		return text
	}
	return squareText.ReplaceAllStringFunc(notation.UCI{}.Format(p, m), func(name string) string {
		if s, ok := r.SquareNamed(name); ok {
			return xboardSquare(r, s)
		}
		return name
	})
}

// readMove returns the legal move that XBoard wrote. A promotion that the
// player declines may end in =, and castling is also the king's two squares.
func (x *xboard) readMove(text string) (rules.Move, bool) {
	p := x.at
	moves := p.Moves(nil)
	for _, written := range []string{text, strings.TrimSuffix(text, "=")} {
		for _, m := range moves {
			if strings.EqualFold(xboardMove(p, m), written) {
				return m, true
			}
		}
	}
	for _, m := range moves {
		if m.Kind() == rules.Castle {
			partner, _ := p.CastlingPartner(m)
			for _, to := range []rules.Square{m.To(), partner} {
				if xboardSquare(p.Rules(), m.From())+xboardSquare(p.Rules(), to) == text {
					return m, true
				}
			}
		}
	}
	return 0, false
}

// writeMove writes the engine's move. Each step of several is a command.
func (x *xboard) writeMove(m rules.Move) {
	text := xboardMove(x.at, m)
	if first, second, two := strings.Cut(text, ","); two {
		x.write("move %s,", first)
		text = second
	}
	x.write("move %s", text)
}

// highlight marks the squares to which the piece on a square can move: captures
// red, choices of promotion magenta, first steps cyan, other moves yellow.
func (x *xboard) highlight(square string) {
	r := x.rules
	marks := make([]byte, r.Files()*r.Ranks())
	mark := func(s rules.Square, colour byte) {
		if marks[s] != 'M' && marks[s] != 'C' {
			marks[s] = colour
		}
	}
	chosen := map[rules.Square]int{}
	for _, m := range x.at.Moves(nil) {
		if m.Kind() == rules.Drop || m.Kind() == rules.PocketDrop || m.Kind() == rules.Pass ||
			xboardSquare(r, m.From()) != square {
			continue
		}
		to := m.To()
		if m.Kind() == rules.Castle && x.at.NamesPartners() {
			to, _ = x.at.CastlingPartner(m)
		}
		if m.Use() == rules.Via {
			mark(m.Second(), 'C')
			continue
		}
		colour := byte('Y')
		if x.at.Captured(m) != 0 {
			colour = 'R'
		}
		if chosen[to]++; chosen[to] > 1 {
			colour = 'M'
		}
		mark(to, colour)
	}
	var ranks []string
	for rank := r.Ranks() - 1; rank >= 0; rank-- {
		text, empty := "", 0
		for _, colour := range marks[rank*r.Files() : (rank+1)*r.Files()] {
			if colour == 0 {
				empty++
				continue
			}
			if empty > 0 {
				text, empty = text+fmt.Sprint(empty), 0
			}
			text += string(colour)
		}
		if empty > 0 {
			text += fmt.Sprint(empty)
		}
		ranks = append(ranks, text)
	}
	x.write("highlight %s", strings.Join(ranks, "/"))
}
