package parser

import "strings"

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
	parts
)

// partNames are nouns, and what follows them.
var partNames = [parts]struct{ noun, rest string }{
	{"side line", ""}, {"side line", " beginning another one"}, {"comment", ""}, {"comment", " of several lines"},
	{"comment", " in front of a side line"}, {"glyph", ""}, {"mark", ""}, {"clock", ""}, {"time", ""}, {"evaluation", ""},
	{"command", ""}, {"tag", ""}, {"tag", " of the same key"}, {"tag", " of a key with a meaning of its own"},
	{"piece", " of a set-up"}, {"ending", ""},
	{"reason", " of the result"}, {"result", ""}, {"text", " behind the moves"},
}

// cannotHold lists for each notation what it has no place for.
var cannotHold = map[Format][]Part{
	Numbered: {PartEnding, PartTrailing},
	PGN:      {PartOwnTags, PartSetup, PartEnding, PartTrailing},
	KIF:      {PartNestedFirst, PartLongComments, PartSetup, PartEnding, PartReason, PartTrailing},
	KI2:      {PartNestedFirst, PartLongComments, PartTimes, PartSetup, PartEnding, PartReason, PartTrailing},
	CSA:      {PartSideLines, PartLongComments, PartSetup, PartEnding, PartResult, PartTrailing},
	JKF:      {PartLongComments, PartCommentsFirst, PartSameTags, PartSetup, PartEnding, PartResult, PartTrailing},
	USI: {PartSideLines, PartComments, PartGlyphs, PartMarks, PartClocks, PartTimes, PartEvaluations, PartCommands,
		PartTags, PartSetup, PartEnding, PartResult, PartTrailing},
	Courier: {PartSideLines, PartLongComments, PartGlyphs, PartMarks, PartClocks, PartTimes, PartEvaluations, PartCommands,
		PartSetup, PartTrailing},
}

// Losses lists what a record loses when it is written in a format, such as
// "3 side lines"; nothing where all of it comes back when read.
func Losses(r *Record, f Format) []string {
	cannot := cannotHold[f.File()]
	if len(cannot) == 0 {
		return nil
	}
	var count [parts]int
	countParts(r, f, &count)
	var out []string
	for _, part := range cannot {
		if n := count[part]; n > 0 {
			out = append(out, Count(n, partNames[part].noun)+partNames[part].rest)
		}
	}
	return out
}

// countParts counts the parts of a record that some notation cannot hold.
func countParts(r *Record, f Format, count *[parts]int) {
	countComments(r.Comments, count)
	count[PartTags] = len(r.Tags)
	keys := make(map[string]bool, len(r.Tags))
	for _, tag := range r.Tags {
		if keys[tag.Key] {
			count[PartSameTags]++
		}
		keys[tag.Key] = true
		if d := pgnDialects[f]; d != nil && d.owns(tag.Key) {
			count[PartOwnTags]++
		}
	}
	count[PartSetup] = len(r.Setup)
	if r.Trailing != "" {
		count[PartTrailing] = 1
	}
	if r.Ending != "" && !hasEnding(r.Ending, f) {
		count[PartEnding] = 1
	}
	if r.Ending == "" && r.Result != "" && r.Result != "*" {
		count[PartReason], count[PartResult] = 1, 1
	}
	if board, ok := startBoard(r); ok && r.Ending != "" && r.Result != "" {
		if r.Result != ClaimedResult(r.Ending, board.second != (len(r.Moves)%2 == 1), r.Result) {
			count[PartResult] = 1
		}
	}
	lines := segments(r.Moves)
	count[PartSideLines] = len(lines) - 1
	for i := range lines {
		for k := range lines[i].plies {
			countPly(&lines[i], k, f, count)
		}
	}
}

// hasEnding reports whether a notation has a word for an ending.
func hasEnding(word string, f Format) bool {
	e, ok := endingNamed(word)
	switch f.File() {
	case CSA, JKF:
		return ok && e.csa != ""
	case USI:
		return ok && e.usi != ""
	case Numbered, PGN:
		return false
	}
	return ok
}

func countPly(s *segment, i int, f Format, count *[parts]int) {
	ply := &s.plies[i]
	notes := ply.Notes()
	countComments(notes.Before, count)
	countComments(notes.Comments, count)
	if s.side && i == 0 {
		count[PartNestedFirst] += len(notes.Variations)
		count[PartCommentsFirst] += len(notes.Before)
	}
	count[PartGlyphs] += len(notes.NAGs)
	count[PartMarks] += len(notes.Marks)
	if ply.Clock != nil {
		count[PartClocks]++
	}
	if ply.Spent != nil {
		count[PartTimes]++
	}
	if notes.Eval != "" {
		count[PartEvaluations]++
	}
	for _, c := range notes.Commands {
		switch c.Name {
		case commandEnding:
			if !hasEnding(c.Text, f) {
				count[PartEnding]++
			}
		case commandEndTime, commandTotal:
			count[PartTimes]++
		default:
			count[PartCommands]++
		}
	}
}

func countComments(comments []Comment, count *[parts]int) {
	count[PartComments] += len(comments)
	for _, c := range comments {
		if strings.ContainsAny(c.Text, "\r\n") {
			count[PartLongComments]++
		}
	}
}
