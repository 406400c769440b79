package diagram

import "strconv"

// reserve draws a side's bench, hand, pocket and name.
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
	p.cells(r, l)
	p.tray(r, l)
	if r.Name != "" {
		p.caption(side, r.Name, l.Caption)
	}
}

func (p *painter) cells(r *Reserve, l *ReserveLayout) {
	if len(l.Cells) == 0 {
		return
	}
	p.markup(`<g font-family="sans-serif" font-size="7.5" fill="`, colourText, `">`)
	for i, cell := range l.Cells {
		p.label(cell.X+1.5, cell.Y+8, r.Cells[i].Label)
	}
	p.markup("</g>")
	for i, cell := range l.Cells {
		if piece := r.Cells[i].Piece; piece != nil {
			at := cellStand(cell)
			p.piece(piece, at.X, at.Y, at.Scale, p.Flip)
		}
	}
}

func (p *painter) tray(r *Reserve, l *ReserveLayout) {
	if r.HasPocket {
		pocket := Rect{l.Pocket.X + 1.5, l.Pocket.Y + 1.5, l.Pocket.W - 3, l.Pocket.H - 3}
		p.markup(`<path fill="none" stroke="`, colourText, `" stroke-width="1.4" stroke-dasharray="3 3" d="`)
		p.box(pocket)
		p.markup(`"/>`)
		if r.Pocket != nil {
			at := pocketStand(l.Pocket)
			p.piece(r.Pocket, at.X, at.Y, at.Scale, p.Flip)
		}
	}
	if len(l.Hand) == 0 {
		return
	}
	for i, slot := range l.Hand {
		at := handStand(slot)
		p.piece(&r.Hand[i].Piece, at.X, at.Y, at.Scale, p.Flip)
	}
	p.markup(`<g font-family="sans-serif" font-size="10" font-weight="700" fill="`, colourText, `">`)
	for i, slot := range l.Hand {
		if n := r.Hand[i].Count; n > 1 {
			p.label(slot.X+29.5, slot.Y+slot.H-6, strconv.Itoa(n))
		}
	}
	p.markup("</g>")
}

// caption writes the side's name after a tile of its colours, bold and with a
// triangle when the side is to move.
func (p *painter) caption(side Side, name string, r Rect) {
	y := r.Y + r.H/2
	p.swatch(side, r.X+8, y)
	weight, x := "400", r.X+20
	if p.Turn == side {
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
