package record

// Part is a part of a record that some notation cannot express.
type Part uint8

// Parts of a record that can be lost.
const (
	PartVariations    Part = iota
	PartNestedFirst        // variations that replace the first ply of another: they become its siblings
	PartComments           // of any kind
	PartLongComments       // of several lines: each line becomes a comment
	PartCommentsFirst      // before a variation: they move after its first ply
	PartGlyphs
	PartMarks
	PartClocks
	PartTimes
	PartEvaluations
	PartCommands // that no other part counts
	PartBookmarks
	PartFractions // of times in whole seconds
	PartTags
	PartSameTags // with the same key
	PartOwnTags  // with a key that is a keyword of the notation
	PartSetup
	PartEnding   // without a word in the notation
	PartReason   // of a result: the notation implies one
	PartResult   // that only an ending could state
	PartTrailing // text after the moves
	Parts
)

// partNames are nouns and what follows them.
var partNames = [Parts]struct{ noun, rest string }{
	{"variation", ""}, {"variation", " at the start of another one"}, {"comment", ""}, {"comment", " of several lines"},
	{"comment", " before a variation"}, {"glyph", ""}, {"mark", ""}, {"clock", ""}, {"time", ""}, {"evaluation", ""},
	{"command", ""}, {"bookmark", ""}, {"time", " with fractions of a second"}, {"tag", ""},
	{"tag", " with the same key"}, {"tag", " with a reserved key"},
	{"piece", " of a set-up"}, {"ending", ""},
	{"reason", " of the result"}, {"result", ""}, {"text", " after the moves"},
}

// Noun returns the name of the part, and what follows the noun.
func (p Part) Noun() (noun, rest string) { return partNames[p].noun, partNames[p].rest }
