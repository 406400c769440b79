package analysis

import (
	"fmt"
	"slices"
	"strings"

	"assay/analysis/notation"
	"assay/parser"
)

// mark returns a mark with the target's names of squares. Bench cells and the
// like have one name everywhere. A mark of an unknown place is left unchanged.
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

// square returns the target's name of a place, and whether the place exists.
func (c *converter) square(name string) (string, bool) {
	r := c.game.Rules
	s, ok := c.names.Marked(name)
	if !ok {
		return placeName(r, name)
	}
	if !c.traits.Sfen {
		return notation.MarkNames(c.target, r).Of(s), true
	}
	file, rank := r.Files()-int(s)%r.Files(), r.Ranks()-int(s)/r.Files()
	return fmt.Sprintf("%d%c", file, 'a'+rank-1), true
}

// renamed converts square names in the leading drawing commands of a comment
// before a ply. Comments that mix commands and text otherwise, or that may be
// rewritten, are left unchanged.
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
