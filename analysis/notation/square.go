package notation

import (
	"fmt"
	"strings"

	"assay/analysis/rules"
)

// SquareName is the game's own name.
func (Numbered) SquareName(r *rules.Rules, s rules.Square) string { return r.SquareName(s) }

// SquareName is the game's own name: moves counted by files name no square.
func (*WXF) SquareName(r *rules.Rules, s rules.Square) string { return r.SquareName(s) }

// SquareName is that of the page.
func (c *Courier) SquareName(r *rules.Rules, s rules.Square) string {
	c.use(r)
	return c.squareName(s)
}

// SquareName counts ranks as the record does.
func (n *SAN) SquareName(r *rules.Rules, s rules.Square) string {
	if !n.fromZero {
		return r.SquareName(s)
	}
	return fmt.Sprintf("%c%d", 'a'+int(s)%r.Files(), int(s)/r.Files())
}

// SquareName is as in ３四.
func (n *japanese) SquareName(r *rules.Rules, s rules.Square) string {
	n.bindTo(r)
	return string(n.appendSquare(nil, s))
}

// SquareName is as in 3四.
func (n *ChuKIF) SquareName(r *rules.Rules, s rules.Square) string {
	n.bindTo(r)
	return string(n.appendSquare(nil, s))
}

// SquareName is as in 34.
func (n *CSA) SquareName(r *rules.Rules, s rules.Square) string {
	n.bindTo(r)
	return string(n.appendSquare(nil, s))
}

// SquareName is as in 3d.
func (n *USI) SquareName(r *rules.Rules, s rules.Square) string {
	n.bindTo(r)
	return string(n.appendSquare(nil, s))
}

// Respell puts the notation's names of squares in place of the game's own in a
// message of the rules. What the message quotes stays as it is.
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
