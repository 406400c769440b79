package diagram

import "strconv"

// reserve draws the boxes of a side's bench, hand and pocket, and its cell
// names.
func (p *painter) reserve(side Side) {
	r, l := &p.Reserves[side], p.layout.Reserve(side)
	if len(l.Cells) > 0 || l.tray.W > 0 {
		boxes := new(Path)
		for _, cell := range l.Cells {
			boxes.box(cell)
		}
		if l.tray.W > 0 {
			boxes.box(l.tray)
		}
		p.Path(Fill(colourCell), Stroke(colourGrid), StrokeWidth(0.7), boxes)
	}
	if len(l.Cells) > 0 {
		p.Group(sans, FontSize(cellName), Fill(colourText))
		for i, cell := range l.Cells {
			p.label(cell.X+1, cell.Y+cellName, r.Cells[i].Label)
		}
		p.End()
	}
	if r.HasPocket {
		pocket := Rect{l.Pocket.X + 1.5, l.Pocket.Y + 1.5, l.Pocket.W - 3, l.Pocket.H - 3}
		p.Path(Fill(None), Stroke(colourText), StrokeWidth(1.4), Dash(3), new(Path).box(pocket))
	}
}

// cellName is the font size of cell names: the largest that fits next to a
// piece, for small boards.
const cellName = 10

// count draws the number of pieces at a place of a hand.
func (p *painter) count(place, n int) {
	if n > 1 {
		room := p.layout.Place(place)
		p.Group(sans, FontSize(10), Bold(true), Fill(colourText))
		p.label(room.X+countX, room.Y+room.H-countY, strconv.Itoa(n))
		p.End()
	}
}

// Offsets of the number from the left and the bottom of its slot.
const countX, countY = 29.5, 6

// caption draws the side's name after a swatch of its colours, bold and with a
// triangle if it is to move.
func (p *painter) caption(side Side, turn bool) {
	name, r := p.Reserves[side].Name, p.layout.Reserve(side).Caption
	if name == "" {
		return
	}
	y := r.Y + r.H/2
	p.swatch(side, r.X+8, y)
	x := r.X + 20
	if turn {
		p.Path(Fill(colourText), new(Path).draw("Mllz", x, y-5, 8, 5, -8, 5))
		x += 13
	}
	p.Group(sans, FontSize(12), Bold(turn), Fill(colourText))
	p.label(x, y+4.2, name)
	p.End()
}

// swatch draws a small blank body in a side's colours.
func (p *painter) swatch(side Side, x, y float64) {
	look, outline := p.Scene.blank(side), circle(0, 0, 15)
	switch look.body {
	case tile, wood:
		outline = tiles[look.direction]
	case octagon:
		outline = eight
	}
	ground, edge, _ := look.banner()
	p.Path(Transform{x, y, 0.36}, outline, Fill(ground), Stroke(edge), StrokeWidth(4))
}

// blank returns the appearance of a side's pieces.
func (s *Scene) blank(side Side) appearance {
	return (&Piece{Side: side, Set: s.Set, Colour: s.Colours[side]}).appearance(s.Flip)
}

// banner returns the colours that represent an appearance: background, edge and
// text.
func (l appearance) banner() (ground, edge, ink Colour) {
	colours := l.palette()
	if l.body == round || l.body == octagon {
		return colours.ink, colours.edge, colours.ground
	}
	return colours.ground, colours.edge, colours.ink
}

// Banner returns a side's colours in charts: background, edge and text. If both
// sides have the same wood, First's is dark.
func (s *Scene) Banner(side Side) (ground, edge, ink Colour) {
	l := s.blank(side)
	if ground, edge, ink = l.banner(); l.body == wood && side == First {
		return edge, ink, ground
	}
	return ground, edge, ink
}

// turnCorner marks the side to move in the margin if there is no caption.
func (p *painter) turnCorner() {
	if p.Turn == Nobody || p.Reserves[p.Turn].Name != "" {
		return
	}
	b := p.layout.Board
	y := b.Y + b.H + margin/2
	if (p.Turn == Second) != p.Flip {
		y = b.Y - margin/2
	}
	p.swatch(p.Turn, b.X+b.W+margin/2, y)
}
