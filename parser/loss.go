package parser

import (
	"strings"
	"time"

	"assay/parser/format"
	"assay/parser/record"
)

// Losses lists what a record loses when it is written in a format, such as "3
// variations"; nothing if reading returns all of it.
func Losses(r *Record, f Format) []string {
	n, err := notationOf(f)
	if err != nil || len(n.Lacks) == 0 && r.Partner == nil {
		return nil
	}
	return losses(r, n)
}

// LossesOf lists what a record loses without some parts.
func LossesOf(r *Record, lacks []record.Part) []string { return losses(r, &format.Row{Lacks: lacks}) }

func losses(r *Record, n *format.Row) (out []string) {
	var count [record.Parts]int
	countParts(r, n, &count)
	for part := range record.Parts {
		if found := count[part]; found > 0 && !n.Has(part) {
			noun, rest := part.Noun()
			out = append(out, Count(found, noun)+rest)
		}
	}
	if r.Partner != nil && !n.Whole && !n.Boards {
		out = append(out, "board B of a bughouse record")
	}
	return out
}

// countParts counts the parts of a record that some notation cannot express.
func countParts(r *Record, n *format.Row, count *[record.Parts]int) {
	countComments(r.Comments, count)
	count[record.PartTags] = len(r.Tags)
	keys := make(map[string]bool, len(r.Tags))
	for _, tag := range r.Tags {
		if keys[tag.Key] {
			count[record.PartSameTags]++
		}
		keys[tag.Key] = true
		if n.Owns != nil && n.Owns(tag.Key) {
			count[record.PartOwnTags]++
		}
	}
	count[record.PartSetup] = len(r.Setup)
	if r.Trailing != "" {
		count[record.PartTrailing] = 1
	}
	if r.Ending != "" && !n.HasEnding(r.Ending) {
		count[record.PartEnding] = 1
	}
	if r.Ending == "" && r.Result != "" && r.Result != "*" {
		count[record.PartReason], count[record.PartResult] = 1, 1
	}
	if n.Claims != nil && r.Ending != "" && r.Result != "" {
		if claimed := n.Claims(r); claimed != "" && claimed != r.Result {
			count[record.PartResult] = 1
		}
	}
	lines := record.Segments(r.Moves)
	count[record.PartVariations] = len(lines) - 1
	for i := range lines {
		for k := range lines[i].Plies {
			countPly(&lines[i], k, n, count)
		}
	}
}

func countPly(s *record.Segment, i int, n *format.Row, count *[record.Parts]int) {
	ply := &s.Plies[i]
	notes := ply.Notes()
	countComments(notes.Before, count)
	countComments(notes.Comments, count)
	if s.Side && i == 0 {
		count[record.PartNestedFirst] += len(notes.Variations)
		count[record.PartCommentsFirst] += len(notes.Before)
	}
	count[record.PartGlyphs] += len(notes.NAGs)
	count[record.PartMarks] += len(notes.Marks)
	if ply.Clock != nil {
		count[record.PartClocks]++
	}
	if ply.Spent != nil {
		count[record.PartTimes]++
		if *ply.Spent%time.Second != 0 && n.Has(record.PartTimes) {
			count[record.PartFractions]++
		}
	}
	if notes.Eval != "" {
		count[record.PartEvaluations]++
	}
	for _, c := range notes.Commands {
		switch c.Name {
		case record.CommandEnding:
			if !n.HasEnding(c.Text) {
				count[record.PartEnding]++
			}
		case record.CommandEndTime, record.CommandEndTotal, record.CommandTotal:
			count[record.PartTimes]++
		case record.CommandBookmark:
			count[record.PartBookmarks]++
		default:
			count[record.PartCommands]++
		}
	}
}

func countComments(comments []Comment, count *[record.Parts]int) {
	count[record.PartComments] += len(comments)
	for _, c := range comments {
		if strings.ContainsAny(c.Text, "\r\n") {
			count[record.PartLongComments]++
		}
	}
}
