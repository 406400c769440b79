package diagram

import "math"

// Hexagons stand on an edge. The cell of a file and rank lies rank - file/2
// cells up, so each file is half a cell lower than on a square board.
const (
	hexWidth = 2 * Unit / 1.7320508075688772 // corner to corner; the square root of 3
	hexPitch = 0.75 * hexWidth               // file to file
)

// hexNeighbours are the adjacent cells as files and ranks, clockwise from the
// upper one. Neighbour n lies across the edge from corner n to n+1.
var hexNeighbours = [6][2]int{{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}}

// hexCorner returns a corner of a cell relative to its centre; corners 0 and 1
// bound the upper edge.
func hexCorner(n int) (x, y float64) {
	sin, cos := math.Sincos(math.Pi * float64(n-2) / 3)
	return hexWidth / 2 * cos, hexWidth / 2 * sin
}

// hexagon adds the outline of a cell around a point, scaled by size.
func (p *Path) hexagon(x, y, size float64) *Path {
	op := "M"
	for n := range 6 {
		dx, dy := hexCorner(n)
		p.draw(op, x+size*dx, y+size*dy)
		op = "L"
	}
	return p.draw("z")
}

// hexCell returns the centre of a cell relative to a1, from the first player's
// view.
func (l *Layout) hexCell(square int) (x, y float64) {
	return Comb(Unit).Middle(square%l.files, square/l.files)
}

// Comb is a honeycomb around one cell, from the first player's view. Its value
// is the height of a cell.
type Comb float64

// Middle returns the centre of the cell at an offset.
func (c Comb) Middle(files, ranks int) (x, y float64) {
	return float64(files) * hexPitch / Unit * float64(c), (float64(files)/2 - float64(ranks)) * float64(c)
}

// Outline returns the path data of a cell centred at the origin.
func (c Comb) Outline() string { return new(Path).hexagon(0, 0, float64(c)/Unit).String() }

// Span returns the size of a comb with a number of rings around its cell.
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

// hexSquare returns the square in the middle of a cell, empty for a hole.
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

// outline adds the outline of a square or hexagonal cell to a path.
func (l *Layout) outline(path *Path, square int, inset float64) {
	r := l.Square(square)
	if l.holes == nil {
		path.box(Rect{r.X + inset, r.Y + inset, r.W - 2*inset, r.H - 2*inset})
	} else if !l.holes[square] {
		x, y := r.Center()
		path.hexagon(x, y, 1-2*inset/Unit)
	}
}

// Cell returns the path data of a hexagonal cell centred at the origin, "" for
// other boards.
func (l *Layout) Cell() string {
	if l.holes == nil {
		return ""
	}
	return Comb(Unit).Outline()
}

// hexagons draws the cells in three tones. Adjacent cells differ, and a bishop
// keeps one tone.
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

// tone returns the tone of a hexagonal cell, 0 to 2.
func (s *Scene) tone(square int) int { return (square%s.Files + square/s.Files) % 3 }

// hexGrid draws the edges of all cells.
func (p *painter) hexGrid() {
	grid := new(Path)
	for square := range p.Files * p.Ranks {
		p.layout.outline(grid, square, 0)
	}
	p.Path(Fill(None), Stroke(colourGrid), grid)
}

// hexEdges adds the edges of a cell that border cells not inside.
func (p *painter) hexEdges(path *Path, square int, r Rect, inside func(file, rank int) bool) {
	x, y := r.Center()
	for n, step := range hexNeighbours {
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

// hexFrame draws the border of the board.
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

// hexCoordinates draws each file's letter at its first cell, and each rank's
// number at both ends.
func (p *painter) hexCoordinates() {
	const aside, ahead = 26, 14 // from the centre of a cell
	up := 1.0
	if p.Flip {
		up = -1
	}
	p.Group(sans, FontSize(11), Middle{}, Fill(colourText))
	ends := make([][]int, p.Ranks) // the cells of each rank, by file
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
