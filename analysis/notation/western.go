package notation

import (
	"strconv"

	"assay/analysis/rules"
)

// Western writes shogi moves as English books do: P-7f, Bx8h+, S*5e by Hodges
// (1976), or P76, Bx88+, S*55 by Hosking (1997), without a hyphen unless an
// origin precedes it. The origin is written if another piece of the type could
// move there, + for a promotion, and = for a declined one.
type Western struct {
	Figures bool // Hosking's style: ranks are digits

	shogi
}

func western(figures bool) func(*rules.Rules) Writer {
	return func(r *rules.Rules) Writer {
		if !HoldsShogi(r) {
			return nil
		}
		return &Western{Figures: figures}
	}
}

// Append writes a legal move.
func (n *Western) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	n.bind(p)
	dst = append(dst, n.kinds[p.Moved(m).Type()].letter...)
	if m.Kind() == rules.Drop {
		return n.appendSquare(append(dst, '*'), m.To())
	}
	several, optional := n.others(p, m)
	if several {
		dst = n.appendSquare(dst, m.From())
	}
	switch {
	case p.Captured(m) != rules.NoPiece:
		dst = append(dst, 'x')
	case several || !n.Figures:
		dst = append(dst, '-')
	}
	dst = n.appendSquare(dst, m.To())
	switch {
	case m.Into() != rules.NoPieceType:
		dst = append(dst, '+')
	case optional:
		dst = append(dst, '=')
	}
	return dst
}

// others reports whether another piece of the type can make the same move, and
// whether the piece could promote there.
func (n *Western) others(p *rules.Position, m rules.Move) (several, promotes bool) {
	kind := p.At(m.From())
	for _, other := range p.Moves(nil) {
		if other.Kind() == rules.Drop || other.To() != m.To() {
			continue
		}
		if other.From() == m.From() {
			promotes = promotes || other.Into() != rules.NoPieceType
		} else if p.At(other.From()) == kind {
			several = true
		}
	}
	return several, promotes
}

func (n *Western) appendSquare(dst []byte, s rules.Square) []byte {
	dst = strconv.AppendInt(dst, int64(n.fileOf(s)), 10)
	if n.Figures {
		return strconv.AppendInt(dst, int64(n.rankOf(s)), 10)
	}
	return append(dst, byte('a'-1+n.rankOf(s)))
}

// SquareName returns a name such as 3d or 34.
func (n *Western) SquareName(r *rules.Rules, s rules.Square) string {
	n.bindTo(r)
	return string(n.appendSquare(nil, s))
}
