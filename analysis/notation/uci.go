package notation

import (
	"strings"

	"assay/analysis/rules"
)

// UCI writes moves as engines have them that speak the Universal Chess Interface,
// by the ways that Fairy-Stockfish added: e2e4, e7e8q, c3c9+ where the piece becomes
// its own promoted one and c3c9- where it changes back, P@e5 and +P@e5 for drops, the royal's two squares for castling, its
// partner's square instead where the two may start anywhere or where its own step
// leads as far, the royal's square twice for a pass, and c3d4e5 for
// a piece that goes over a square.
type UCI struct{}

// Format is a legal move's text.
func (UCI) Format(p *rules.Position, m rules.Move) string {
	r := p.Rules()
	from, to := m.From(), m.To()
	switch m.Kind() {
	case rules.Drop, rules.PocketDrop:
		t := p.Moved(m).Type()
		if into := m.Into(); into != rules.NoPieceType {
			t = into
		}
		return r.Letter(t) + "@" + r.SquareName(to)
	case rules.Pass:
		from = p.Royal(p.Side())
		if from == rules.NoSquare {
			return "0000"
		}
		to = from
	case rules.Castle:
		to = p.CastlingNamed(m)
	case rules.ToPocket:
		return r.SquareName(from) + "@"
	}
	if m.Use() == rules.Gate && m.Second() == to { // on the partner's square, which goes first then
		from, to = to, from
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
