package card

import (
	"strings"

	"assay/analysis/variant"
)

// square describes the moves to one square of a move diagram.
type square struct {
	quiet, capture bool // moves there; captures there
	ride           bool // continues in the same direction
	hop            bool // part of a hop over a piece
	hurdle         bool // must be occupied, to be hopped over
	path           bool // must be empty, for a lame leap
}

// char returns the square's character.
func (m square) char() byte {
	way := byte(0)
	switch {
	case m.quiet && m.capture:
		way = 'o'
	case m.quiet:
		way = 'm'
	case m.capture:
		way = 'x'
	}
	switch {
	case way != 0 && m.hurdle:
		return '&'
	case way != 0 && m.ride:
		return way - 'a' + 'A'
	case way != 0:
		return way
	case m.hurdle:
		return '#'
	case m.path:
		return ','
	}
	return '.'
}

// legend explains the characters of move diagrams.
var legend = []struct{ chars, says string }{
	{"@", "@ the piece"},
	{"oO", "o moves or captures there"},
	{"mM", "m moves there without capturing"},
	{"xX", "x only captures there"},
	{"OMX", "a capital letter continues in that direction over empty squares"},
	{"#", "# must be occupied and is hopped over (before a capital letter: anywhere on the way)"},
	{"&", "& goes there, or hops over a piece there"},
	{",", ", must be empty for the leap over it"},
}

// moveDiagram contains the squares around a piece, from the first player's
// view.
type moveDiagram struct {
	hexagons bool
	radius   int
	squares  map[variant.Vector]square
}

// maxRadius bounds the distance to which a diagram shows a limited ride.
const maxRadius = 4

// newMoveDiagram draws all movements in one diagram.
func newMoveDiagram(moves []variant.Movement, hexagons bool) *moveDiagram {
	d := &moveDiagram{hexagons: hexagons, radius: 1, squares: map[variant.Vector]square{}}
	for i := range moves {
		for j := range moves[i].Components {
			d.radius = max(d.radius, d.around(&moves[i].Components[j]))
		}
	}
	for _, hops := range []bool{false, true} {
		for i := range moves {
			for j := range moves[i].Components {
				if c := &moves[i].Components[j]; (c.Hop != variant.NoHop) == hops {
					d.add(c)
				}
			}
		}
	}
	return d
}

// far returns the distance from the piece in rings.
func (d *moveDiagram) far(v variant.Vector) int {
	rings := max(v.Files, -v.Files, v.Ranks, -v.Ranks)
	if d.hexagons {
		rings = max(rings, v.Files-v.Ranks, v.Ranks-v.Files)
	}
	return rings
}

// around returns the radius that a component needs.
func (d *moveDiagram) around(c *variant.Component) int {
	longest := 0
	for _, v := range c.Vectors {
		longest = max(longest, d.far(v))
	}
	for _, path := range c.Paths {
		longest = max(longest, len(path.Steps))
		if path.Rides {
			longest = max(longest, len(path.Steps)+1)
		}
	}
	switch {
	case c.Hop == variant.HopOver && c.Range == variant.Unlimited, c.Hop == variant.HopBehind &&
		c.Range == variant.Unlimited:
		return 3 // a square before the hurdle, the hurdle, the square after it
	case c.Range == variant.Unlimited:
		return 2 * longest
	}
	return max(longest, min(c.Range*longest, maxRadius))
}

func (d *moveDiagram) add(c *variant.Component) {
	for _, path := range c.Paths {
		d.addPath(c, path)
	}
	for _, v := range c.Vectors {
		if c.Hop != variant.NoHop {
			d.addHop(c, v)
			continue
		}
		last := c.Range
		if last == variant.Unlimited {
			last = d.radius
		}
		for n := 1; n <= last; n++ {
			if c.Lame {
				for _, step := range v.Path() {
					d.put(variant.Vector{Files: (n-1)*v.Files + step.Files, Ranks: (n-1)*v.Ranks + step.Ranks},
						square{path: true})
				}
			}
			d.put(variant.Vector{Files: n * v.Files, Ranks: n * v.Ranks},
				square{quiet: c.Quiet, capture: c.Capture, ride: c.Range == variant.Unlimited})
		}
	}
}

// addPath draws the squares that a path passes, and its end; of a path that
// goes on, two squares of the end.
func (d *moveDiagram) addPath(c *variant.Component, path variant.Path) {
	var at variant.Vector
	for n := range len(path.Steps) + 1 {
		step, ends, more := path.Step(n)
		if !more {
			return
		}
		m := square{path: true}
		if ends {
			m = square{quiet: c.Quiet, capture: c.Capture, ride: n == len(path.Steps)}
		}
		if at = at.Plus(step); at != (variant.Vector{}) {
			d.put(at, m)
		}
	}
}

// addHop draws a hop: the hurdle in the middle of a leap, or two squares on the
// line of a rider.
func (d *moveDiagram) addHop(c *variant.Component, v variant.Vector) {
	hurdle := square{hop: true, hurdle: true}
	end := square{hop: true, quiet: c.Quiet, capture: c.Capture, ride: c.Hop == variant.HopOver &&
		c.Range == variant.Unlimited}
	if c.Range == variant.Unlimited {
		d.put(variant.Vector{Files: 2 * v.Files, Ranks: 2 * v.Ranks}, hurdle)
		d.put(variant.Vector{Files: 3 * v.Files, Ranks: 3 * v.Ranks}, end)
		return
	}
	for _, step := range v.Path() {
		d.put(step, hurdle)
	}
	d.put(v, end)
}

// put merges m into a square. Hops, which are put last, replace the
// continuation of a ride in their direction.
func (d *moveDiagram) put(at variant.Vector, m square) {
	if d.far(at) > d.radius {
		return
	}
	was := d.squares[at]
	if m.hop && was.ride && !was.hop {
		was = square{}
	}
	d.squares[at] = square{
		hop:   was.hop || m.hop,
		quiet: was.quiet || m.quiet, capture: was.capture || m.capture, ride: was.ride || m.ride,
		hurdle: was.hurdle || m.hurdle, path: was.path || m.path,
	}
}

// lines returns the diagram from the top, with radius squares around the piece.
// With hexagons each line is half a cell lower than the previous one, with
// blanks between its cells.
func (d *moveDiagram) lines(radius int) []string {
	var all []string
	if d.hexagons {
		for height := 2 * radius; height >= -2*radius; height-- {
			all = append(all, d.line(radius, func(file int) (rank int, ok bool) {
				rank = (height + file) / 2
				return rank, 2*rank == height+file && d.far(variant.Vector{Files: file, Ranks: rank}) <= radius
			}))
		}
		return all
	}
	for rank := radius; rank >= -radius; rank-- {
		all = append(all, d.line(radius, func(int) (int, bool) { return rank, true }))
	}
	return all
}

// line returns a line of the diagram. at returns the rank in each file, and
// whether there is a cell.
func (d *moveDiagram) line(radius int, at func(file int) (rank int, ok bool)) string {
	cells := make([]string, 0, 2*radius+1)
	for file := -radius; file <= radius; file++ {
		cell := " "
		if rank, ok := at(file); ok {
			cell = string(d.squares[variant.Vector{Files: file, Ranks: rank}].char())
			if file == 0 && rank == 0 {
				cell = "@"
			}
		}
		cells = append(cells, cell)
	}
	return strings.Join(cells, " ")
}
