package analysis

import (
	"fmt"
	"io"
	"strings"

	"assay/parser"
)

// respell changes the comments and tags that keep a record from being written,
// and lists them as losses.
func (c *Conversion) respell() {
	comments := 0
	each := func(list []parser.Comment) {
		for i := range list {
			if text := plainText(list[i].Text); text != list[i].Text {
				list[i].Text = text
				comments++
			}
		}
	}
	each(c.Record.Comments)
	for lines := []parser.Line{c.Record.Moves}; len(lines) > 0; {
		line := lines[len(lines)-1]
		lines = lines[:len(lines)-1]
		for i := range line {
			each(line[i].Notes().Before)
			each(line[i].Notes().Comments)
			lines = append(lines, line[i].Notes().Variations...)
		}
	}
	if comments > 0 {
		c.Losses = append(c.Losses, "the spelling of "+parser.Count(comments, "comment"))
	}
	var kept []parser.Tag
	var lost []string
	for _, tag := range c.Record.Tags {
		if holdsTag(c.Record, tag) {
			kept = append(kept, tag)
		} else {
			lost = append(lost, tag.Key)
		}
	}
	c.Record.Tags = kept
	if n := len(lost); n > 0 {
		c.Losses = append(c.Losses, fmt.Sprintf("%s: %s", parser.Count(n, "tag"), strings.Join(lost[:min(n, maxNamed)], ", ")))
	}
}

// maxNamed is how many lost tags are named.
const maxNamed = 10

// plainText is a comment on one line, without signs that some notation gives a
// meaning.
func plainText(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	return strings.Join(strings.Fields(plainSigns.Replace(text)), " ")
}

var plainSigns = strings.NewReplacer("{", "(", "}", ")", "[%", "[", "\x00", " ")

// holdsTag says whether a record with that one tag can be written.
func holdsTag(r *parser.Record, tag parser.Tag) bool {
	alone := parser.Record{Format: r.Format, Start: r.Start, Tags: []parser.Tag{tag}}
	if len(r.Moves) > 0 {
		alone.Moves = parser.Line{{Number: r.Moves[0].Number, Text: r.Moves[0].Text}}
	}
	return parser.Write(io.Discard, &alone) == nil
}
