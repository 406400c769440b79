package analysis

import (
	"fmt"
	"slices"
	"strings"

	"assay/analysis/notation"
	"assay/parser"
)

// mark gives a mark with the names that the target has for its squares. Other
// places, such as bench cells, have one name everywhere; a mark of a place that
// the game does not have stays as it is.
func (c *converter) mark(m parser.Mark) parser.Mark {
	from, ok := c.square(m.From)
	to := ""
	if m.To != "" && ok {
		to, ok = c.square(m.To)
	}
	if !ok {
		return m
	}
	return parser.Mark{Colour: m.Colour, From: from, To: to}
}

// square gives the name that the target has for a place, false where the game
// has none of that name.
func (c *converter) square(name string) (string, bool) {
	r := c.game.Rules
	s, ok := c.names.Marked(name)
	if !ok {
		return placeName(r, name)
	}
	if !c.form.Sfen {
		return notation.MarkNames(c.target, r).Of(s), true
	}
	file, rank := r.Files()-int(s)%r.Files(), r.Ranks()-int(s)/r.Files()
	return fmt.Sprintf("%d%c", file, 'a'+rank-1), true
}

// renamed returns a comment before the first move, or before a ply, with the
// target's names of squares in its leading drawing commands. A comment in which
// commands and text are mixed otherwise, or that may be respelt, stays as it
// is.
func (c *converter) renamed(comment parser.Comment) parser.Comment {
	if !strings.HasPrefix(comment.Text, "[%csl") && !strings.HasPrefix(comment.Text, "[%cal") {
		return comment
	}
	var ply parser.Ply
	text := ply.ReadCommands(comment.Text)
	marks := slices.Clone(ply.Notes().Marks)
	if strings.TrimSpace(ply.CommandText()+" "+text) != comment.Text || plainSigns.Replace(text) != text {
		return comment
	}
	for i, m := range marks {
		marks[i] = c.mark(m)
	}
	if !slices.Equal(marks, ply.Notes().Marks) {
		ply.Annotate().Marks = marks
		comment.Text = strings.TrimSpace(ply.CommandText() + " " + text)
	}
	return comment
}
