package courier

import (
	"slices"
	"strconv"
	"strings"

	"assay/parser/format"
	"assay/parser/numbered"
	"assay/parser/record"
)

// printCourier writes a record with one ply per line. A line that names the
// variant comes first, so that records can follow one another in a file. Each
// line of a comment becomes a comment; comments before a move follow the
// previous ply. The notation has no variations, glyphs, marks, clocks or
// evaluations.
func printCourier(r *record.Record) ([]byte, error) {
	tags := courierTags(r)
	var b []byte
	for _, tag := range tags {
		b = append(append(b, numbered.TagLine(tag)...), '\n')
	}
	comments := courierComments(r)
	for i := range comments {
		if i == 0 && (len(comments[0]) > 0 || len(r.Moves) > 0) && len(b) > 0 {
			b = append(b, '\n')
		}
		if i > 0 {
			b = appendCourierPly(b, r.Moves, i-1)
		}
		for k, text := range comments[i] {
			if i > 0 && k == 0 {
				b = append(b[:len(b)-1], ' ')
			}
			b = append(b, "//"...)
			if text != "" {
				b = append(b, ' ')
			}
			b = append(append(b, text...), '\n')
		}
	}
	if endingWords[strings.ToLower(r.Ending)] && !hasTag(tags, "Ending") {
		b = append(append(b, r.Ending...), '\n')
	}
	return b, checkCourier(b, tags, comments, r)
}

// appendCourierPly appends the i-th ply with its number (GC-5). The first ply
// is the second player's if the next ply has the next number.
func appendCourierPly(b []byte, moves record.Line, i int) []byte {
	if n := moves[i].Number; n > 0 {
		b = strconv.AppendInt(b, int64(n), 10)
		second := i > 0 && moves[i-1].Number == n
		if i == 0 && len(moves) > 1 {
			second = moves[1].Number == n+1
		}
		if second {
			b = append(b, ".."...)
		}
		b = append(b, ". "...)
	}
	return append(append(b, moves[i].Text...), '\n')
}

// courierTags returns the record's tags in writing order, with result, start
// and ending added if missing. It drops the first line of a Zillions save file.
func courierTags(r *record.Record) []record.Tag {
	tags := slices.DeleteFunc(numbered.Tags(r),
		func(t record.Tag) bool { return strings.EqualFold(t.Key, numbered.ZillionsKey) })
	if !hasTag(tags, "Setup") && r.Start != "" {
		tags = append(tags, record.Tag{Key: "Setup", Value: r.Start})
	}
	if !hasTag(tags, "Ending") && r.Ending != "" && !endingWords[strings.ToLower(r.Ending)] {
		tags = append(tags, record.Tag{Key: "Ending", Value: r.Ending})
	}
	return tags
}

func hasTag(tags []record.Tag, key string) bool {
	return slices.ContainsFunc(tags, func(t record.Tag) bool { return strings.EqualFold(t.Key, key) })
}

// courierComments returns the lines of the comments before the first ply, then
// of those after each ply.
func courierComments(r *record.Record) [][]string {
	all := make([][]string, 1+len(r.Moves))
	all[0] = record.CommentLines(r.Comments)
	for i := range r.Moves {
		notes := r.Moves[i].Notes()
		all[i] = append(all[i], record.CommentLines(notes.Before)...)
		all[i+1] = record.CommentLines(notes.Comments)
	}
	return all
}

// checkCourier reads the written text back and compares it with the record.
func checkCourier(written []byte, tags []record.Tag, comments [][]string, r *record.Record) error {
	got, err := format.ReadBack(Courier, written, tags, openCourier)
	if err != nil {
		return err
	}
	read := courierComments(got.Record)
	for i := range r.Moves {
		ply := &r.Moves[i]
		if i >= len(got.Moves) || got.Moves[i].Text != ply.Text || got.Moves[i].Number != ply.Number {
			return got.Unwritable("ply "+strconv.Itoa(i+1), ply.Text)
		}
	}
	for i := range comments {
		if i >= len(read) || strings.Join(read[i], "\n") != strings.Join(comments[i], "\n") {
			return got.Unwritable("comment after ply "+strconv.Itoa(i), strings.Join(comments[i], "\n"))
		}
	}
	return got.End(len(got.Tags) > len(tags) || len(got.Moves) > len(r.Moves) || got.Ending != r.Ending)
}
