package diagram

// ground draws the layer below the last move: squares, tinted zones and grid.
func (p *painter) ground() {
	b := p.layout.Board
	if p.Style == StyleHexagons {
		p.hexagons()
	} else {
		p.Path(Fill(colourLight), new(Path).box(b))
	}
	if p.Style == StyleChecks {
		dark := new(Path)
		for sq := range p.Files * p.Ranks {
			if (sq%p.Files+sq/p.Files)%2 == 0 {
				dark.box(p.layout.Square(sq))
			}
		}
		p.Path(Fill(colourDark), dark)
	}
	for _, z := range p.Zones {
		if z.Style == ZoneTint && len(z.Squares) > 0 {
			p.Path(Fill(colourZone), FillOpacity(0.7), p.squares(z.Squares))
		}
	}
	switch p.Style {
	case StylePoints:
		p.lines()
		return
	case StyleHexagons:
		p.hexGrid()
		return
	}
	grid := new(Path)
	for f := 1; f < p.Files; f++ {
		grid.draw("Mv", b.X+float64(f*Unit), b.Y, b.H)
	}
	for r := 1; r < p.Ranks; r++ {
		grid.draw("Mh", b.X, b.Y+float64(r*Unit), b.W)
	}
	p.Path(Fill(None), Stroke(colourGrid), grid)
	dots := new(Path)
	for _, sq := range p.Stars {
		r := p.layout.Square(sq)
		x, y := r.X+r.W, r.Y
		if p.Flip {
			x, y = r.X, r.Y+r.H
		}
		dots.draw("MaaZ", x-2.4, y, 2.4, 2.4, 0, 1, 1, 4.8, 0, 2.4, 2.4, 0, 1, 1, -4.8, 0)
	}
	if len(p.Stars) > 0 {
		p.Path(Fill(colourText), dots)
	}
}

// last highlights the squares of the last move.
func (p *painter) last() {
	if len(p.LastMove) > 0 {
		p.Path(Fill(colourLast), Stroke(colourLastEdge), StrokeWidth(1.8), p.squares(p.LastMove))
	}
}

// frame draws the layer between the last move and the pieces: lines, labels and
// the boxes of the reserves.
func (p *painter) frame() {
	if p.River > 0 && p.Style != StylePoints {
		p.river()
	}
	p.zoneLines()
	if p.Style == StyleHexagons {
		p.hexFrame()
	} else {
		p.Path(Fill(None), Stroke(colourText), StrokeWidth(1.6), new(Path).box(p.layout.Board))
	}
	p.coordinates()
	p.reserve(First)
	p.reserve(Second)
}

func (p *painter) squares(squares []int) *Path {
	path := new(Path)
	for _, sq := range squares {
		p.layout.outline(path, sq, 0)
	}
	return path
}

func (p *painter) river() {
	b := p.layout.Board
	ranks := p.Ranks - p.River
	if p.Flip {
		ranks = p.River
	}
	p.Path(Stroke(colourRiver), StrokeWidth(6), ButtCap, new(Path).draw("Mh", b.X, b.Y+float64(ranks*Unit), b.W))
}

// zoneLines draws the outlines of zones and the diagonals of palaces.
func (p *painter) zoneLines() {
	for _, z := range p.Zones {
		if z.Style == ZoneTint || z.Style == ZoneCross && p.Style >= StylePoints || len(z.Squares) == 0 {
			continue
		}
		path := new(Path)
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
			p.outline(path, sq, r, inside)
			bounds = union(bounds, r)
		}
		if z.Style == ZoneCross {
			path.draw("MlMl", bounds.X, bounds.Y, bounds.W, bounds.H, bounds.X, bounds.Y+bounds.H, bounds.W, -bounds.H)
		}
		p.Path(Fill(None), Stroke(colourText), StrokeWidth(1.8), path)
	}
}

// outline adds the edges of a square that border squares not inside.
func (p *painter) outline(path *Path, square int, r Rect, inside []bool) {
	file, rank := square%p.Files, square/p.Files
	if p.Style == StyleHexagons {
		p.hexEdges(path, square, r, func(f, k int) bool {
			return f >= 0 && f < p.Files && k >= 0 && k < p.Ranks && inside[k*p.Files+f]
		})
		return
	}
	away := 1 // files grow to the right, ranks upwards
	if p.Flip {
		away = -1
	}
	open := func(df, dr int) bool {
		f, k := file+df*away, rank+dr*away
		return f < 0 || f >= p.Files || k < 0 || k >= p.Ranks || !inside[k*p.Files+f]
	}
	if open(0, 1) {
		path.draw("Mh", r.X, r.Y, r.W)
	}
	if open(0, -1) {
		path.draw("Mh", r.X, r.Y+r.H, r.W)
	}
	if open(-1, 0) {
		path.draw("Mv", r.X, r.Y, r.H)
	}
	if open(1, 0) {
		path.draw("Mv", r.X+r.W, r.Y, r.H)
	}
}

func union(a, b Rect) Rect {
	x, y := min(a.X, b.X), min(a.Y, b.Y)
	return Rect{x, y, max(a.X+a.W, b.X+b.W) - x, max(a.Y+a.H, b.Y+b.H) - y}
}
