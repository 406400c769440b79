package query

import (
	"assay/analysis/rules"
	"assay/index/pattern"
)

// sums binds a comparison. Weights are computed in ten-thousandths, because
// both a number and a value may have two decimals. They are reduced to
// hundredths if possible. The scale does not affect the comparison.
func (b *binder) sums(left []summand, op pattern.Op, right []summand) pattern.Node {
	sum := b.sum(left, op, right)
	if rated(left) || rated(right) {
		return pattern.Rated{Sum: sum}
	}
	return sum
}

func (b *binder) sum(left []summand, op pattern.Op, right []summand) pattern.Sum {
	sum := pattern.Sum{Op: op}
	for _, s := range left {
		b.summand(&sum, s, 1)
	}
	for _, s := range right {
		b.summand(&sum, s, -1)
	}
	whole := sum.Than%100 == 0
	for _, t := range sum.Terms {
		whole = whole && t.Weight%100 == 0
	}
	if whole {
		sum.Than /= 100
		for i := range sum.Terms {
			sum.Terms[i].Weight /= 100
		}
	}
	return sum
}

func (b *binder) summand(sum *pattern.Sum, s summand, sign int) {
	times := sign * s.times
	if s.quantity == nil {
		sum.Than -= 100 * times
		return
	}
	add := func(weight int, of pattern.Count) {
		sum.Terms = append(sum.Terms, pattern.Term{Weight: weight, Of: of})
	}
	q := s.quantity
	if q.what == "rating" {
		if q.side.text != "" {
			add(100*times, pattern.Rating{Side: b.side(q.side)})
			return
		}
		for _, side := range []rules.Side{rules.First, rules.Second} {
			add(50*times, pattern.Rating{Side: side})
		}
		return
	}
	board := b.places([]place{{how: "board"}})
	switch q.what {
	case "ply":
		add(100*times, pattern.Ply{})
	case "plies":
		add(100*times, pattern.Plies{})
	case "eval":
		add(times, pattern.Evaluation{Side: b.side(q.side)})
	case "swing":
		add(times, pattern.Swing{})
	case "accuracy":
		add(times, pattern.Accuracy{Side: b.side(q.side)})
	case "count":
		pieces := b.pieces(q.pieces)
		if q.place != nil {
			board = b.places(q.place)
		}
		add(100*times, pattern.Standing{Pieces: pieces, Squares: board})
	case "attackers", "attacked", "pinned", "rays", "moves", "passed", "isolated", "doubled":
		add(100*times, b.spatialCount(q))
	case "pieces":
		add(100*times, pattern.Standing{Pieces: b.allPieces([]rules.Side{b.side(q.side)}), Squares: board})
	case "hand":
		side := b.side(q.side)
		if !b.names.rules.HasHand() {
			b.fail(q.at, "", "%s has no hand", b.names.rules.Definition().ID)
		}
		add(100*times, pattern.Held{Side: side, Types: b.held(q)})
	case "pocket":
		side := b.side(q.side)
		if !b.names.rules.HasPocket() {
			b.fail(q.at, "", "%s has no pocket", b.names.rules.Definition().ID)
		}
		add(100*times, pattern.Pocketed{Side: side, Types: b.held(q)})
	case "material":
		b.material(b.side(q.side), func(value int, of pattern.Count) { add(value*times, of) })
	default:
		types, _, _ := b.pieceTypes(q.kind, false)
		side := b.side(q.side)
		var pieces pattern.Pieces
		for _, t := range types {
			pieces.Add(rules.NewPiece(t, side))
		}
		add(100*times, pattern.Standing{Pieces: pieces, Squares: board})
	}
}

// held returns the piece types counted in a hand or pocket; all if none is
// given.
func (b *binder) held(q *quantity) rules.PieceTypeSet {
	var set rules.PieceTypeSet
	if q.kind.text == "" {
		for t := 1; t <= b.names.rules.Types(); t++ {
			set.Add(rules.PieceType(t))
		}
		return set
	}
	types, _, _ := b.pieceTypes(q.kind, false)
	for _, t := range types {
		set.Add(t)
	}
	return set
}

// material adds a side's material, with piece types of equal value combined.
func (b *binder) material(side rules.Side, add func(value int, of pattern.Count)) {
	r := b.names.rules
	var values []int // in the order of the piece types
	types := map[int]rules.PieceTypeSet{}
	pieces := map[int]pattern.Pieces{}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		value := r.Value(t)
		if value == 0 {
			continue
		}
		if _, known := types[value]; !known {
			values = append(values, value)
		}
		kinds, standing := types[value], pieces[value]
		kinds.Add(t)
		standing.Add(rules.NewPiece(t, side))
		types[value], pieces[value] = kinds, standing
	}
	board := b.places([]place{{how: "board"}})
	for _, value := range values {
		add(value, pattern.Standing{Pieces: pieces[value], Squares: board})
		if r.HasHand() {
			add(value, pattern.Held{Side: side, Types: types[value]})
		}
		if r.HasPocket() {
			add(value, pattern.Pocketed{Side: side, Types: types[value]})
		}
	}
}
