package diagram

// ground draws what lies under the last move: the squares, washed zones and the
// grid.
func (p *painter) ground() {
	b := p.layout.Board
	p.markup(`<path fill="`, colourLight, `" d="`)
	p.box(b)
	p.markup(`"/>`)
	if p.Checkered {
		p.markup(`<path fill="`, colourDark, `" d="`)
		for sq := range p.Files * p.Ranks {
			if (sq%p.Files+sq/p.Files)%2 == 0 {
				p.box(p.layout.Square(sq))
			}
		}
		p.markup(`"/>`)
	}
	for _, z := range p.Zones {
		if z.Style == ZoneTint && len(z.Squares) > 0 {
			p.markup(`<path fill="`, colourZone, `" fill-opacity=".7" d="`)
			p.squares(z.Squares)
			p.markup(`"/>`)
		}
	}
	p.markup(`<path fill="none" stroke="`, colourGrid, `" d="`)
	for f := 1; f < p.Files; f++ {
		p.markup("M", b.X+float64(f*Unit), " ", b.Y, "v", b.H)
	}
	for r := 1; r < p.Ranks; r++ {
		p.markup("M", b.X, " ", b.Y+float64(r*Unit), "h", b.W)
	}
	p.markup(`"/>`)
}

// last draws the last move.
func (p *painter) last() {
	if len(p.LastMove) > 0 {
		p.markup(`<path fill="`, colourLast, `" stroke="`, colourLastEdge, `" stroke-width="1.8" d="`)
		p.squares(p.LastMove)
		p.markup(`"/>`)
	}
}

// frame draws what lies over the last move and under the pieces: lines, labels,
// and the trays of the reserves.
func (p *painter) frame() {
	if p.River > 0 {
		p.river()
	}
	p.zoneLines()
	p.markup(`<path fill="none" stroke="`, colourText, `" stroke-width="1.6" d="`)
	p.box(p.layout.Board)
	p.markup(`"/>`)
	p.coordinates()
	p.reserve(First)
	p.reserve(Second)
}

func (p *painter) squares(squares []int) {
	for _, sq := range squares {
		p.box(p.layout.Square(sq))
	}
}

func (p *painter) river() {
	b := p.layout.Board
	ranks := p.Ranks - p.River
	if p.Flip {
		ranks = p.River
	}
	y := b.Y + float64(ranks*Unit)
	p.markup(`<path stroke="`, colourRiver, `" stroke-width="6" stroke-linecap="butt" d="M`, b.X, " ", y, "h", b.W, `"/>`)
}

// zoneLines draws the outlines of zones, and the diagonals of palaces.
func (p *painter) zoneLines() {
	for _, z := range p.Zones {
		if z.Style == ZoneTint || len(z.Squares) == 0 {
			continue
		}
		p.markup(`<path fill="none" stroke="`, colourText, `" stroke-width="1.8" d="`)
		inside := make([]bool, p.Files*p.Ranks)
		for _, sq := range z.Squares {
			inside[sq] = true
		}
		bounds := p.layout.Square(z.Squares[0])
		for sq, in := range inside {
			if !in {
				continue
			}
			r := p.layout.Square(sq)
			p.outline(sq, r, inside)
			bounds = union(bounds, r)
		}
		if z.Style == ZoneCross {
			p.markup("M", bounds.X, " ", bounds.Y, "l", bounds.W, " ", bounds.H,
				"M", bounds.X, " ", bounds.Y+bounds.H, "l", bounds.W, " ", -bounds.H)
		}
		p.markup(`"/>`)
	}
}

// outline draws those edges of a square across which no square is inside.
func (p *painter) outline(square int, r Rect, inside []bool) {
	file, rank := square%p.Files, square/p.Files
	away := 1 // towards higher files is right, towards higher ranks is up
	if p.Flip {
		away = -1
	}
	open := func(df, dr int) bool {
		f, k := file+df*away, rank+dr*away
		return f < 0 || f >= p.Files || k < 0 || k >= p.Ranks || !inside[k*p.Files+f]
	}
	if open(0, 1) {
		p.markup("M", r.X, " ", r.Y, "h", r.W)
	}
	if open(0, -1) {
		p.markup("M", r.X, " ", r.Y+r.H, "h", r.W)
	}
	if open(-1, 0) {
		p.markup("M", r.X, " ", r.Y, "v", r.H)
	}
	if open(1, 0) {
		p.markup("M", r.X+r.W, " ", r.Y, "v", r.H)
	}
}

func union(a, b Rect) Rect {
	x, y := min(a.X, b.X), min(a.Y, b.Y)
	return Rect{x, y, max(a.X+a.W, b.X+b.W) - x, max(a.Y+a.H, b.Y+b.H) - y}
}

// coordinates writes the labels on all four sides of the board.
func (p *painter) coordinates() {
	if len(p.FileLabels)+len(p.RankLabels) == 0 {
		return
	}
	b := p.layout.Board
	p.markup(`<g font-family="sans-serif" font-size="11" text-anchor="middle" fill="`, colourText, `">`)
	for f, s := range p.FileLabels {
		x, _ := p.layout.Square(f).Center()
		p.label(x, b.Y-4.5, s)
		p.label(x, b.Y+b.H+11.5, s)
	}
	for r, s := range p.RankLabels {
		_, y := p.layout.Square(r * p.Files).Center()
		p.label(b.X-8.5, y+4, s)
		p.label(b.X+b.W+8.5, y+4, s)
	}
	p.markup("</g>")
}
