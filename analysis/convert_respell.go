package analysis

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/parser"
	"assay/parser/record"
)

// respell rewrites or drops the comments and tags that make the record
// unwritable, and lists them as losses.
func (c *Conversion) respell() {
	var kept []parser.Tag
	var lost []string
	respelt := 0
	for _, tag := range c.Record.Tags {
		plain := tag
		plain.Value = strings.Join(strings.Fields(tag.Value), " ")
		switch {
		case canWriteTag(c.Record, tag):
			kept = append(kept, tag)
		case plain.Value != "" && canWriteTag(c.Record, plain):
			kept = append(kept, plain)
			respelt++
		default:
			lost = append(lost, tag.Key)
		}
	}
	c.Record.Tags = kept
	if respelt > 0 {
		c.Losses = append(c.Losses, "the spelling of "+parser.Count(respelt, "tag"))
	}
	if n := len(lost); n > 0 {
		c.Losses = append(c.Losses,
			fmt.Sprintf("%s: %s", parser.Count(n, "tag"), strings.Join(lost[:min(n, maxNamed)], ", ")))
	}
	if n := c.respellComments(); n > 0 {
		c.Losses = append(c.Losses, "the spelling of "+parser.Count(n, "comment"))
	}
}

// canWriteTag reports whether a tag can be written.
func canWriteTag(r *parser.Record, tag parser.Tag) bool {
	alone := first(r)
	alone.Tags = []parser.Tag{tag}
	return parser.Write(io.Discard, &alone) == nil
}

// respellComments rewrites the comments that cannot be written. If all can be
// written alone but not together, it rewrites all. It returns the number of
// rewritten comments.
func (c *Conversion) respellComments() int {
	var before []string
	ways := []func(string) string{plainText, oneLine}
	if own := parser.Traits(c.Record.Format).Plain; own != nil {
		ways = slices.Insert(ways, 0, own)
	}
	c.eachComment(func(comment *parser.Comment, put putComment) {
		before = append(before, comment.Text)
		for _, plain := range ways {
			if canWriteComment(c.Record, *comment, put) {
				break
			}
			comment.Text = plain(comment.Text)
		}
	})
	for _, plain := range ways {
		if _, err := spell(c.Record); err == nil {
			break
		}
		c.eachComment(func(comment *parser.Comment, _ putComment) { comment.Text = plain(comment.Text) })
	}
	changed, i := 0, 0
	c.eachComment(func(comment *parser.Comment, _ putComment) {
		if comment.Text != before[i] {
			changed++
		}
		i++
	})
	return changed
}

// maxNamed is the largest number of lost tags that are named.
const maxNamed = 10

// putComment inserts a comment into a record.
type putComment func(r *parser.Record, comment parser.Comment)

// eachComment calls do with every comment and its place in the format.
func (c *Conversion) eachComment(do func(comment *parser.Comment, put putComment)) {
	each := func(list []parser.Comment, put putComment) {
		for i := range list {
			do(&list[i], put)
		}
	}
	atStart := func(r *parser.Record, comment parser.Comment) { r.Comments = []parser.Comment{comment} }
	inFront := func(r *parser.Record, comment parser.Comment) {
		r.Moves[0].Annotate().Before = []parser.Comment{comment}
	}
	behind := func(r *parser.Record, comment parser.Comment) {
		r.Moves[0].Annotate().Comments = []parser.Comment{comment}
	}
	form := parser.Traits(c.Record.Format)
	if form.Behind {
		inFront = behind // of the ply before
	}
	each(c.Record.Comments, atStart)
	for lines := []parser.Line{c.Record.Moves}; len(lines) > 0; {
		line := lines[len(lines)-1]
		lines = lines[:len(lines)-1]
		for i := range line {
			each(line[i].Notes().Before, inFront)
			each(line[i].Notes().Comments, behind)
			if form.Has(record.PartVariations) {
				lines = append(lines, line[i].Notes().Variations...)
			}
		}
	}
}

// plainText removes the characters of a comment that have a meaning in some
// notation, and normalises blanks.
func plainText(text string) string {
	lines := strings.Split(plainSigns.Replace(strings.ToValidUTF8(text, "\uFFFD")), "\n")
	for i := range lines {
		lines[i] = oneLine(lines[i])
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// oneLine returns plain text on one line.
func oneLine(text string) string {
	return strings.Join(strings.Fields(plainSigns.Replace(strings.ToValidUTF8(text, "\uFFFD"))), " ")
}

var plainSigns = strings.NewReplacer("{", "(", "}", ")", "[%", "[", "\x00", " ", "\uFEFF", "")

// canWriteComment reports whether a comment can be written.
func canWriteComment(r *parser.Record, comment parser.Comment, put putComment) bool {
	alone := first(r)
	alone.Tags = r.Tags
	put(&alone, comment)
	_, err := spell(&alone)
	return err == nil
}

// first returns a record with only the first ply.
func first(r *parser.Record) parser.Record {
	alone := parser.Record{Format: r.Format, Start: r.Start}
	if len(r.Moves) > 0 {
		alone.Moves = parser.Line{{Number: r.Moves[0].Number, Text: r.Moves[0].Text}}
	}
	return alone
}
