package diagram

import (
	"errors"
	"fmt"
	"slices"
)

// Error is an invalid field of a [Scene], with its index if the field is a list
// (else -1).
type Error struct {
	Field  string
	Index  int
	Reason string
}

func (e *Error) Error() string {
	if e.Index < 0 {
		return fmt.Sprintf("diagram: %s %s", e.Field, e.Reason)
	}
	return fmt.Sprintf("diagram: %s[%d] %s", e.Field, e.Index, e.Reason)
}

// checker collects the errors of a scene.
type checker struct {
	squares int
	errs    []error
}

func (c *checker) add(field string, index int, format string, args ...any) {
	c.errs = append(c.errs, &Error{field, index, fmt.Sprintf(format, args...)})
}

// check returns all errors of s, joined.
func (s *Scene) check() error {
	var c checker
	c.between("Files", s.Files, 1, maxSide)
	c.between("Ranks", s.Ranks, 1, maxSide)
	if len(c.errs) > 0 {
		return errors.Join(c.errs...)
	}
	c.squares = s.Files * s.Ranks
	c.length("FileLabels", len(s.FileLabels), s.Files)
	c.length("RankLabels", len(s.RankLabels), s.Ranks)
	c.length("Names", len(s.Names), c.squares)
	c.length("Pieces", len(s.Pieces), c.squares)
	for i, p := range s.Pieces {
		c.piece("Pieces", i, p)
	}
	if s.SquareSize != 0 {
		c.between("SquareSize", s.SquareSize, MinSquareSize, MaxSquareSize)
	}
	c.between("River", s.River, 0, s.Ranks-1)
	c.between("Style", int(s.Style), 0, int(StyleHexagons))
	c.between("Coordinates", int(s.Coordinates), 0, int(CoordinatesXiangqi))
	if s.Set.lookup() == nil {
		c.add("Set", -1, "is unknown: %q", s.Set)
	}
	for i, sq := range s.Stars {
		c.square("Stars", i, sq)
	}
	c.between("Turn", int(s.Turn), int(Nobody), int(Second))
	for i, z := range s.Zones {
		for _, sq := range z.Squares {
			c.square("Zones", i, sq)
		}
		c.oneOf("Zones", i, "style", int(z.Style), int(ZoneCross))
	}
	for i, sq := range s.LastMove {
		c.square("LastMove", i, sq)
	}
	for i, m := range s.Marks {
		c.place("Marks", i, s, m.Square)
		c.oneOf("Marks", i, "shape", int(m.Shape), int(MarkFrame))
		c.oneOf("Marks", i, "tone", int(m.Tone), int(ToneDoubt))
	}
	for i, a := range s.Arrows {
		c.place("Arrows", i, s, a.From)
		c.place("Arrows", i, s, a.To)
		if a.From == a.To {
			c.add("Arrows", i, "starts and ends on square %d", a.To)
		}
		c.oneOf("Arrows", i, "tone", int(a.Tone), int(ToneDoubt))
	}
	c.reserve("Reserves[0]", &s.Reserves[First])
	c.reserve("Reserves[1]", &s.Reserves[Second])
	return errors.Join(c.errs...)
}

func (c *checker) reserve(field string, r *Reserve) {
	c.between(field+".Columns", r.Columns, 0, maxCells)
	c.between(field+".Cells", len(r.Cells), 0, maxCells)
	c.between(field+".Hand", len(r.Hand), 0, maxCells)
	c.between(field+".Room", r.Room, 0, maxCells)
	for i := range r.Cells {
		c.piece(field+".Cells", i, r.Cells[i].Piece)
	}
	for i := range r.Hand {
		c.piece(field+".Hand", i, &r.Hand[i].Piece)
		if r.Hand[i].Count < 1 {
			c.add(field+".Hand", i, "has count %d, below 1", r.Hand[i].Count)
		}
	}
	c.piece(field+".Pocket", -1, r.Pocket)
	if r.Pocket != nil && !r.HasPocket {
		c.add(field+".Pocket", -1, "is set without HasPocket")
	}
}

func (c *checker) between(field string, n, low, high int) {
	if n < low || n > high {
		c.add(field, -1, "is %d; expected %d to %d", n, low, high)
	}
}

// length requires an empty or complete list.
func (c *checker) length(field string, n, want int) {
	if n != 0 && n != want {
		c.add(field, -1, "has %d entries; expected %d", n, want)
	}
}

func (c *checker) square(field string, index, square int) {
	if square < 0 || square >= c.squares {
		c.add(field, index, "has square %d, but the board has %d", square, c.squares)
	}
}

// place requires a place of the scene, on or off the board.
func (c *checker) place(field string, index int, s *Scene, place int) {
	if !s.has(place) {
		c.add(field, index, "has square %d, but the board has %d", place, c.squares)
	}
}

func (c *checker) oneOf(field string, index int, noun string, n, last int) {
	if n < 0 || n > last {
		c.add(field, index, "has unknown %s %d", noun, n)
	}
}

func (c *checker) piece(field string, index int, p *Piece) {
	if p == nil || p.Side == Nobody {
		return
	}
	if p.Side != First && p.Side != Second {
		c.add(field, index, "has side %d; expected First, Second or Nobody", p.Side)
	}
	if p.Set.lookup() == nil {
		c.add(field, index, "has unknown set %q", p.Set)
		return
	}
	if p.Glyph != "" && !slices.Contains(keys, p.Glyph) {
		c.add(field, index, "has unknown glyph %q", p.Glyph)
		return
	}
	if _, drawn := glyphs[p.Glyph]; p.Letter == "" && (!drawn && !p.Set.Has(p.Glyph) || p.Set == Letters) {
		c.add(field, index, "has neither glyph nor letter")
	}
}
