package uci

import (
	"fmt"

	"assay/analysis/notation"
	"assay/analysis/rules"
)

// dialect is what the two protocols have of their own.
type dialect struct {
	name    string // uci or usi
	fen     string // the word before a position text
	variant string // the option of the game
	game    string // that is played where nobody sets one
	free    string // the game in its place whose castling is from any files; "" for none
	prefix  string // of the options of the protocol
	none    string // the best move where there is none
	write   func(p *rules.Position, m rules.Move) string
	mate    func(plies int) string
}

var speaksUCI = dialect{
	name: "uci", fen: "fen", variant: "UCI_Variant", game: "chess", free: "chess960", none: "(none)",
	write: notation.UCI{}.Format,
	mate: func(plies int) string {
		if plies > 0 {
			return fmt.Sprint((plies + 1) / 2)
		}
		return fmt.Sprint((plies - 1) / 2)
	},
}

var speaksUSI = dialect{
	name: "usi", fen: "sfen", variant: "USI_Variant", game: "shogi", prefix: "USI_", none: "resign",
	write: func(p *rules.Position, m rules.Move) string {
		return string(new(notation.USI).Append(nil, p, m))
	},
	mate: func(plies int) string { return fmt.Sprint(plies) },
}

// freely is the dialect with castling written by the partner's square, as it is
// where that may start on any file.
func (d dialect) freely() dialect {
	write := d.write
	d.write = func(p *rules.Position, m rules.Move) string {
		if m.Kind() == rules.Castle && m.Use() != rules.Gate {
			partner, _ := p.CastlingPartner(m)
			return p.Rules().SquareName(m.From()) + p.Rules().SquareName(partner)
		}
		return write(p, m)
	}
	return d
}

var dialects = map[string]dialect{"uci": speaksUCI, "usi": speaksUSI}
