package query

import (
	"slices"

	"assay/analysis/rules"
	"assay/index/pattern"
)

// pieces returns the set of some pieces.
func (b *binder) pieces(of []piece) pattern.Pieces {
	var set pattern.Pieces
	for _, p := range of {
		if b.wall(p) {
			set.Add(rules.Walled)
			continue
		}
		sides := []rules.Side{rules.First, rules.Second}
		if p.side.text != "" {
			sides = []rules.Side{b.owner(p)}
		}
		types, own, letter := b.pieceTypes(p.kind, true)
		if letter && p.side.text == "" {
			sides = []rules.Side{own}
		}
		types = b.filterPromotion(p, types)
		for _, side := range sides {
			for _, t := range types {
				set.Add(rules.NewPiece(t, side))
			}
		}
	}
	return set
}

// wall reports whether a piece is a wall.
func (b *binder) wall(p piece) bool {
	if !b.names.wall(p.kind.text) {
		return false
	}
	if p.side.text != "" || p.rank != "" {
		b.fail(p.kind.at, p.kind.text, "%q has no side and is never promoted", p.kind.text)
	}
	return true
}

// owner returns the side of a piece. An unknown name may be a relation, or the
// first part of a piece type's name.
func (b *binder) owner(p piece) rules.Side {
	if _, ok := b.names.side(p.side.text); !ok {
		if b.names.relations(p.side.text) != nil {
			b.fail(p.side.at, p.side.text+" and "+p.kind.text,
				"%q is a relation, not a side: put \"and\" before the piece", p.side.text)
		}
		if b.names.types(p.side.text+p.kind.text) != nil {
			b.fail(p.side.at, p.side.text+p.kind.text, "%q is no side: names of pieces are written as one word",
				p.side.text)
		}
	}
	return b.side(p.side)
}

// allPieces returns the set of all pieces of some sides, of both if none is
// given.
func (b *binder) allPieces(sides []rules.Side) pattern.Pieces {
	if sides == nil {
		sides = []rules.Side{rules.First, rules.Second}
	}
	var set pattern.Pieces
	for _, side := range sides {
		for t := 1; t <= b.names.rules.Types(); t++ {
			set.Add(rules.NewPiece(rules.PieceType(t), side))
		}
	}
	return set
}

// pieceTypes returns the piece types that a name means, and the side if the
// name is a letter. many allows words for several types.
func (b *binder) pieceTypes(n name, many bool) (types []rules.PieceType, side rules.Side, letter bool) {
	r := b.names.rules
	if t, side, ok := b.names.byLetter(n.text); ok {
		return []rules.PieceType{t}, side, true
	}
	if types = b.names.types(n.text); types != nil && n.text[0] != '+' {
		return types, 0, false
	}
	isAny, isRoyal := many && sameName(n.text, "any"), many && sameName(n.text, "royal")
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if isAny || isRoyal && r.Royal(t) {
			types = append(types, t)
		}
	}
	if types == nil || n.text[0] == '+' {
		known := b.names.distinctPieceNames()
		if many {
			known = append(known, "any", "royal")
		}
		b.unknown(n, "piece", known)
	}
	return types, 0, false
}

// filterPromotion filters piece types by promotion. If a type is not itself
// promoted, "promoted" selects the type to which it promotes.
func (b *binder) filterPromotion(p piece, types []rules.PieceType) []rules.PieceType {
	r := b.names.rules
	var filtered []rules.PieceType
	switch p.rank {
	case "":
		return types
	case "promoted":
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			if r.Promoted(t) && (slices.Contains(types, t) || slices.Contains(types, r.Demoted(t))) {
				filtered = append(filtered, t)
			}
		}
	default:
		for _, t := range types {
			if !r.Promoted(t) {
				filtered = append(filtered, t)
			}
		}
	}
	if filtered == nil && b.err == nil {
		b.fail(p.kind.at, "", "%s has no kind of piece that is %s %q", r.Definition().ID, p.rank, p.kind.text)
	}
	return filtered
}
