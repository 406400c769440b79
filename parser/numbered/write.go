package numbered

import (
	"io"
	"strconv"
	"strings"

	"assay/parser/format"
	"assay/parser/record"
)

// writeNumbered writes a record as a numbered list, one ply a line. The first
// starting header line comes first whatever its place among the tags, so that
// records can follow one another in a file.
func writeNumbered(w io.Writer, r *record.Record) error {
	tags := Tags(r)
	var b []byte
	for _, tag := range tags {
		b = append(append(b, TagLine(tag)...), '\n')
	}
	for _, piece := range r.Setup {
		b = append(b, '(')
		if piece.Side != "" {
			b = append(b, piece.Side...)
			b = append(b, ' ')
		}
		b = join(b, piece.Piece, piece.Square)
		b = append(b, ")\n"...)
	}
	for _, c := range r.Comments {
		b = appendComment(b, c.Text)
	}
	b = appendNumberedLine(b, r.Moves)
	if err := checkNumbered(b, tags, r); err != nil {
		return err
	}
	_, err := w.Write(b)
	return err
}

// TagLine is a header line without its end.
func TagLine(tag record.Tag) string {
	if strings.EqualFold(tag.Key, ZillionsKey) {
		return tag.Key + " " + tag.Value
	}
	return tag.Key + "=" + tag.Value
}

// appendNumberedLine writes a line with its side lines, each in brackets
// behind the ply that it begins instead of.
func appendNumberedLine(b []byte, main record.Line) []byte {
	type open struct {
		line       record.Line
		next, side int // ply, and side line of the ply before it
	}
	stack := []open{{line: main}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		switch {
		case top.next > 0 && top.side < len(top.line[top.next-1].Notes().Variations):
			side := top.line[top.next-1].Notes().Variations[top.side]
			top.side++
			b = append(b, "( "...)
			stack = append(stack, open{line: side})
		case top.next < len(top.line):
			b = appendNumberedPly(b, &top.line[top.next])
			top.next, top.side = top.next+1, 0
		default:
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				b = append(b, ")\n"...)
			}
		}
	}
	return b
}

func appendNumberedPly(b []byte, ply *record.Ply) []byte {
	b = strconv.AppendInt(b, int64(ply.Number), 10)
	b = append(b, ". "...)
	for _, c := range ply.Notes().Before {
		b = append(append(append(b, '{'), c.Text...), "} "...)
	}
	b = append(b, ply.Text...)
	b = append(b, '\n')
	if commands := ply.GlyphsAndCommands(); commands != "" {
		b = appendComment(b, commands)
	}
	for _, c := range ply.Notes().Comments {
		b = appendComment(b, c.Text)
	}
	return b
}

// Tags are the record's tags in the order of writing, with its result.
func Tags(r *record.Record) []record.Tag {
	tags := make([]record.Tag, 0, len(r.Tags)+1)
	first := 0
	for i := range r.Tags {
		if StartOfKey(r.Tags[i].Key) != 0 {
			first = i
			break
		}
	}
	if len(r.Tags) > 0 {
		tags = append(tags, r.Tags[first])
		tags = append(tags, r.Tags[:first]...)
		tags = append(tags, r.Tags[first+1:]...)
	}
	if _, ok := r.Tag("Result"); !ok && r.Result != "" {
		tags = append(tags, record.Tag{Key: "Result", Value: r.Result})
	}
	return tags
}

// appendComment writes a comment on a line of its own: in braces, which cannot
// hold a closing brace, or else behind a semicolon.
func appendComment(b []byte, text string) []byte {
	if strings.Contains(text, "}") {
		b = append(b, "; "...)
		b = append(b, text...)
		return append(b, '\n')
	}
	b = append(b, '{')
	b = append(b, text...)
	return append(b, "}\n"...)
}

// checkNumbered reads back what was written and compares it with what was
// meant.
func checkNumbered(written []byte, tags []record.Tag, r *record.Record) error {
	got, err := format.ReadBack(Numbered, written, tags, openNumbered)
	if err != nil {
		return err
	}
	for i, piece := range r.Setup {
		if i >= len(got.Setup) || got.Setup[i].Side != piece.Side || got.Setup[i].Piece != piece.Piece || got.Setup[i].Square != piece.Square {
			return got.Unwritable("set-up of "+piece.Square, piece.Side+" "+piece.Piece)
		}
	}
	if text, ok := record.SameComments(r.Comments, got.Comments); !ok {
		return got.Unwritable("comment before the moves", text)
	}
	for i := range r.Moves {
		ply := &r.Moves[i]
		if i >= len(got.Moves) || got.Moves[i].Text != ply.Text || got.Moves[i].Number != ply.Number {
			return got.Unwritable("ply "+strconv.Itoa(i+1), ply.Text)
		}
		if text, ok := record.SameComments(ply.Notes().Comments, got.Moves[i].Notes().Comments); !ok {
			return got.Unwritable("comment on ply "+strconv.Itoa(i+1), text)
		}
	}
	if text, ok := record.SameLine(r.Moves, got.Moves, record.SamePly); !ok {
		return got.Unwritable("a ply or what belongs to it", text)
	}
	return got.End(len(got.Tags) > len(tags) || len(got.Setup) > len(r.Setup))
}
