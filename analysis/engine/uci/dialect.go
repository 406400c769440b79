package uci

import (
	"fmt"

	"assay/analysis/notation"
	"assay/analysis/rules"
)

// dialect holds the words in which the two protocols differ.
type dialect struct {
	name    string // uci or usi
	fen     string // the word before a position
	variant string // the option that selects the variant
	game    string // the default variant
	free    string // its form with castling from any file, or ""
	prefix  string // of option names
	none    string // the best move if there is none
	write   func(p *rules.Position, m rules.Move) string
	mate    func(plies int) string
}

var speaksUCI = dialect{
	name: "uci", fen: "fen", variant: "UCI_Variant", game: "chess", free: "chess960", none: "(none)",
	write: notation.UCI{}.Format,
	mate:  func(plies int) string { return fmt.Sprint(MateMoves(plies)) },
}

var speaksUSI = dialect{
	name: "usi", fen: "sfen", variant: "USI_Variant", game: "shogi", prefix: "USI_", none: "resign",
	write: func(p *rules.Position, m rules.Move) string {
		return string(new(notation.USI).Append(nil, p, m))
	},
	mate: func(plies int) string { return fmt.Sprint(plies) },
}

// freeCastling returns the dialect that writes castling as king takes rook, for
// variants with castling from any file.
func (d dialect) freeCastling() dialect {
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
