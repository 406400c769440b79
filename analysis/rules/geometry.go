package rules

// orthogonals lists the directions along files and ranks.
var orthogonals = func() (out []int) {
	for d, v := range directionVectors {
		if v[0]*v[1] == 0 {
			out = append(out, d)
		}
	}
	return out
}()

// Directions of rays. The first four lead to higher squares; d^4 is the
// opposite of d.
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

// geometry holds the tables that depend on the board's size alone.
type geometry struct {
	files, ranks, squares int
	all                   Bitboard
	corner                Bitboard             // the last square
	fileOf                [MaxSquares]Bitboard // by square: its whole file
	rays                  [directions][MaxSquares]Bitboard
	rays128               [MaxSet128][directions]Set128 // the same for boards of up to 128 squares, by square first
	rays64                [MaxSet64][directions]Set64
	directionBetween      []uint8                 // by two squares: direction plus 1; 0 if not aligned
	allRays               [MaxSquares]Bitboard    // by square: union of its rays
	around                [MaxSquares]Bitboard    // by square: its up to eight neighbours
	squaresLeft           [directions][3]Bitboard // squares with at least that many squares left in a direction
}

func newGeometry(files, ranks int) *geometry {
	g := &geometry{files: files, ranks: ranks, squares: files * ranks}
	g.directionBetween = make([]uint8, g.squares*g.squares)
	for s := range Square(g.squares) {
		g.all = g.all.Or(bit(s))
	}
	g.corner = bit(Square(g.squares - 1))
	for s := range Square(g.squares) {
		for d, v := range directionVectors {
			for to, ok := g.offset(s, v[0], v[1]); ok; to, ok = g.offset(to, v[0], v[1]) {
				g.rays[d][s] = g.rays[d][s].Or(bit(to))
				g.directionBetween[int(s)*g.squares+int(to)] = uint8(d) + 1
			}
			g.allRays[s] = g.allRays[s].Or(g.rays[d][s])
			if g.squares <= MaxSet128 {
				g.rays128[s][d] = g.rays[d][s].Set128()
			}
			if g.squares <= MaxSet64 {
				g.rays64[s][d] = g.rays[d][s].Set64()
			}
		}
		g.fileOf[s] = g.rays[north][s].Or(g.rays[south][s]).Or(bit(s))
		for d, v := range directionVectors {
			for n := range 3 {
				if to, ok := g.offset(s, n*v[0], n*v[1]); ok {
					g.squaresLeft[d][n] = g.squaresLeft[d][n].Or(bit(s))
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

// ranksApart returns the number of ranks between two squares.
func (g *geometry) ranksApart(a, b Square) int {
	return max(g.rank(a)-g.rank(b), g.rank(b)-g.rank(a))
}

// offset returns the square that many files and ranks away, if it is on the
// board.
func (g *geometry) offset(s Square, files, ranks int) (Square, bool) {
	f, r := g.file(s)+files, g.rank(s)+ranks
	if f < 0 || f >= g.files || r < 0 || r >= g.ranks {
		return NoSquare, false
	}
	return Square(r*g.files + f), true
}

// step returns the next square in direction d, if it is on the board.
func (g *geometry) step(s Square, d int) (Square, bool) {
	return g.offset(s, directionVectors[d][0], directionVectors[d][1])
}

// nearest returns the first square of a non-empty subset of a ray in direction
// d.
func nearest(b Bitboard, d int) Square {
	if d < 4 {
		return b.First()
	}
	return b.Last()
}

// slide returns the squares that a rider reaches from s: the empty ones and the
// first occupied one. Or-ing in the corner square replaces the test for an open
// ray, because every ray from the corner in that half of the directions is
// empty.
func (g *geometry) slide(s Square, d int, occupied Bitboard) Bitboard {
	ray := g.rays[d][s]
	if d < 4 {
		return ray.AndNot(g.rays[d][ray.And(occupied).Or(g.corner).First()])
	}
	b := ray.And(occupied)
	return ray.AndNot(g.rays[d][b.Or(bit(0)).Last()])
}

// span returns the squares after a up to and including b, which lies on a's ray
// in direction d.
func (g *geometry) span(a, b Square, d int) Bitboard {
	return g.rays[d][a].AndNot(g.rays[d][b])
}

// direction returns the direction of the ray from a to b, if they are aligned.
func (g *geometry) direction(a, b Square) (int, bool) {
	d := int(g.directionBetween[int(a)*g.squares+int(b)]) - 1
	return max(d, 0), d >= 0
}

// leftFile reports whether a piece that crossed squares left their file, so
// that the squares do not identify it.
func (g *geometry) leftFile(crossed Bitboard, passed Square) bool {
	return !crossed.Empty() && !crossed.AndNot(g.fileOf[passed]).Empty()
}

// onOpenFile reports whether two squares share a file with nothing between.
func (g *geometry) onOpenFile(a, b Square, occupied Bitboard) bool {
	if a == NoSquare || b == NoSquare || g.file(a) != g.file(b) {
		return false
	}
	d := north
	if b < a {
		d = south
	}
	return nearest(g.rays[d][a].And(occupied), d) == b
}

// shiftedBack returns the squares from which n steps in direction d reach b.
func (g *geometry) shiftedBack(b Bitboard, d, n int) Bitboard {
	v := directionVectors[d]
	return b.Shift(-n * (v[1]*g.files + v[0])).And(g.squaresLeft[d][n])
}

// orthogonalNeighbours returns the squares next to others along files and
// ranks.
func (g *geometry) orthogonalNeighbours(b Bitboard) Bitboard {
	var out Bitboard
	for !b.Empty() {
		s := b.Pop()
		for _, d := range orthogonals {
			if to, ok := g.step(s, d); ok {
				out.Add(to)
			}
		}
	}
	return out
}
