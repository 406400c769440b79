package diagram

import "math"

// A board of hexagons has files of cells that stand on an edge, each file half
// a cell lower than squares would have it: the cell of a file and a rank lies
// rank - file/2 cells up.
const (
	hexWidth = 2 * Unit / 1.7320508075688772 // the square root of 3; from corner to corner
	hexPitch = 0.75 * hexWidth               // from file to file
)

// beside are the cells round one, as files and ranks, clockwise from the one
// above, each across the edge from the corner of its number to the next.
var beside = [6][2]int{{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}}

// hexCorner is a corner of a cell about its centre; the first two are those of
// the upper edge.
func hexCorner(n int) (x, y float64) {
	sin, cos := math.Sincos(math.Pi * float64(n-2) / 3)
	return hexWidth / 2 * cos, hexWidth / 2 * sin
}

// hexagon adds the outline of a cell about a point, of that size, 1 for the
// whole.
func (p *Path) hexagon(x, y, size float64) *Path {
	op := "M"
	for n := range 6 {
		dx, dy := hexCorner(n)
		p.draw(op, x+size*dx, y+size*dy)
		op = "L"
	}
	return p.draw("z")
}

// hexCell is where a cell of hexagons lies about that of a1, as First sees it.
func (l *Layout) hexCell(square int) (x, y float64) {
	return Comb(Unit).Middle(square%l.files, square/l.files)
}

// Comb is hexagons of that height around one of them, as First sees them.
type Comb float64

// Middle is where a cell so many files and ranks away has its middle.
func (c Comb) Middle(files, ranks int) (x, y float64) {
	return float64(files) * hexPitch / Unit * float64(c), (float64(files)/2 - float64(ranks)) * float64(c)
}

// Outline is the path data of a cell about its middle.
func (c Comb) Outline() string { return new(Path).hexagon(0, 0, float64(c)/Unit).String() }

// Span is how wide and high the comb is that has so many rings around the cell.
func (c Comb) Span(rings int) (w, h float64) {
	x, _ := c.Middle(rings, 0)
	return 2*x + hexWidth/Unit*float64(c), float64(2*rings+1) * float64(c)
}

// layHexagons measures a board of hexagons.
func (l *Layout) layHexagons(s *Scene) {
	l.holes = make([]bool, s.Files*s.Ranks)
	var low, high [2]float64
	first := true
	for square := range l.holes {
		if l.holes[square] = s.Names != nil && s.Names[square] == ""; l.holes[square] {
			continue
		}
		x, y := l.hexCell(square)
		if first {
			low, high, first = [2]float64{x, y}, [2]float64{x, y}, false
		}
		low = [2]float64{min(low[0], x), min(low[1], y)}
		high = [2]float64{max(high[0], x), max(high[1], y)}
	}
	l.shift = [2]float64{hexWidth/2 - low[0], Unit/2 - low[1]}
	l.Board.W, l.Board.H = high[0]-low[0]+hexWidth, high[1]-low[1]+Unit
}

// hexSquare is the square in the middle of a cell, empty for a hole.
func (l *Layout) hexSquare(square int) Rect {
	if l.holes[square] {
		return Rect{}
	}
	x, y := l.hexCell(square)
	x, y = x+l.shift[0], y+l.shift[1]
	if l.flip {
		x, y = l.Board.W-x, l.Board.H-y
	}
	return Rect{l.Board.X + x - Unit/2, l.Board.Y + y - Unit/2, Unit, Unit}
}

// outline adds a square to a path: the cell where it is one of hexagons.
func (l *Layout) outline(path *Path, square int, inset float64) {
	r := l.Square(square)
	if l.holes == nil {
		path.box(Rect{r.X + inset, r.Y + inset, r.W - 2*inset, r.H - 2*inset})
	} else if !l.holes[square] {
		x, y := r.Center()
		path.hexagon(x, y, 1-2*inset/Unit)
	}
}

// Cell is the path data of a cell of hexagons about its middle; "" elsewhere.
func (l *Layout) Cell() string {
	if l.holes == nil {
		return ""
	}
	return Comb(Unit).Outline()
}

// hexagons draws the cells in three tones, so that no two beside each other are
// alike and a bishop stays on its own.
func (p *painter) hexagons() {
	for tone, colour := range []Colour{colourLight, colourDark, colourMiddle} {
		cells := new(Path)
		for square := range p.Files * p.Ranks {
			if p.tone(square) == tone {
				p.layout.outline(cells, square, 0)
			}
		}
		p.Path(Fill(colour), cells)
	}
}

// tone is which of three tones a cell of hexagons has.
func (s *Scene) tone(square int) int { return (square%s.Files + square/s.Files) % 3 }

// hexGrid draws the edges of all cells.
func (p *painter) hexGrid() {
	grid := new(Path)
	for square := range p.Files * p.Ranks {
		p.layout.outline(grid, square, 0)
	}
	p.Path(Fill(None), Stroke(colourGrid), grid)
}

// hexEdges adds those edges of a cell across which no cell is inside.
func (p *painter) hexEdges(path *Path, square int, r Rect, inside func(file, rank int) bool) {
	x, y := r.Center()
	for n, step := range beside {
		if inside(square%p.Files+step[0], square/p.Files+step[1]) {
			continue
		}
		if p.Flip {
			n += 3
		}
		x1, y1 := hexCorner(n)
		x2, y2 := hexCorner(n + 1)
		path.draw("ML", x+x1, y+y1, x+x2, y+y2)
	}
}

// hexFrame draws the rim of the board.
func (p *painter) hexFrame() {
	rim := new(Path)
	for square, hole := range p.layout.holes {
		if !hole {
			p.hexEdges(rim, square, p.layout.Square(square), func(file, rank int) bool {
				return file >= 0 && rank >= 0 && file < p.Files && rank < p.Ranks && !p.layout.holes[rank*p.Files+file]
			})
		}
	}
	p.Path(Fill(None), Stroke(colourText), StrokeWidth(1.6), rim)
}

// hexCoordinates writes the letter of each file at its first cell, and the
// number of each rank at both of its ends.
func (p *painter) hexCoordinates() {
	const aside, ahead = 26, 14 // of the middle of a cell
	up := 1.0
	if p.Flip {
		up = -1
	}
	p.Group(sans, FontSize(11), Middle{}, Fill(colourText))
	ends := make([][]int, p.Ranks) // the cells of a rank, by files
	height := make([]int, p.Files)
	for file := range p.Files {
		for square := file; square < len(p.layout.holes); square += p.Files {
			if p.layout.holes[square] {
				continue
			}
			if height[file] == 0 {
				x, y := p.layout.Square(square).Center()
				p.label(x, y+up*(Unit/2+7.5)+4, p.FileLabels[file])
			}
			ends[height[file]] = append(ends[height[file]], square)
			height[file]++
		}
	}
	for rank, cells := range ends {
		if len(cells) == 0 {
			continue
		}
		x, y := p.layout.Square(cells[0]).Center()
		p.label(x-up*aside, y-up*ahead+4, p.RankLabels[rank])
		x, y = p.layout.Square(cells[len(cells)-1]).Center()
		p.label(x+up*aside, y-up*ahead+4, p.RankLabels[rank])
	}
	p.End()
}
