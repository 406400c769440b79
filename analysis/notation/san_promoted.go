package notation

import (
	"strings"

	"assay/analysis/rules"
	"assay/parser"
)

// namesPromoted reports whether a record names promoted pieces by their letters
// for algebraic moves, as Fairy-Stockfish does: Pc9=G, and then G for the tokin
// as well as for the gold. Such a letter proves it if no other piece can be
// meant. A letter with a + disproves it.
func namesPromoted(rec *parser.Record, r *rules.Rules) bool {
	if !r.NamesPromoted() {
		return false
	}
	found := false
	for i := range rec.Moves {
		text := rec.Moves[i].Text
		if text == "" {
			continue
		}
		if text[0] == '+' || strings.Contains(text, "=+") {
			return false
		}
		if sign := strings.IndexByte(text, '='); sign >= 0 && sign+1 < len(text) {
			into := text[sign+1]
			found = found || r.SANLettered(into) != nil && !promotesInto(r, r.Lettered(into, false))
		}
		found = found || r.SANLettered(text[0]) != nil && r.Lettered(text[0], false) == nil
	}
	return found
}

// promotesInto reports whether any piece can promote to one of the given types.
func promotesInto(r *rules.Rules, kinds []rules.PieceType) bool {
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		for _, into := range r.PromotesTo(rules.NewPiece(t, rules.First)) {
			for _, kind := range kinds {
				if into == kind {
					return true
				}
			}
		}
	}
	return false
}

// lettered returns the piece types that a capital letter means.
func (n *SAN) lettered(letter byte, plus bool) []rules.PieceType {
	if plus || !n.named {
		return n.rules.Lettered(letter, plus)
	}
	return n.rules.SANLettered(letter)
}

// called is how the record writes a kind.
func (n *SAN) called(t rules.PieceType) string {
	if san := n.rules.SANLetter(t); n.named && san != "" {
		return san
	}
	return n.letter(t)
}
