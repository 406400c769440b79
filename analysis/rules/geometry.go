package rules

// Directions of rays. The first four lead to higher square numbers, and d^4
// is the opposite of d.
const (
	north = iota
	northEast
	east
	northWest
	south
	southWest
	west
	southEast
	directions
)

var directionVectors = [directions][2]int{{0, 1}, {1, 1}, {1, 0}, {-1, 1}, {0, -1}, {-1, -1}, {-1, 0}, {1, -1}}

// geometry is what the size of a board decides.
type geometry struct {
	files, ranks, squares int
	all                   Bitboard
	corner                Bitboard             // the last square
	fileOf                [MaxSquares]Bitboard // all squares of a square's file
	rays                  [directions][MaxSquares]Bitboard
	narrowRays            [MaxNarrow][directions]Narrow // the same on boards so small, of one square together
	smallRays             [MaxSmall][directions]Small
	toward                []uint8                 // by two squares: the direction from one to the other, from 1; 0 for none
	lines                 [MaxSquares]Bitboard    // all rays of a square
	around                [MaxSquares]Bitboard    // the up to eight neighbours
	room                  [directions][3]Bitboard // squares with so many squares left in that direction
}

func newGeometry(files, ranks int) *geometry {
	g := &geometry{files: files, ranks: ranks, squares: files * ranks}
	g.toward = make([]uint8, g.squares*g.squares)
	for s := range Square(g.squares) {
		g.all = g.all.Or(bit(s))
	}
	g.corner = bit(Square(g.squares - 1))
	for s := range Square(g.squares) {
		for d, v := range directionVectors {
			for to, ok := g.offset(s, v[0], v[1]); ok; to, ok = g.offset(to, v[0], v[1]) {
				g.rays[d][s] = g.rays[d][s].Or(bit(to))
				g.toward[int(s)*g.squares+int(to)] = uint8(d) + 1
			}
			g.lines[s] = g.lines[s].Or(g.rays[d][s])
			if g.squares <= MaxNarrow {
				g.narrowRays[s][d] = g.rays[d][s].Narrow()
			}
			if g.squares <= MaxSmall {
				g.smallRays[s][d] = g.rays[d][s].Small()
			}
		}
		g.fileOf[s] = g.rays[north][s].Or(g.rays[south][s]).Or(bit(s))
		for d, v := range directionVectors {
			for n := range 3 {
				if to, ok := g.offset(s, n*v[0], n*v[1]); ok {
					g.room[d][n] = g.room[d][n].Or(bit(s))
					if n == 1 {
						g.around[s] = g.around[s].Or(bit(to))
					}
				}
			}
		}
	}
	return g
}

func (g *geometry) file(s Square) int { return int(s) % g.files }
func (g *geometry) rank(s Square) int { return int(s) / g.files }

func (g *geometry) filesApart(a, b Square) int {
	return max(g.file(a)-g.file(b), g.file(b)-g.file(a))
}

// offset is the square that many files and ranks away, if the board has it.
func (g *geometry) offset(s Square, files, ranks int) (Square, bool) {
	f, r := g.file(s)+files, g.rank(s)+ranks
	if f < 0 || f >= g.files || r < 0 || r >= g.ranks {
		return NoSquare, false
	}
	return Square(r*g.files + f), true
}

// step is the next square in direction d, if the board has it.
func (g *geometry) step(s Square, d int) (Square, bool) {
	return g.offset(s, directionVectors[d][0], directionVectors[d][1])
}

// nearest is the first of the squares met from the start of a ray in
// direction d; the set must not be empty and lie on that ray.
func nearest(b Bitboard, d int) Square {
	if d < 4 {
		return b.First()
	}
	return b.Last()
}

// slide is the squares a rider reaches from s: the empty ones and the first
// occupied one. The corner in which every ray of d's half of the directions is
// empty stands for the end of an open ray.
func (g *geometry) slide(s Square, d int, occupied Bitboard) Bitboard {
	ray := g.rays[d][s]
	if d < 4 {
		return ray.AndNot(g.rays[d][ray.And(occupied).Or(g.corner).First()])
	}
	b := ray.And(occupied)
	return ray.AndNot(g.rays[d][b.Or(bit(0)).Last()])
}

// span is the squares from a, not counted, to b, counted, where b lies on a's
// ray in direction d.
func (g *geometry) span(a, b Square, d int) Bitboard {
	return g.rays[d][a].AndNot(g.rays[d][b])
}

// direction is the ray from a on which b lies.
func (g *geometry) direction(a, b Square) (int, bool) {
	d := int(g.toward[int(a)*g.squares+int(b)]) - 1
	return max(d, 0), d >= 0
}
