package query

import (
	"slices"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/index/pattern"
)

// symmetry transforms the squares and sides of a condition, in the order of its
// fields. Conditions on games are unchanged.
type symmetry struct {
	rules    *rules.Rules
	mirror   bool // reflect the files
	exchange bool // reflect the ranks and exchange the sides
	flip     bool // reflect the ranks
	turns    int  // quarter turns
	// Shift by files and ranks, except along a direction that a set spans
	// completely.
	files, ranks int
	visit        func(rules.Bitboard) // called with every set of squares; may be nil
}

// reflections returns the transformations that a symmetry adds to the identity.
// A board that is not square, or that has hexagons, is only rotated by 180
// degrees.
func reflections(r *rules.Rules, how string) []symmetry {
	switch how {
	case "mirrored":
		return []symmetry{{rules: r, mirror: true}}
	case "exchanged":
		return []symmetry{{rules: r, exchange: true}}
	case "flipped":
		return []symmetry{{rules: r, flip: true}}
	case "symmetric":
		return []symmetry{{rules: r, mirror: true}, {rules: r, exchange: true},
			{rules: r, mirror: true, exchange: true}}
	}
	if r.Files() != r.Ranks() || r.Hexagons() {
		return []symmetry{{rules: r, turns: 2}}
	}
	return []symmetry{{rules: r, turns: 1}, {rules: r, turns: 2}, {rules: r, turns: 3}}
}

// shifted returns the disjunction of a condition at all shifts at which its
// places are on the board.
func (b *binder) shifted(n symmetric, of pattern.Node) pattern.Node {
	r := b.names.rules
	minShift, maxShift := [2]int{1 - r.Files(), 1 - r.Ranks()}, [2]int{r.Files() - 1, r.Ranks() - 1}
	canShift := [2]bool{}
	symmetry{rules: r, visit: func(set rules.Bitboard) {
		across := spans(r, set)
		for rest := set; !rest.Empty(); {
			s := int(rest.Pop())
			for axis, coordinate := range [2]int{s % r.Files(), s / r.Files()} {
				if !across[axis] {
					canShift[axis] = true
					minShift[axis], maxShift[axis] = max(minShift[axis], -coordinate),
						min(maxShift[axis], [2]int{r.Files(), r.Ranks()}[axis]-1-coordinate)
				}
			}
		}
	}}.node(of)
	for axis := range canShift {
		if !canShift[axis] {
			minShift[axis], maxShift[axis] = 0, 0
		}
	}
	var all []pattern.Node
	for ranks := minShift[1]; ranks <= maxShift[1]; ranks++ {
		for files := minShift[0]; files <= maxShift[0]; files++ {
			all = append(all, symmetry{rules: r, files: files, ranks: ranks}.node(of))
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	if b.shifts += len(all) * size(of); b.shifts > maxBound {
		b.fail(n.sourceColumn, "", "shifting makes more than %d conditions of it on this board", maxBound)
		return of
	}
	return pattern.Or{Of: all}
}

// size returns the number of conditions in a condition.
func size(n pattern.Node) int {
	count := 0
	pattern.Any(n, func(pattern.Node) bool { count++; return false })
	return count
}

// spans reports whether a set spans all files, and whether it spans all ranks.
// It spans all files if it has all or nothing of every rank, and the reverse.
func spans(r *rules.Rules, set rules.Bitboard) (across [2]bool) {
	inFile, inRank := make([]int, r.Files()), make([]int, r.Ranks())
	for rest := set; !rest.Empty(); {
		s := int(rest.Pop())
		inFile[s%r.Files()]++
		inRank[s/r.Files()]++
	}
	whole := func(counts []int, all int) bool {
		return !slices.ContainsFunc(counts, func(n int) bool { return n > 0 && n < all })
	}
	return [2]bool{whole(inRank, r.Files()), whole(inFile, r.Ranks())}
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
	case pattern.Rated:
		sum, _ := s.node(n.Sum).(pattern.Sum)
		// the mean of both ratings has one order for both sides
		slices.SortStableFunc(sum.Terms, func(a, b pattern.Term) int {
			return int(a.Of.(pattern.Rating).Side) - int(b.Of.(pattern.Rating).Side)
		})
		return pattern.Rated{Sum: sum}
	case pattern.Marked:
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
		return s.moved(n)
	}
	return n
}

// optional transforms a set unless it is nil.
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
	case pattern.Evaluation:
		return pattern.Evaluation{Side: s.side(c.Side)}
	case pattern.Rating:
		return pattern.Rating{Side: s.side(c.Side)}
	case pattern.Accuracy:
		return pattern.Accuracy{Side: s.side(c.Side)}
	case pattern.Attackers:
		return pattern.Attackers{Attack: s.attack(c.Attack)}
	case pattern.Attacked:
		return pattern.Attacked{Attack: s.attack(c.Attack)}
	case pattern.Pinned:
		return pattern.Pinned{Pieces: optional(c.Pieces, s.pieces), Squares: optional(c.Squares, s.squares),
			By: optional(c.By, s.pieces), Against: s.pieces(c.Against)}
	case pattern.Rays:
		turned := pattern.Rays{Within: c.Within, Directions: c.Directions.Map(s.direction)}
		for _, stop := range c.Stops {
			turned.Stops = append(turned.Stops,
				pattern.Stop{Pieces: s.pieces(stop.Pieces), Squares: optional(stop.Squares, s.squares)})
		}
		return turned
	case pattern.Structured:
		return pattern.Structured{How: c.How, Pieces: s.pieces(c.Pieces), Squares: s.squares(c.Squares)}
	case pattern.Legal:
		return pattern.Legal{Moved: s.moved(c.Moved), Checks: c.Checks, Mates: c.Mates}
	}
	return c
}

func (s symmetry) attack(a pattern.Attack) pattern.Attack {
	return pattern.Attack{Pieces: optional(a.Pieces, s.pieces), From: optional(a.From, s.squares),
		To: optional(a.To, s.squares), Takes: optional(a.Takes, s.pieces)}
}

func (s symmetry) moved(m pattern.Moved) pattern.Moved {
	return pattern.Moved{
		Pieces: optional(m.Pieces, s.pieces), From: optional(m.From, s.squares), To: optional(m.To, s.squares),
		Takes: optional(m.Takes, s.pieces), Gates: optional(m.Gates, s.pieces), Walls: optional(m.Walls, s.squares),
	}
}

// direction transforms a direction.
func (s symmetry) direction(files, ranks int) (int, int) {
	lean := 0 // on hexagons, a file lies half a cell lower than the one before
	if s.rules.Hexagons() {
		lean = files
	}
	if s.mirror {
		files, ranks, lean = -files, ranks-lean, -lean
	}
	if s.exchange != s.flip {
		ranks = lean - ranks
	}
	for range s.turns {
		files, ranks = ranks, -files
	}
	return files, ranks
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
	if s.visit != nil {
		s.visit(set)
	}
	var across [2]bool
	if s.files != 0 || s.ranks != 0 {
		across = spans(s.rules, set)
	}
	var changed rules.Bitboard
	for rest := set; !rest.Empty(); {
		changed.Add(s.square(rest.Pop(), across))
	}
	return changed
}

// square transforms a square of a set with the given spans.
func (s symmetry) square(q rules.Square, across [2]bool) rules.Square {
	if s.rules.Hexagons() {
		return s.cell(q)
	}
	files, ranks := s.rules.Files(), s.rules.Ranks()
	file, rank := int(q)%files, int(q)/files
	if s.mirror {
		file = files - 1 - file
	}
	if s.exchange != s.flip {
		rank = ranks - 1 - rank
	}
	switch s.turns {
	case 1:
		file, rank = rank, files-1-file
	case 2:
		file, rank = files-1-file, ranks-1-rank
	case 3:
		file, rank = ranks-1-rank, file
	}
	if !across[0] {
		file += s.files
	}
	if !across[1] {
		rank += s.ranks
	}
	return rules.Square(rank*files + file)
}

// cell transforms a cell of a board of hexagons.
func (s symmetry) cell(q rules.Square) rules.Square {
	board := &s.rules.Definition().Board
	if s.mirror != (s.turns == 2) {
		q = rules.Square(board.Mirrored(variant.Square(q)))
	}
	if (s.exchange != s.flip) != (s.turns == 2) {
		q = rules.Square(board.Reflected(variant.Square(q)))
	}
	return q
}
