package diagram

import "strconv"

// reserve draws the boxes of a side's bench, hand and pocket, and the names of
// its cells.
func (p *painter) reserve(side Side) {
	r, l := &p.Reserves[side], p.layout.Reserve(side)
	if len(l.Cells) > 0 || l.tray.W > 0 {
		p.markup(`<path fill="`, colourCell, `" stroke="`, colourGrid, `" stroke-width=".7" d="`)
		for _, cell := range l.Cells {
			p.box(cell)
		}
		if l.tray.W > 0 {
			p.box(l.tray)
		}
		p.markup(`"/>`)
	}
	if len(l.Cells) > 0 {
		p.markup(`<g font-family="sans-serif" font-size="7.5" fill="`, colourText, `">`)
		for i, cell := range l.Cells {
			p.label(cell.X+1.5, cell.Y+8, r.Cells[i].Label)
		}
		p.markup("</g>")
	}
	if r.HasPocket {
		pocket := Rect{l.Pocket.X + 1.5, l.Pocket.Y + 1.5, l.Pocket.W - 3, l.Pocket.H - 3}
		p.markup(`<path fill="none" stroke="`, colourText, `" stroke-width="1.4" stroke-dasharray="3 3" d="`)
		p.box(pocket)
		p.markup(`"/>`)
	}
}

// count writes how many of a kind lie at a place of a hand.
func (p *painter) count(place, n int) {
	if n > 1 {
		room := p.layout.Place(place)
		p.markup(`<g font-family="sans-serif" font-size="10" font-weight="700" fill="`, colourText, `">`)
		p.label(room.X+countX, room.Y+room.H-countY, strconv.Itoa(n))
		p.markup("</g>")
	}
}

// Where the number of a kind stands in its room: from the left, and from the
// foot.
const countX, countY = 29.5, 6

// caption writes the side's name after a tile of its colours, bold and with a
// triangle when the side is to move.
func (p *painter) caption(side Side, turn bool) {
	name, r := p.Reserves[side].Name, p.layout.Reserve(side).Caption
	if name == "" {
		return
	}
	y := r.Y + r.H/2
	p.swatch(side, r.X+8, y)
	weight, x := "400", r.X+20
	if turn {
		weight = "700"
		p.markup(`<path fill="`, colourText, `" d="M`, x, " ", y-5, `l8 5l-8 5z"/>`)
		x += 13
	}
	p.markup(`<g font-family="sans-serif" font-size="12" font-weight="`, weight, `" fill="`, colourText, `">`)
	p.label(x, y+4.2, name)
	p.markup("</g>")
}

// swatch draws a small blank tile in a side's colours.
func (p *painter) swatch(side Side, x, y float64) {
	way := side
	if p.Flip {
		way = 1 - way
	}
	look := &liveries[side][0]
	p.markup(`<path transform="translate(`, x, " ", y, `)scale(.36)" d="`, tiles[way], `" fill="`, look.ground,
		`" stroke="`, look.edge, `" stroke-width="4"/>`)
}

// turnCorner shows the side to move at its end of the margin when no caption
// can.
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
