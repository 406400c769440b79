package notation

import (
	"strings"

	"assay/analysis/rules"
)

// UCI writes moves as in the Universal Chess Interface with the extensions of
// Fairy-Stockfish:
//
//	e2e4, e7e8q     moves and promotions
//	c3c9+, c3c9-    promotion to the piece's own promoted type, and back
//	P@e5, +P@e5     drops
//	Pe1-pocket      into a pocket, Ppocket-e5 out of it (Assay only)
//	e1g1            castling: the royal's two squares
//	e1h1            the partner's square instead, if the pieces may start
//	                anywhere or the royal's own step is as long
//	e1e1            a pass: the royal's square twice, or the first piece's
//	c3d4e5          a two-step move
//	e2e4,e4d4       a wall, after the destination again
//
// If a wall can replace the move, any piece's square stands for the move, and
// a1 for the wall of an ordinary move.
type UCI struct{}

// Format formats a legal move.
func (n UCI) Format(p *rules.Position, m rules.Move) string {
	r := p.Rules()
	if r.WallName() == "" {
		return n.plain(p, m)
	}
	move, to := n.plain(p, m), r.SquareName(m.To())
	switch m.Kind() {
	case rules.Castle:
		to = r.SquareName(p.CastlingNamed(m))
	case rules.Pass:
		to = r.SquareName(lowest(p))
		move = to + to
	}
	wall := rules.Square(0)
	if m.Use() == rules.Wall {
		wall = m.Second()
	}
	return move + "," + to + r.SquareName(wall)
}

// lowest returns the first square with a piece of the side to move, or
// NoSquare.
func lowest(p *rules.Position) rules.Square {
	r := p.Rules()
	for s := range rules.Square(r.Files() * r.Ranks()) {
		if pc := p.At(s); pc > rules.Walled && pc.Side() == p.Side() {
			return s
		}
	}
	return rules.NoSquare
}

func (UCI) plain(p *rules.Position, m rules.Move) string {
	r := p.Rules()
	from, to := m.From(), m.To()
	switch m.Kind() {
	case rules.Drop, rules.PocketDrop:
		t := p.Moved(m).Type()
		if into := m.Into(); into != rules.NoPieceType {
			t = into
		}
		if m.Kind() == rules.PocketDrop {
			return r.Letter(t) + pocketCell + "-" + r.SquareName(to)
		}
		return r.Letter(t) + "@" + r.SquareName(to)
	case rules.Pass:
		if from = p.Royal(p.Side()); from == rules.NoSquare {
			from = lowest(p)
		}
		if from == rules.NoSquare {
			return "0000"
		}
		to = from
	case rules.Castle:
		to = p.CastlingNamed(m)
	case rules.ToPocket:
		return r.Letter(p.At(from).Type()) + r.SquareName(from) + "-" + pocketCell
	}
	if m.Use() == rules.Gate && m.Second() != from { // on the partner's square, which is then written first
		from, to = m.Second(), from
	}
	text := r.SquareName(from) + r.SquareName(to)
	if m.Use() == rules.Via {
		return r.SquareName(from) + r.SquareName(m.Second()) + r.SquareName(to)
	}
	switch into := m.Into(); {
	case m.Use() == rules.Gate:
		return text + strings.ToLower(r.Letter(m.Gated()))
	case into == rules.NoPieceType:
		return text
	case strings.HasPrefix(r.Letter(into), "+"):
		return text + "+"
	case r.Demoted(p.At(m.From()).Type()) == into:
		return text + "-"
	default:
		return text + strings.ToLower(strings.TrimRight(r.Letter(into), "~'"))
	}
}
