package parser

import (
	"slices"
	"strconv"
	"strings"
)

// segment is a line of a record's tree, as the notations write it that give
// one line of plies after the other.
type segment struct {
	first int // number of its first ply, counted from the start
	plies Line
	side  bool
}

// segments lists the lines of a tree: the main line, then the side lines from
// the last ply to the first, each followed by its own. Side lines that begin
// instead of the first ply of another are siblings of it.
func segments(main Line) []segment {
	var out []segment
	open := []segment{{first: 1, plies: main}}
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		out = append(out, s)
		for i := range s.plies {
			for _, side := range slices.Backward(s.plies[i].Notes().Variations) {
				if len(side) > 0 {
					open = append(open, segment{s.first + i, side, true})
				}
			}
		}
	}
	return out
}

// after gives the comments that follow ply i of the segment, those in front of
// the next one included.
func (s *segment) after(i int) []Comment {
	comments := s.plies[i].Notes().Comments
	if i+1 < len(s.plies) && len(s.plies[i+1].Notes().Before) > 0 {
		comments = slices.Concat(comments, s.plies[i+1].Notes().Before)
	}
	return comments
}

// around is after, with the comments in front of a side line's first ply.
func (s *segment) around(i int) []Comment {
	if i > 0 || !s.side || len(s.plies[0].Notes().Before) == 0 {
		return s.after(i)
	}
	return slices.Concat(s.plies[0].Notes().Before, s.after(i))
}

// commentLines gives the lines of comments without the blanks around them.
func commentLines(comments []Comment) []string {
	var lines []string
	for _, c := range comments {
		for line := range strings.SplitSeq(lineEnds.Replace(c.Text), "\n") {
			lines = append(lines, trim(line))
		}
	}
	return lines
}

// openingComments are a record's comments with those in front of its first ply.
func openingComments(r *Record) []Comment {
	if len(r.Moves) > 0 && len(r.Moves[0].Notes().Before) > 0 {
		return slices.Concat(r.Comments, r.Moves[0].Notes().Before)
	}
	return r.Comments
}

// misread is what two trees differ in first: the message of an Unwritable, and
// the text that does not come back.
func misread(want, got *Record) (message, text string, differs bool) {
	if !slices.Equal(commentLines(openingComments(want)), commentLines(openingComments(got))) {
		return "comment before the moves", strings.Join(commentLines(openingComments(want)), "\n"), true
	}
	one, two := segments(want.Moves), segments(got.Moves)
	for i := range one {
		if i >= len(two) || one[i].first != two[i].first {
			return "side line at ply " + strconv.Itoa(one[i].first), textOf(one[i].plies), true
		}
		if message, text, differs := misreadLine(&one[i], &two[i]); differs {
			return message, text, true
		}
	}
	if len(two) > len(one) {
		return "text that would be read as a side line", textOf(two[len(one)].plies), true
	}
	return "", "", false
}

func misreadLine(want, got *segment) (message, text string, differs bool) {
	for k := range want.plies {
		ply := "ply " + strconv.Itoa(want.first+k)
		if k >= len(got.plies) || want.plies[k].Text != got.plies[k].Text {
			return ply, want.plies[k].Text, true
		}
		lines := commentLines(want.around(k))
		if !slices.Equal(lines, commentLines(got.around(k))) {
			return "comment on " + ply, strings.Join(lines, "\n"), true
		}
	}
	if len(got.plies) > len(want.plies) {
		return "text that would be read as a ply", got.plies[len(want.plies)].Text, true
	}
	return "", "", false
}

func textOf(line Line) string {
	if len(line) == 0 {
		return ""
	}
	return line[0].Text
}
