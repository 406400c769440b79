package diagram

import (
	"maps"
	"slices"
	"sync"

	"assay/analysis/spelling"
)

// A glyph is drawn in a box of 22 units, from -11 to 11 in both directions, y
// growing downwards. It is never rotated with its tile.
type glyph struct {
	shapes []shape
	// promoted marks glyphs of pieces that exist only in promoted form.
	promoted bool
}

// shape is one path of a glyph.
type shape struct {
	path  func() *Path // parsed when it is drawn first
	width float64      // stroke width; 0 fills the path
	void  bool         // in the tile's colour instead of ink
	shift Transform    // zero for none
}

func fill(data string) shape                { return shape{path: lazyPath(data)} }
func line(width float64, data string) shape { return shape{path: lazyPath(data), width: width} }

// score returns a line in the tile's colour.
func score(width float64, data string) shape {
	return shape{path: lazyPath(data), width: width, void: true}
}

func filledDisc(x, y, r float64) shape  { return shape{path: lazyCircle(x, y, r)} }
func hole(x, y, r float64) shape        { return shape{path: lazyCircle(x, y, r), void: true} }
func ring(width, x, y, r float64) shape { return shape{path: lazyCircle(x, y, r), width: width} }

func lazyPath(data string) func() *Path { return sync.OnceValue(func() *Path { return figure(data) }) }
func lazyCircle(x, y, r float64) func() *Path {
	return sync.OnceValue(func() *Path { return circle(x, y, r) })
}

// shifted returns transformed shapes.
func shifted(transform Transform, shapes []shape) []shape {
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

// glyphs contains all glyphs by key.
var glyphs = func() map[string]glyph {
	all := map[string]glyph{}
	for _, family := range []map[string]glyph{metals, chessmen, xiangqimen, shogimen, elders, fairymen} {
		maps.Copy(all, family)
	}
	return all
}()

// keys are the sorted keys of all sets. Some sets draw keys that no other has.
var keys = func() []string {
	all := map[string]bool{}
	for _, table := range []map[string]glyph{glyphs, figures, makrukmen} {
		for key := range table {
			all[key] = true
		}
	}
	for _, table := range []map[string]inscription{shogiInscriptions, promotedInscriptions, traditional, simplified,
		korean} {
		for key := range table {
			all[key] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}()

// Glyphs returns the sorted keys of all glyphs.
func Glyphs() []string { return slices.Clone(keys) }

// otherNames are glyphs by other names of such pieces.
var otherNames = map[string]string{
	"alfil": "elephant", "alibaba": "dabbaba", "bede": "bishop", "bull": "buffalo", "cardinal": "archbishop",
	"centaur": "man", "commoner": "man", "counsellor": "ferz", "dragon": "dragon-king",
	"emperor": "king", "empress": "chancellor", "fers": "ferz", "griffin": "gryphon", "hopper": "grasshopper",
	"horseman": "knight", "locust": "grasshopper", "machine": "dabbaba", "mage": "wizard",
	"mann": "man", "mao": "horse", "marshal": "chancellor", "minister": "advisor", "ox": "buffalo",
	"prince": "man", "princess": "archbishop", "sorcerer": "wizard", "tower": "rook", "vizier": "wazir",
	"warlord": "champion", "war-machine": "dabbaba",
}

// NearGlyphs returns up to n glyphs with names near a name, the nearest
// first: that of the same piece, then those with the least distance.
func NearGlyphs(name string, n int) []string {
	distance := func(key string) int {
		if otherNames[name] == key {
			return -1
		}
		return spelling.Distance(name, key)
	}
	near := slices.SortedStableFunc(slices.Values(keys), func(a, b string) int { return distance(a) - distance(b) })
	near = slices.DeleteFunc(near, func(key string) bool { return distance(key) >= len(key) })
	return near[:min(n, len(near))]
}
