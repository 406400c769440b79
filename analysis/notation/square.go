package notation

import (
	"fmt"
	"strings"

	"assay/analysis/rules"
	"assay/parser/scan"
)

// SquareName returns the variant's own name.
func (Numbered) SquareName(r *rules.Rules, s rules.Square) string { return r.SquareName(s) }

// SquareName returns the name in ICCS, because WXF names no squares and its
// readers know no other coordinates.
func (*WXF) SquareName(r *rules.Rules, s rules.Square) string { return fromZeroName(r, s) }

// fromZeroName returns a name with ranks counted from 0.
func fromZeroName(r *rules.Rules, s rules.Square) string {
	return fmt.Sprintf("%c%d", 'a'+int(s)%r.Files(), int(s)/r.Files())
}

// SquareName returns the page's name.
func (c *Courier) SquareName(r *rules.Rules, s rules.Square) string {
	c.use(r)
	return c.squareName(s)
}

// SquareName returns a name with ranks counted as in the record.
func (n *SAN) SquareName(r *rules.Rules, s rules.Square) string {
	if !n.fromZero {
		return r.SquareName(s)
	}
	return fromZeroName(r, s)
}

// SquareName returns a name such as ３四.
func (n *japanese) SquareName(r *rules.Rules, s rules.Square) string {
	n.bindTo(r)
	return string(n.appendSquare(nil, s))
}

// SquareName returns a name such as 3四.
func (n *ChuKIF) SquareName(r *rules.Rules, s rules.Square) string {
	n.bindTo(r)
	return string(n.appendSquare(nil, s))
}

// SquareName returns a name such as 34.
func (n *CSA) SquareName(r *rules.Rules, s rules.Square) string {
	n.bindTo(r)
	return string(n.appendSquare(nil, s))
}

// SquareName returns a name such as 3d.
func (n *USI) SquareName(r *rules.Rules, s rules.Square) string {
	n.bindTo(r)
	return string(n.appendSquare(nil, s))
}

// Names are the names of a variant's squares in some notation. The zero value
// has the variant's own names.
type Names struct {
	w squareNamer
	r *rules.Rules
}

// squareNamer names the squares of a variant.
type squareNamer interface {
	SquareName(r *rules.Rules, s rules.Square) string
}

// NamesIn returns the names of squares in a writer's notation; nil means the
// variant's own names.
func NamesIn(w Writer, r *rules.Rules) Names { return Names{w, r} }

// MarkNames returns the names of squares in the drawing commands of a record in
// notation n. They count ranks like the moves: from 0 in the notations of
// xiangqi. Otherwise they are the variant's own.
func MarkNames(n Notation, r *rules.Rules) Names {
	switch n := n.(type) {
	case ICCS:
		return Names{n, r}
	case *SAN:
		return Names{n, r}
	case *WXF:
		return Names{n, r}
	case DhtmlXQ:
		return Names{NewICCS(r), r}
	}
	return Names{nil, r}
}

// NamesAlong returns the names of squares made of the labels along the edges,
// such as 5九. The edges of xiangqi label files only; there squares have ICCS
// names.
func NamesAlong(e Edges, r *rules.Rules) Names {
	switch e {
	case OwnEdges:
		return Names{nil, r}
	case XiangqiEdges:
		return Names{&WXF{}, r}
	}
	files, ranks := (&Style{Edges: e}).Labels(r)
	names := make(squareNames, r.Files()*r.Ranks())
	for s := range names {
		names[s] = files[s%r.Files()] + ranks[s/r.Files()]
	}
	return Names{names, r}
}

// squareNames are the names of squares by their numbers.
type squareNames []string

// SquareName returns the name of a square.
func (n squareNames) SquareName(_ *rules.Rules, s rules.Square) string { return n[s] }

// Own reports whether all squares have the variant's own names.
func (n Names) Own() bool {
	for s := range rules.Square(n.r.Files() * n.r.Ranks()) {
		if n.Of(s) != n.r.SquareName(s) {
			return false
		}
	}
	return true
}

// Of returns the name of a square.
func (n Names) Of(s rules.Square) string {
	if n.w == nil {
		return n.r.SquareName(s)
	}
	return n.w.SquareName(n.r, s)
}

// Square returns the square of a name. It also accepts the variant's own names,
// unless one of them means another square here.
func (n Names) Square(name string) (rules.Square, bool) {
	own, ok := n.r.SquareNamed(name)
	if n.w == nil && ok {
		return own, true
	}
	if n.w != nil {
		for s := range rules.Square(n.r.Files() * n.r.Ranks()) {
			if _, ok := n.r.SquareNamed(n.r.SquareName(s)); !ok {
				continue // a hole
			}
			called := n.Of(s)
			if called == name || strings.EqualFold(called, name) {
				return s, true
			}
			if other, taken := n.r.SquareNamed(called); taken && other != s {
				ok = false
			}
		}
	}
	return own, ok
}

// Marked returns the square of a name in a drawing command. It also accepts
// shogi names (7g).
func (n Names) Marked(name string) (rules.Square, bool) {
	if s, ok := n.Square(name); ok {
		return s, true
	}
	return shogiSquare(n.r, name)
}

// Unmark returns the variant's own name of a place in a drawing command. Places
// other than squares have one name everywhere.
func (n Names) Unmark(name string) string {
	if s, ok := n.Marked(name); ok {
		return n.r.SquareName(s)
	}
	return name
}

// shogiSquare returns the square of a name such as 7g.
func shogiSquare(r *rules.Rules, name string) (rules.Square, bool) {
	file, size := scan.LeadingNumber(name)
	if size == 0 || size > 2 || len(name) != size+1 {
		return 0, false
	}
	rank := int(name[size]) - 'a' + 1
	if file < 1 || file > r.Files() || rank < 1 || rank > r.Ranks() {
		return 0, false
	}
	return rules.Square((r.Ranks()-rank)*r.Files() + r.Files() - file), true
}

// Respell replaces the variant's names of squares in a message by the
// notation's. Quoted text is left unchanged.
func Respell(n Notation, r *rules.Rules, message string) string {
	var out strings.Builder
	quoted := false
	for i := 0; i < len(message); {
		c := message[i]
		end := i + 1
		if quoted && c == '\\' {
			end = min(i+2, len(message))
		} else if c == '"' {
			quoted = !quoted
		} else if isWord(c) {
			for end < len(message) && isWord(message[end]) {
				end++
			}
			if s, ok := r.SquareNamed(message[i:end]); ok && !quoted {
				out.WriteString(n.SquareName(r, s))
				i = end
				continue
			}
		}
		out.WriteString(message[i:end])
		i = end
	}
	return out.String()
}

func isWord(c byte) bool { return isDigit(c) || isUpper(c&^0x20) || c >= 0x80 }
