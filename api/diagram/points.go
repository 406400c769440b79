package diagram

// lines draws the lines and markings of a board of points.
func (p *painter) lines() {
	b := p.layout.Board
	left, top := b.X+Unit/2, b.Y+Unit/2
	wide, high := b.W-Unit, b.H-Unit
	grid := new(Path)
	for r := range p.Ranks {
		grid.draw("Mh", left, top+float64(r*Unit), wide)
	}
	bank := p.Ranks // ranks above the river, counted from the top
	if p.River > 0 {
		bank = p.Ranks - p.River
		if p.Flip {
			bank = p.River
		}
	}
	for f := range p.Files {
		x := left + float64(f*Unit)
		if edge := f == 0 || f == p.Files-1; edge || bank == p.Ranks {
			grid.draw("Mv", x, top, high)
			continue
		}
		grid.draw("Mv", x, top, float64((bank-1)*Unit))
		grid.draw("Mv", x, top+float64(bank*Unit), high-float64(bank*Unit))
	}
	for _, z := range p.Zones {
		if z.Style == ZoneCross && len(z.Squares) > 0 {
			p.diagonals(grid, z.Squares)
		}
	}
	for _, sq := range p.Stars {
		p.brackets(grid, sq)
	}
	p.Path(Fill(None), Stroke(colourLine), StrokeWidth(1.1), grid)
	frame := Rect{left - 3, top - 3, wide + 6, high + 6}
	p.Path(Fill(None), Stroke(colourLine), StrokeWidth(2), new(Path).box(frame))
	if bank < p.Ranks {
		y := top + float64(bank*Unit) - Unit/2
		third := wide / 4
		row(p, left+third, y, "楚河", 0.11, Fill(colourLine))
		row(p, left+wide-third, y, "漢界", 0.11, Fill(colourLine))
	}
}

// diagonals draws the diagonals of a palace.
func (p *painter) diagonals(path *Path, squares []int) {
	bounds := p.layout.Square(squares[0])
	for _, sq := range squares {
		bounds = union(bounds, p.layout.Square(sq))
	}
	x, y, w, h := bounds.X+Unit/2, bounds.Y+Unit/2, bounds.W-Unit, bounds.H-Unit
	path.draw("MlMl", x, y, w, h, x, y+h, w, -h)
}

// brackets draws four small corners around a point, except those off the board.
func (p *painter) brackets(path *Path, square int) {
	const away, arm = 4, 5
	b := p.layout.Board
	x, y := p.layout.Square(square).Center()
	for _, dx := range []float64{-1, 1} {
		if x+dx*Unit < b.X || x+dx*Unit > b.X+b.W {
			continue
		}
		for _, dy := range []float64{-1, 1} {
			path.draw("Mvh", x+dx*away, y+dy*(away+arm), -dy*arm, dx*arm)
		}
	}
}
