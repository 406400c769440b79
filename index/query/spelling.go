package query

import (
	"assay/analysis/rules"
	"assay/parser/word"
)

// Spell returns the words for a piece in queries: its side, and its type by
// name, or by letter if another type has the same name.
func Spell(r *rules.Rules, p rules.Piece) (side, kind string) { return newNames(r).spell(p) }

func (n *names) spell(p rules.Piece) (side, kind string) {
	side = "first"
	if p.Side() == rules.Second {
		side = "second"
	}
	if own := word.HeaderName(n.rules.SideName(p.Side())); isName(own) && n.relations(own) == nil {
		side = own
	}
	kind = word.HeaderName(n.pieceNames[p.Type()])
	_, isSide := n.side(kind)
	_, _, isLetter := n.byLetter(kind)
	if !isName(kind) || isSide || isLetter || kind == "any" || kind == "royal" || len(n.types(kind)) > 1 {
		kind = n.rules.Letter(p.Type())
	}
	return side, kind
}

// isName reports whether a text is one word that may be a name.
func isName(text string) bool {
	t := scan(text, 0)
	return t.kind == wordToken && t.text == text && !t.reserved()
}
