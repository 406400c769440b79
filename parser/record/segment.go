package record

import (
	"slices"
	"strconv"
	"strings"

	"assay/parser/scan"
)

// Segment is a line of a record's tree, for notations that write the lines one
// after the other.
type Segment struct {
	First int // number of its first ply, counted from the start
	Plies Line
	Side  bool
	More  bool // another one for its first ply follows
}

// Segments lists the lines of a tree: the main line, then its variations from
// the last ply to the first. Each variation is followed by its own variations.
// Variations that replace the first ply of another variation are its siblings.
func Segments(main Line) []Segment {
	var out []Segment
	open := []Segment{{First: 1, Plies: main}}
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		out = append(out, s)
		for i := range s.Plies {
			more := i == 0 && s.More
			for _, side := range slices.Backward(s.Plies[i].Notes().Variations) {
				if len(side) > 0 {
					open = append(open, Segment{s.First + i, side, true, more})
					more = true
				}
			}
		}
	}
	return out
}

// After returns the comments after ply i of the segment, including those before
// the next ply.
func (s *Segment) After(i int) []Comment {
	comments := s.Plies[i].Notes().Comments
	if i+1 < len(s.Plies) && len(s.Plies[i+1].Notes().Before) > 0 {
		comments = slices.Concat(comments, s.Plies[i+1].Notes().Before)
	}
	return comments
}

// Around returns the comments of After, and those before a variation's first
// ply.
func (s *Segment) Around(i int) []Comment {
	if i > 0 || !s.Side || len(s.Plies[0].Notes().Before) == 0 {
		return s.After(i)
	}
	return slices.Concat(s.Plies[0].Notes().Before, s.After(i))
}

// CommentLines returns the lines of comments without blanks around them.
func CommentLines(comments []Comment) []string {
	var lines []string
	for _, c := range comments {
		for line := range strings.SplitSeq(scan.LineEnds.Replace(c.Text), "\n") {
			lines = append(lines, scan.Trim(line))
		}
	}
	return lines
}

// OpeningComments returns a record's comments and those before its first ply.
func OpeningComments(r *Record) []Comment {
	if len(r.Moves) > 0 && len(r.Moves[0].Notes().Before) > 0 {
		return slices.Concat(r.Comments, r.Moves[0].Notes().Before)
	}
	return r.Comments
}

// Misread returns the first difference of two trees: the message of an
// Unwritable, and the text that is not read back.
func Misread(want, got *Record) (message, text string, differs bool) {
	if !slices.Equal(CommentLines(OpeningComments(want)), CommentLines(OpeningComments(got))) {
		return "comment before the moves", strings.Join(CommentLines(OpeningComments(want)), "\n"), true
	}
	one, two := Segments(want.Moves), Segments(got.Moves)
	for i := range one {
		if i >= len(two) || one[i].First != two[i].First {
			return "variation at ply " + strconv.Itoa(one[i].First), textOf(one[i].Plies), true
		}
		if message, text, differs := misreadLine(&one[i], &two[i]); differs {
			return message, text, true
		}
	}
	if len(two) > len(one) {
		return "text that would be read as a variation", textOf(two[len(one)].Plies), true
	}
	return "", "", false
}

func misreadLine(want, got *Segment) (message, text string, differs bool) {
	for k := range want.Plies {
		ply := "ply " + strconv.Itoa(want.First+k)
		if k >= len(got.Plies) || want.Plies[k].Text != got.Plies[k].Text {
			return ply, want.Plies[k].Text, true
		}
		lines := CommentLines(want.Around(k))
		if !slices.Equal(lines, CommentLines(got.Around(k))) {
			return "comment on " + ply, strings.Join(lines, "\n"), true
		}
	}
	if len(got.Plies) > len(want.Plies) {
		return "text that would be read as a ply", got.Plies[len(want.Plies)].Text, true
	}
	return "", "", false
}

func textOf(line Line) string {
	if len(line) == 0 {
		return ""
	}
	return line[0].Text
}
