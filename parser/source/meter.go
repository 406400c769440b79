package source

import "assay/parser/record"

// Limits bound the size of one record. Each is checked while a record is read,
// before more of it is in memory.
type Limits struct {
	// Plies is the largest number of plies, variations included.
	Plies int
	// Variations is the largest number of variations.
	Variations int
	// Comment is the largest length of one comment in bytes.
	Comment int
}

// DefaultLimits are the limits of a Reader without limits in its Options. The
// longest chess game possible under the rules has 17,697 plies, the longest
// ever played 538.
var DefaultLimits = Limits{Plies: 100_000, Variations: 20_000, Comment: 1 << 20}

// maxWay is the largest total number of plies of a record's variations, each
// counted from the start of the game.
const maxWay = 4_000_000

// maxTags is the largest number of header lines of a record. They are looked up
// by key, one after the other.
const maxTags = 2000

// Units of TooLarge other than bytes.
const (
	manyPlies      = "plies, variations included (max_plies)"
	manyVariations = "variations (max_side_lines)"
	longWays       = "plies in variations, each counted from the start of the game"
	manyTags       = "header lines"
	longComment    = "bytes in one comment (max_comment)"
)

// Meter counts the parts of a record while it is read. Without limits it counts
// nothing.
type Meter struct {
	Limits            Limits
	plies, variations int
}

// excess ends the reading of a record; see Meter.read.
type excess struct {
	what  string
	limit int
}

// read reads a record within the limits; above one it returns the unit and
// limit.
func (m *Meter) read(read func() *record.Record) (r *record.Record, over *excess) {
	m.plies, m.variations = 0, 0
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *excess:
			r, over = nil, e
		default:
			panic(e)
		}
	}()
	r = read()
	if r == nil || m.Limits.Plies <= 0 {
		return r, nil
	}
	if len(r.Tags) > maxTags {
		return nil, &excess{manyTags, maxTags}
	}
	if m.variations > 0 {
		m.ways(r.Moves)
	}
	return r, nil
}

// Ply counts one ply.
func (m *Meter) Ply() {
	if m.plies++; m.Limits.Plies > 0 && m.plies > m.Limits.Plies {
		panic(&excess{manyPlies, m.Limits.Plies})
	}
}

// Variation counts one variation.
func (m *Meter) Variation() {
	if m.variations++; m.Limits.Variations > 0 && m.variations > m.Limits.Variations {
		panic(&excess{manyVariations, m.Limits.Variations})
	}
}

// Comment checks the length of a comment.
func (m *Meter) Comment(text string) {
	if m.Limits.Comment > 0 && len(text) > m.Limits.Comment {
		panic(&excess{longComment, m.Limits.Comment})
	}
}

// Room returns the number of plies to allocate in advance, given an estimate
// for the record.
func (m *Meter) Room(plies int) int {
	if m.Limits.Plies > 0 {
		return min(plies, m.Limits.Plies)
	}
	return plies
}

// ways adds up the lengths of the variations, each counted from the start of
// the game.
func (m *Meter) ways(main record.Line) {
	way := 0
	for _, s := range record.Segments(main) {
		if s.Side {
			way += s.First - 1 + len(s.Plies)
		}
		if way > maxWay {
			panic(&excess{longWays, maxWay})
		}
	}
}

// MaxDepth is the largest depth of nested variations in a PGN record.
const MaxDepth = 10_000
