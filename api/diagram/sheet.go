package diagram

import (
	"io"
	"strconv"
)

// Sheet is a sprite sheet for one page: each piece and each empty board is
// drawn once, by [Sheet.Symbols], and every picture refers to it. The IDs of
// its elements start with the sheet's prefix, so a page has one sheet per
// prefix.
//
// A piece's ID is prefix+"p"+number (see [Sheet.Piece]), with "f" appended in
// flipped pictures. The IDs of a [Board] are its ID with "g" (layer below the
// last move), "h" (layer above), "c0" or "c1" (captions), and "t" appended to
// the caption of the side to move.
type Sheet struct {
	prefix  string
	defs    svg
	pieces  map[Piece]int
	drawn   []Piece
	tiles   map[string]bool
	boards  map[string]string
	nextTab int
}

// NewSheet returns an empty sheet. The prefix is an XML name.
func NewSheet(prefix string) *Sheet {
	return &Sheet{prefix: prefix, pieces: map[Piece]int{}, tiles: map[string]bool{}, boards: map[string]string{}}
}

// Board is an empty board of a sheet.
type Board struct {
	ID            string
	Width, Height float64 // of the view box
	Layout        *Layout
}

// Symbols returns a hidden element with the shared drawings, "" if there are
// none.
func (s *Sheet) Symbols() string {
	if s.defs.Len() == 0 {
		return ""
	}
	return `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" focusable="false">` +
		`<defs><g stroke-linejoin="round" stroke-linecap="round">` + s.defs.String() + "</g></defs></svg>\n"
}

// Pieces returns the sheet's pieces; piece n is at index n-1.
func (s *Sheet) Pieces() []Piece { return s.drawn }

// Piece returns the number of a piece, from 1, and draws it if it is new; nil
// is 0. The error is an [*Error].
func (s *Sheet) Piece(p *Piece) (int, error) {
	if p == nil {
		return 0, nil
	}
	if n, ok := s.pieces[*p]; ok {
		return n, nil
	}
	c := checker{}
	if c.piece("Piece", -1, p); len(c.errs) > 0 {
		return 0, c.errs[0]
	}
	n := len(s.pieces) + 1
	s.pieces[*p] = n
	s.drawn = append(s.drawn, *p)
	id := s.prefix + "p" + strconv.Itoa(n)
	for _, flip := range []bool{false, true} {
		if p.Side == Nobody {
			s.wall(p, id, flip)
			continue
		}
		look := p.appearance(flip)
		s.body(look)
		suffix := ""
		if flip {
			suffix = "f"
		}
		s.defs.markup(`<g id="`, id, suffix, `">`)
		s.defs.Name(p.Name)
		p.inside(&s.defs, func() { s.put(p, id, look, flip) })
		s.defs.markup("</g>")
	}
	return n, nil
}

// put draws a piece whose body is drawn already: with its face, or with the
// face of the unflipped drawing.
func (s *Sheet) put(p *Piece, id string, look appearance, flip bool) {
	s.defs.markup(`<use href="#`, s.prefix, look.key(), `"/>`)
	if !flip {
		s.defs.markup(`<g id="`, id, `g">`)
		p.face(&s.defs, look)
		s.defs.markup("</g>")
		return
	}
	s.defs.markup(`<use href="#`, id, `g"`)
	switch {
	case look.body == wood && p.text(look) != "": // rotated with its tile
		s.defs.markup(` transform="scale(-1)"`)
	case look.body == tile || look.body == wood: // the same on the other tile
		s.defs.markup(` y="`, 2*drops[look.direction], `"`)
	}
	s.defs.markup("/>")
}

// wall draws a wall, equal both ways.
func (s *Sheet) wall(p *Piece, id string, flip bool) {
	if flip {
		id += "f"
	}
	s.defs.markup(`<g id="`, id, `">`)
	s.defs.Name(p.Name)
	wall(&s.defs)
	s.defs.markup("</g>")
}

// body draws a shared body if it is new.
func (s *Sheet) body(look appearance) {
	if key := look.key(); !s.tiles[key] {
		s.tiles[key] = true
		s.defs.markup(`<g id="`, s.prefix, key, `">`)
		look.drawBody(&s.defs)
		s.defs.markup("</g>")
	}
}

// Board returns the empty board of a scene and draws it if it is new. It
// returns the error of [Write].
func (s *Sheet) Board(scene *Scene) (*Board, error) {
	l, err := Measure(scene)
	if err != nil {
		return nil, err
	}
	return s.board(scene, l), nil
}

func (s *Sheet) board(scene *Scene, l *Layout) *Board {
	var out svg
	p := painter{&out, scene, l}
	part := func(draw func()) string {
		out.Reset()
		draw()
		return out.String()
	}
	parts := []struct{ suffix, drawing string }{
		{"g", part(p.ground)},
		{"h", part(p.frame)},
		{"c0", part(func() { p.caption(First, false) })},
		{"c0t", part(func() { p.caption(First, true) })},
		{"c1", part(func() { p.caption(Second, false) })},
		{"c1t", part(func() { p.caption(Second, true) })},
	}
	whole := ""
	for _, part := range parts {
		whole += part.drawing
	}
	id, drawn := s.boards[whole]
	if !drawn {
		s.nextTab++
		id = s.prefix + "b" + strconv.Itoa(s.nextTab)
		s.boards[whole] = id
		for _, part := range parts {
			s.defs.markup(`<g id="`, id, part.suffix, `">`, part.drawing, "</g>")
		}
	}
	return &Board{ID: id, Width: l.Width, Height: l.Height, Layout: l}
}

// Write draws a scene as an svg element that refers to the sheet. Its groups
// have classes: "last" (last move), "men" (pieces), "notes" (marks and arrows).
// It returns the errors of Write.
func (s *Sheet) Write(w io.Writer, scene *Scene) error {
	l, err := Measure(scene)
	if err != nil {
		return err
	}
	board := s.board(scene, l)
	var out svg
	p := painter{&out, scene, l}
	out.markup(`<svg viewBox="0 0 `, l.Width, " ", l.Height, `" role="img" aria-label="`)
	out.text(scene.Title)
	out.markup(`">`)
	out.element("desc", scene.Description)
	out.ground(scene.page(l))
	out.markup(`<use href="#`, board.ID, `g"/><g class="last">`)
	p.last()
	out.markup(`</g><use href="#`, board.ID, `h"/>`)
	for side := First; side <= Second; side++ {
		out.markup(`<use class="caption" href="#`, board.ID, "c", int(side))
		if scene.Turn == side {
			out.markup("t")
		}
		out.markup(`"/>`)
	}
	out.markup(`<g class="men">`)
	for place := range scene.Places() {
		piece, count := scene.At(place)
		if piece == nil {
			continue
		}
		n, err := s.Piece(piece)
		if err != nil {
			return err
		}
		out.use(s.prefix+"p"+strconv.Itoa(n), l.Placement(place), scene.Flip)
		p.count(place, count)
	}
	out.markup(`</g><g class="notes" stroke-linejoin="round" stroke-linecap="round">`)
	p.turnCorner()
	p.marks()
	out.markup("</g></svg>\n")
	_, err = w.Write(out.Bytes())
	return err
}

// use refers to a piece.
func (v *svg) use(id string, at Placement, flip bool) {
	v.markup(`<use href="#`, id)
	if flip {
		v.markup("f")
	}
	v.markup(`"`)
	if at.Scale == 1 {
		v.markup(` x="`, at.X, `" y="`, at.Y, `"`)
	} else {
		Transform(at).write(v)
	}
	v.markup("/>")
}
