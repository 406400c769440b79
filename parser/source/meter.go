package source

import "assay/parser/record"

// Limits bound what one record may hold. Each is looked at while a record is
// read, before there is more of it in memory.
type Limits struct {
	// Plies is the greatest number of plies, those of side lines included.
	Plies int
	// Variations is the greatest number of side lines.
	Variations int
	// Comment is the greatest length of one comment in bytes.
	Comment int
}

// DefaultLimits are those of a Reader whose Options name none. The longest game
// of chess that its rules allow has 17,697 plies, and the longest that was
// played 538.
var DefaultLimits = Limits{Plies: 100_000, Variations: 20_000, Comment: 1 << 20}

// maxWay is how many plies the side lines of a record may have, each counted
// from the start of the game, as readers play them.
const maxWay = 4_000_000

// maxTags is how many header lines a record may have. They are looked up by
// their keys, one after the other.
const maxTags = 2000

// What a TooLarge counts beside bytes.
const (
	manyPlies      = "plies, side lines included (max_plies)"
	manyVariations = "side lines (max_side_lines)"
	longWays       = "plies in side lines, each counted from the start of the game"
	manyTags       = "header lines"
	longComment    = "bytes in one comment (max_comment)"
)

// Meter counts what is read of a record. One without limits counts nothing.
type Meter struct {
	Limits            Limits
	plies, variations int
}

// excess ends the reading of a record; see meter.read.
type excess struct {
	what  string
	limit int
}

// read reads a record within the limits; above one it gives what was counted.
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

// Ply counts one more.
func (m *Meter) Ply() {
	if m.plies++; m.Limits.Plies > 0 && m.plies > m.Limits.Plies {
		panic(&excess{manyPlies, m.Limits.Plies})
	}
}

// Variation counts one more.
func (m *Meter) Variation() {
	if m.variations++; m.Limits.Variations > 0 && m.variations > m.Limits.Variations {
		panic(&excess{manyVariations, m.Limits.Variations})
	}
}

// Comment looks at the length of one.
func (m *Meter) Comment(text string) {
	if m.Limits.Comment > 0 && len(text) > m.Limits.Comment {
		panic(&excess{longComment, m.Limits.Comment})
	}
}

// Room is for how many of the plies that a record seems to have there may be
// space made beforehand.
func (m *Meter) Room(plies int) int {
	if m.Limits.Plies > 0 {
		return min(plies, m.Limits.Plies)
	}
	return plies
}

// ways adds up the side lines from the start of the game.
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

// MaxDepth is how deep variations of a PGN record may nest.
const MaxDepth = 10_000
