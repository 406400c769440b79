package pattern

import "assay/analysis/rules"

// Directions is a set of directions, as a bit mask in the order of [Steps].
type Directions uint16

// Steps are the directions as steps in files and ranks. Square boards use the
// first eight. Hexagonal boards use all twelve: six across sides and six across
// corners.
var Steps = [12][2]int{
	{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1},
	{2, 1}, {1, 2}, {-2, -1}, {-1, -2},
}

// AllDirections returns all directions of a variant's board.
func AllDirections(r *rules.Rules) Directions {
	if r.Hexagons() {
		return 1<<len(Steps) - 1
	}
	return 255
}

// Has reports whether direction n of [Steps] is in the set.
func (d Directions) Has(n int) bool { return d>>n&1 != 0 }

// Map returns the set with change applied to each direction.
func (d Directions) Map(change func(files, ranks int) (int, int)) Directions {
	var turned Directions
	for n, step := range Steps {
		if !d.Has(n) {
			continue
		}
		files, ranks := change(step[0], step[1])
		for m, to := range Steps {
			if to == [2]int{files, ranks} {
				turned |= 1 << m
			}
		}
	}
	return turned
}

func (s *Stop) has(p *rules.Position, q rules.Square) bool {
	return s.Pieces.Has(p.At(q)) && (s.Squares == nil || s.Squares.Has(q))
}

func (n Rays) in(p *rules.Position) (int, rules.Bitboard) {
	count := 0
	var all rules.Bitboard
	for from := occupiedBy(p, &n.Stops[0].Pieces, n.Stops[0].Squares); !from.Empty(); {
		s := from.Pop()
		for d := range Steps {
			if !n.Directions.Has(d) {
				continue
			}
			if on, ok := n.along(p, s, Steps[d]); ok {
				count++
				all = all.Or(on)
			}
		}
	}
	return count, all
}

// along returns the squares of the stops on the ray from s in a direction. met
// reports whether it has all of them.
func (n *Rays) along(p *rules.Position, s rules.Square, step [2]int) (on rules.Bitboard, ok bool) {
	files, ranks := p.Rules().Files(), p.Rules().Ranks()
	file, rank := int(s)%files, int(s)/files
	on.Add(s)
	next, distance := 1, 0
	for next < len(n.Stops) {
		file, rank, distance = file+step[0], rank+step[1], distance+1
		if file < 0 || rank < 0 || file >= files || rank >= ranks || n.Within > 0 && distance > n.Within {
			return on, false
		}
		q := rules.Square(rank*files + file)
		if p.At(q) == rules.NoPiece {
			continue
		}
		if !n.Stops[next].has(p, q) {
			return on, false
		}
		on.Add(q)
		next, distance = next+1, 0
	}
	return on, true
}
