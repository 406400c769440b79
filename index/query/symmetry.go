package query

import (
	"assay/analysis/rules"
	"assay/index/pattern"
)

// symmetry is a reflection of the board, the sides with it where it exchanges
// them. Conditions on the game stay.
type symmetry struct {
	rules    *rules.Rules
	mirror   bool // the files are reflected
	exchange bool // the ranks are reflected and the sides exchanged
}

func (s symmetry) node(n pattern.Node) pattern.Node {
	switch n := n.(type) {
	case pattern.And:
		return pattern.And{Of: s.each(n.Of)}
	case pattern.Or:
		return pattern.Or{Of: s.each(n.Of)}
	case pattern.Not:
		return pattern.Not{Of: s.node(n.Of)}
	case pattern.Then:
		return pattern.Then{First: s.node(n.First), Next: s.node(n.Next), Within: n.Within}
	case pattern.For:
		return pattern.For{Of: s.node(n.Of), Plies: n.Plies}
	case pattern.Sum:
		terms := make([]pattern.Term, len(n.Terms))
		for i, t := range n.Terms {
			terms[i] = pattern.Term{Weight: t.Weight, Of: s.count(t.Of)}
		}
		return pattern.Sum{Terms: terms, Op: n.Op, Than: n.Than}
	case pattern.Judged:
		if s.exchange {
			n.Sides[0], n.Sides[1] = n.Sides[1], n.Sides[0]
		}
		return n
	case pattern.Turn:
		return pattern.Turn{Side: s.side(n.Side)}
	case pattern.Relation:
		if s.rules.Relations()[n.Index].Sided {
			return pattern.Relation{Index: n.Index, Side: s.side(n.Side)}
		}
	case pattern.Moved:
		return pattern.Moved{Pieces: optional(n.Pieces, s.pieces), From: optional(n.From, s.squares), To: optional(n.To, s.squares), Takes: optional(n.Takes, s.pieces),
			Gates: optional(n.Gates, s.pieces), Walls: optional(n.Walls, s.squares)}
	}
	return n
}

// optional changes a set that is asked for.
func optional[T any](set *T, change func(T) T) *T {
	if set == nil {
		return nil
	}
	changed := change(*set)
	return &changed
}

func (s symmetry) each(of []pattern.Node) []pattern.Node {
	changed := make([]pattern.Node, len(of))
	for i, n := range of {
		changed[i] = s.node(n)
	}
	return changed
}

func (s symmetry) count(c pattern.Count) pattern.Count {
	switch c := c.(type) {
	case pattern.Standing:
		return pattern.Standing{Pieces: s.pieces(c.Pieces), Squares: s.squares(c.Squares)}
	case pattern.Held:
		return pattern.Held{Side: s.side(c.Side), Types: c.Types}
	case pattern.Pocketed:
		return pattern.Pocketed{Side: s.side(c.Side), Types: c.Types}
	case pattern.Worth:
		return pattern.Worth{Side: s.side(c.Side)}
	case pattern.Accuracy:
		return pattern.Accuracy{Side: s.side(c.Side)}
	}
	return c
}

func (s symmetry) side(side rules.Side) rules.Side {
	if s.exchange {
		return side.Other()
	}
	return side
}

func (s symmetry) pieces(set pattern.Pieces) pattern.Pieces {
	if !s.exchange {
		return set
	}
	var changed pattern.Pieces
	for p := range rules.Piece(128) {
		switch {
		case !set.Has(p):
		case p.Type() == rules.NoPieceType:
			changed.Add(p)
		default:
			changed.Add(rules.NewPiece(p.Type(), p.Side().Other()))
		}
	}
	return changed
}

func (s symmetry) squares(set rules.Bitboard) rules.Bitboard {
	var changed rules.Bitboard
	files, ranks := s.rules.Files(), s.rules.Ranks()
	for r := range ranks {
		for f := range files {
			if !set.Has(rules.Square(r*files + f)) {
				continue
			}
			file, rank := f, r
			if s.mirror {
				file = files - 1 - f
			}
			if s.exchange {
				rank = ranks - 1 - r
			}
			changed.Add(rules.Square(rank*files + file))
		}
	}
	return changed
}
