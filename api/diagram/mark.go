package diagram

import "math"

// stroke is the drawing of a mark or arrow: its outline, how wide the halo is
// under it, and whether it is filled or drawn with the pen.
type stroke struct {
	path   *Path
	tone   Tone
	halo   float64
	pen    float64 // 0 where only the inside is painted
	filled bool
}

// strokes are the drawings of all marks and arrows of a scene.
func (s *Scene) strokes(l *Layout) []stroke {
	out := make([]stroke, 0, len(s.Marks)+len(s.Arrows))
	for _, m := range s.Marks {
		out = append(out, stroke{path: m.Shape.path(l.Place(m.Square), l.Stand(m.Square)), tone: m.Tone, halo: 5.4, pen: 3, filled: m.Shape == MarkDot})
	}
	for _, a := range s.Arrows {
		out = append(out, stroke{path: arrow(l, a), tone: a.Tone, halo: 1.2, filled: true})
	}
	return out
}

// marks draws marks and arrows, each on a halo that sets it off the board.
func (p *painter) marks() {
	for _, s := range p.strokes(p.layout) {
		if s.pen == 0 {
			p.Path(Fill(tones[s.tone]), FillOpacity(0.85), Stroke(halos[s.tone]), StrokeWidth(s.halo), s.path)
			continue
		}
		body := None
		if s.filled {
			body = tones[s.tone]
		}
		p.Path(Fill(None), Stroke(halos[s.tone]), StrokeWidth(s.halo), s.path)
		p.Path(Fill(body), Stroke(tones[s.tone]), StrokeWidth(s.pen), s.path)
	}
}

// path is the path of a mark on a place, whose piece stands at at.
func (m MarkShape) path(r Rect, at Stand) *Path {
	x, y, size := at.X, at.Y, at.Scale
	switch m {
	case MarkDot:
		return disc(x, y, 5*size)
	case MarkRing:
		return disc(x, y, 17*size)
	case MarkCross:
		arm := 9 * size
		return new(Path).draw("MlMl", x-arm, y-arm, 2*arm, 2*arm, x-arm, y+arm, 2*arm, -2*arm)
	}
	return new(Path).box(Rect{r.X + 2, r.Y + 2, r.W - 4, r.H - 4})
}

// arrow is the outline of an arrow, from near the first place's piece to
// the middle of the last one's.
func arrow(l *Layout, a Arrow) *Path {
	const shaft, head, length, start = 3.2, 9, 15, 8
	from, to := l.Stand(a.From), l.Stand(a.To)
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
