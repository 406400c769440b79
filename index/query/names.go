package query

import (
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/analysis/spelling"
	"assay/parser/word"
)

// names are a variant's names of pieces, sides, places and relations.
type names struct {
	rules      *rules.Rules
	pieceNames []string // by piece type, from 1
	sides      []string
}

func newNames(r *rules.Rules) *names {
	n := &names{rules: r, pieceNames: make([]string, r.Types()+1)}
	for t := 1; t <= r.Types(); t++ {
		n.pieceNames[t] = r.PieceName(rules.PieceType(t))
	}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		n.sides = append(n.sides, strings.ToLower(r.SideName(side)))
	}
	for _, own := range []string{"first", "second"} {
		if !slices.Contains(n.sides, own) {
			n.sides = append(n.sides, own)
		}
	}
	return n
}

// sameName reports whether two names differ only in case and in separators.
func sameName(a, b string) bool { return word.HeaderName(a) == word.HeaderName(b) }

// side returns the side with a name.
func (n *names) side(text string) (rules.Side, bool) {
	for _, side := range []rules.Side{rules.First, rules.Second} {
		if sameName(text, n.rules.SideName(side)) {
			return side, true
		}
	}
	side, ok := numberedSides[strings.ToLower(text)]
	return side, ok
}

// numberedSides are names of the sides in every variant.
var numberedSides = map[string]rules.Side{"first": rules.First, "second": rules.Second}

// types returns the piece types with a name.
func (n *names) types(text string) []rules.PieceType {
	var found []rules.PieceType
	for t := 1; t <= n.rules.Types(); t++ {
		if sameName(text, n.pieceNames[t]) {
			found = append(found, rules.PieceType(t))
		}
	}
	return found
}

// wall reports whether a name means walls.
func (n *names) wall(text string) bool {
	name := n.rules.WallName()
	return n.rules.HasWalls() && (sameName(text, "wall") || name != "" && sameName(text, name))
}

// byLetter returns the piece type of a letter, with its prefix and suffix, and
// the side given by its case.
func (n *names) byLetter(text string) (rules.PieceType, rules.Side, bool) {
	letter := strings.TrimRight(strings.TrimPrefix(text, "+"), "~'")
	if len(letter) != 1 {
		return rules.NoPieceType, 0, false
	}
	side, form := rules.First, strings.ToUpper(text)
	if form != text {
		side = rules.Second
	}
	definition := n.rules.Definition()
	for t := rules.PieceType(1); int(t) <= n.rules.Types(); t++ {
		properties, _ := definition.Pieces.Get(n.rules.Letter(t))
		if n.rules.Letter(t) == form || slices.Contains(properties.Also, form) {
			return t, side, true
		}
	}
	return rules.NoPieceType, 0, false
}

// squares returns a side's region.
func (n *names) squares(region string, side rules.Side) ([]rules.Square, bool) {
	for _, key := range n.rules.Definition().Regions.Keys {
		if sameName(key, region) {
			return n.rules.Region(key, side)
		}
	}
	return nil, false
}

// relations returns the indexes in Rules.Relations of a name.
func (n *names) relations(text string) []int {
	var found []int
	for i, r := range n.rules.Relations() {
		if sameName(text, r.Name) {
			found = append(found, i)
		}
	}
	return found
}

// NearestHeader returns the usual name of a header that was probably meant. It
// returns "" if there is none, or if the name is itself a usual one.
func NearestHeader(name string) string {
	usual := append([]string(nil), otherHeaders...)
	for _, k := range headersKnown {
		usual = append(usual, k.word)
	}
	meant, _ := spelling.Nearest(name, usual)
	if meant == name {
		return ""
	}
	return meant
}

// relationNames returns the names of all relations.
func (n *names) relationNames() []string {
	var all []string
	for _, r := range n.rules.Relations() {
		if !slices.Contains(all, r.Name) {
			all = append(all, r.Name)
		}
	}
	return all
}

// distinctPieceNames returns the names of all piece types.
func (n *names) distinctPieceNames() []string {
	var all []string
	for _, name := range n.pieceNames[1:] {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}
