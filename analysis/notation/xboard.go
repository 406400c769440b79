package notation

import (
	"fmt"
	"strings"

	"assay/analysis/rules"
	"assay/parser/scan"
)

// XBoard writes moves as in the Chess Engine Communication Protocol, which is
// the notation of [UCI] with these differences:
//
//	a0b1            boards of ten ranks count them from 0
//	O-O, O-O-O      castling, if the pieces may start anywhere
//	c3d4,d4e5       a two-step move
//	@@@@            a pass
type XBoard struct{}

// XBoardVariants maps XBoard's names of variants to IDs that differ from them.
var XBoardVariants = map[string]string{"normal": "chess", "fischerandom": "chess960", "chu": "chushogi"}

// uciSquare matches a square in the notation of UCI.
var uciSquare = scan.NewPattern(`[a-z]\d+`)

// Square returns the name of a square.
func (XBoard) Square(r *rules.Rules, s rules.Square) string {
	rank := int(s)/r.Files() + 1
	if r.Ranks() == 10 {
		rank--
	}
	return fmt.Sprintf("%c%d", 'a'+int(s)%r.Files(), rank)
}

// Format formats a legal move.
func (x XBoard) Format(p *rules.Position, m rules.Move) string {
	r := p.Rules()
	switch {
	case m.Kind() == rules.Pass && r.WallName() == "":
		return "@@@@"
	case m.Kind() == rules.Castle && p.NamesPartners() && m.Use() != rules.Gate:
		if partner, _ := p.CastlingPartner(m); int(partner)%r.Files() < int(m.From())%r.Files() {
			return "O-O-O"
		}
		return "O-O"
	case m.Use() == rules.Via:
		via := x.Square(r, m.Second())
		text := x.Square(r, m.From()) + via + "," + via + x.Square(r, m.To())
		if m.Into() != rules.NoPieceType {
			text += "+"
		}
		return text
	}
	return uciSquare.ReplaceAllStringFunc(UCI{}.Format(p, m), func(name string) string {
		if s, ok := r.SquareNamed(name); ok {
			return x.Square(r, s)
		}
		return name
	})
}

// Read returns the legal move with a text. A promotion that the player declines
// may end in =, and castling may name the square of either piece.
func (x XBoard) Read(p *rules.Position, text string) (rules.Move, bool) {
	moves := p.Moves(nil)
	for _, written := range []string{text, strings.TrimSuffix(text, "=")} {
		for _, m := range moves {
			if strings.EqualFold(x.Format(p, m), written) {
				return m, true
			}
		}
	}
	for _, m := range moves {
		if m.Kind() == rules.Castle {
			partner, _ := p.CastlingPartner(m)
			for _, to := range []rules.Square{m.To(), partner} {
				if x.Square(p.Rules(), m.From())+x.Square(p.Rules(), to) == text {
					return m, true
				}
			}
		}
	}
	return 0, false
}
