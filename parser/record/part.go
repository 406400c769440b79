package record

// Part is something that a record may hold and a notation may have no place
// for.
type Part uint8

// The parts of a record that can be lost.
const (
	PartSideLines     Part = iota
	PartNestedFirst        // side lines instead of the first ply of another: they become siblings of it
	PartComments           // of any kind
	PartLongComments       // of several lines: each line becomes a comment
	PartCommentsFirst      // in front of a side line: they move behind its first ply
	PartGlyphs
	PartMarks
	PartClocks
	PartTimes
	PartEvaluations
	PartCommands // that no other part counts
	PartTags
	PartSameTags // of one key
	PartOwnTags  // of a key by which the notation says something itself
	PartSetup
	PartEnding   // that the notation has no word for
	PartReason   // of a result: the notation gives one
	PartResult   // that only an ending could say
	PartTrailing // text behind the moves
	Parts
)

// partNames are nouns, and what follows them.
var partNames = [Parts]struct{ noun, rest string }{
	{"side line", ""}, {"side line", " beginning another one"}, {"comment", ""}, {"comment", " of several lines"},
	{"comment", " in front of a side line"}, {"glyph", ""}, {"mark", ""}, {"clock", ""}, {"time", ""}, {"evaluation", ""},
	{"command", ""}, {"tag", ""}, {"tag", " of the same key"}, {"tag", " of a key with a meaning of its own"},
	{"piece", " of a set-up"}, {"ending", ""},
	{"reason", " of the result"}, {"result", ""}, {"text", " behind the moves"},
}

// Noun is what the part is called, and what follows the noun.
func (p Part) Noun() (noun, rest string) { return partNames[p].noun, partNames[p].rest }
