package diagram

import "math"

// stroke is one path of a mark or arrow.
type stroke struct {
	path    *Path
	fill    Colour
	opacity float64 // of the fill; 0 means opaque
	line    Colour
	width   float64
}

// strokes returns the paths of all marks and arrows, each with a halo that
// contrasts with the board.
func (s *Scene) strokes(l *Layout) []stroke {
	out := make([]stroke, 0, 2*len(s.Marks)+len(s.Arrows))
	for _, m := range s.Marks {
		path, body := m.Shape.path(l, m.Square), None
		if m.Shape == MarkDot {
			body = tones[m.Tone]
		}
		out = append(out, stroke{path: path, fill: None, line: halos[m.Tone], width: 5.4},
			stroke{path: path, fill: body, line: tones[m.Tone], width: 3})
	}
	for _, a := range s.Arrows {
		out = append(out, stroke{arrow(l, a), tones[a.Tone], 0.85, halos[a.Tone], 1.2})
	}
	return out
}

// marks draws marks and arrows.
func (p *painter) marks() {
	for _, s := range p.strokes(p.layout) {
		traits := []Trait{Fill(s.fill)}
		if s.opacity > 0 {
			traits = append(traits, FillOpacity(s.opacity))
		}
		p.Path(append(traits, Stroke(s.line), StrokeWidth(s.width), s.path)...)
	}
}

// path returns the path of a mark at a place.
func (m MarkShape) path(l *Layout, place int) *Path {
	at := l.Placement(place)
	x, y, size := at.X, at.Y, at.Scale
	switch m {
	case MarkDot:
		return circle(x, y, 5*size)
	case MarkRing:
		return circle(x, y, 17*size)
	case MarkCross:
		arm := 9 * size
		return new(Path).draw("MlMl", x-arm, y-arm, 2*arm, 2*arm, x-arm, y+arm, 2*arm, -2*arm)
	}
	path := new(Path)
	if place < l.files*l.ranks {
		l.outline(path, place, 2)
		return path
	}
	r := l.Place(place)
	return path.box(Rect{r.X + 2, r.Y + 2, r.W - 4, r.H - 4})
}

// arrow returns the outline of an arrow, from near the centre of its first
// place to the centre of the last.
func arrow(l *Layout, a Arrow) *Path {
	const shaft, head, length, start = 3.2, 9, 15, 8
	from, to := l.Placement(a.From), l.Placement(a.To)
	x1, y1, x2, y2 := from.X, from.Y, to.X, to.Y
	d := math.Hypot(x2-x1, y2-y1)
	ux, uy := (x2-x1)/d, (y2-y1)/d
	p := new(Path)
	at := func(op string, along, across float64) {
		p.draw(op, x1+ux*along-uy*across, y1+uy*along+ux*across)
	}
	at("M", start, shaft)
	at("L", d-length, shaft)
	at("L", d-length, head)
	at("L", d, 0)
	at("L", d-length, -head)
	at("L", d-length, -shaft)
	at("L", start, -shaft)
	return p.draw("z")
}
