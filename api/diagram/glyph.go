package diagram

import (
	"maps"
	"slices"
)

// A glyph is drawn on a box of 22 units, from -11 to 11 both ways, y growing
// downward. It is never turned, whichever way its tile points.
type glyph struct {
	shapes []shape
	// promoted marks glyphs that only promoted pieces bear.
	promoted bool
}

// shape is one path of a glyph.
type shape struct {
	path  string
	width float64 // of the pen; 0 fills the path
	void  bool    // in the tile's colour rather than in ink
	shift string  // SVG transform, or empty
}

func fill(path string) shape                { return shape{path: path} }
func line(width float64, path string) shape { return shape{path: path, width: width} }
func hole(path string) shape                { return shape{path: path, void: true} }

// score is a line in the tile's colour.
func score(width float64, path string) shape {
	return shape{path: path, width: width, void: true}
}

// disc is the path of a circle.
func disc(x, y, r float64) string {
	b := appendNumber([]byte{'M'}, x-r)
	b = appendNumber(append(b, ' '), y)
	for _, dx := range [...]float64{2 * r, -2 * r} {
		b = appendNumber(append(b, 'a'), r)
		b = appendNumber(append(b, ' '), r)
		b = appendNumber(append(b, " 0 1 1 "...), dx)
		b = append(b, " 0"...)
	}
	return string(append(b, 'Z'))
}

// shifted returns shapes under an SVG transform.
func shifted(transform string, shapes []shape) []shape {
	out := make([]shape, len(shapes))
	for i, s := range shapes {
		s.shift = transform
		out[i] = s
	}
	return out
}

func join(parts ...[]shape) []shape {
	var out []shape
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// glyphs is the whole set.
var glyphs = func() map[string]glyph {
	all := map[string]glyph{}
	for _, family := range []map[string]glyph{metals, chessmen, xiangqimen, shogimen, elders} {
		maps.Copy(all, family)
	}
	return all
}()

// Glyphs returns the keys of the glyph set, sorted.
func Glyphs() []string { return slices.Sorted(maps.Keys(glyphs)) }
