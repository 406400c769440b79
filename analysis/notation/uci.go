package notation

import (
	"strings"

	"assay/analysis/rules"
)

// UCI writes moves as engines have them that speak the Universal Chess
// Interface, by the ways that Fairy-Stockfish added: e2e4, e7e8q, c3c9+ where
// the piece becomes its own promoted one and c3c9- where it changes back, P@e5
// and +P@e5 for drops, Pe1-pocket into a pocket and Ppocket-e5 out of one,
// which no engine beside this one has, the royal's two squares for castling,
// its partner's square instead where the two may start anywhere or where its
// own step leads as far, the royal's square twice for a pass, or the first
// piece's where there is no royal, and c3d4e5 for a piece that goes over a
// square. A wall stands behind a comma, with the square reached before its own:
// e2e4,e4d4; where it is put instead of moving, any piece's square stands for
// the move, and a1 for the wall of a move.
type UCI struct{}

// Format is a legal move's text.
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

// lowest is the first square, in their order, on which the side to move has a
// piece; NoSquare where it has none.
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
	if m.Use() == rules.Gate && m.Second() != from { // on the partner's square, which goes first then
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
