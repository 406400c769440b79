package numbered

import (
	"slices"
	"strconv"
	"strings"

	"assay/parser/format"
	"assay/parser/record"
)

// printNumbered writes a record with one ply per line. A starting header line
// comes first, so that records can follow one another in a file.
func printNumbered(r *record.Record) ([]byte, error) {
	tags := Tags(r)
	var b []byte
	for _, tag := range tags {
		b = append(append(b, TagLine(tag)...), '\n')
	}
	for _, piece := range r.Setup {
		b = append(append(b, '('), strings.TrimLeft(piece.Side+" ", " ")...)
		b = append(join(b, piece.Piece, piece.Square), ")\n"...)
	}
	for _, c := range r.Comments {
		b = appendComment(b, c.Text)
	}
	b = appendNumberedLine(b, r.Moves)
	if tag, ok := r.Tag("Result"); ok && r.Result != "" && r.Result != "*" && r.Result != record.ReadResult(tag) &&
		len(r.Moves) > 0 {
		b = append(append(b, r.Result...), '\n') // NL-9
	}
	return b, checkNumbered(b, tags, r)
}

// TagLine returns a header line without its line end.
func TagLine(tag record.Tag) string {
	if strings.EqualFold(tag.Key, ZillionsKey) {
		return tag.Key + " " + tag.Value
	}
	return tag.Key + "=" + tag.Value
}

// appendNumberedLine appends a line with its variations, each in brackets after
// the ply that it replaces.
func appendNumberedLine(b []byte, main record.Line) []byte {
	type open struct {
		line       record.Line
		next, side int // ply, and variation of the ply before it
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
	if ply.Number > 0 {
		b = append(strconv.AppendInt(b, int64(ply.Number), 10), ". "...)
	} else {
		b = append(b, "... "...)
	}
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

// Tags returns the record's tags in writing order, with the result added if
// missing.
func Tags(r *record.Record) []record.Tag {
	tags := slices.Clone(r.Tags)
	if first := slices.IndexFunc(tags, func(t record.Tag) bool { return StartOfKey(t.Key) != 0 }); first > 0 {
		tags = slices.Insert(slices.Delete(tags, first, first+1), 0, r.Tags[first])
	}
	if _, ok := r.Tag("Result"); !ok && r.Result != "" {
		tags = append(tags, record.Tag{Key: "Result", Value: r.Result})
	}
	return tags
}

// appendComment appends a comment on a line of its own: in braces, or after a
// semicolon if the text has a closing brace.
func appendComment(b []byte, text string) []byte {
	if strings.Contains(text, "}") {
		return append(append(append(b, "; "...), text...), '\n')
	}
	return append(append(append(b, '{'), text...), "}\n"...)
}

// checkNumbered reads the written text back and compares it with the record.
func checkNumbered(written []byte, tags []record.Tag, r *record.Record) error {
	got, err := format.ReadBack(Numbered, written, tags, openNumbered)
	if err != nil {
		return err
	}
	for i, piece := range r.Setup {
		if i >= len(got.Setup) || got.Setup[i].Side != piece.Side || got.Setup[i].Piece != piece.Piece ||
			got.Setup[i].Square != piece.Square {
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
		return got.Unwritable("a move or its annotations", text)
	}
	return got.End(len(got.Tags) > len(tags) || len(got.Setup) > len(r.Setup))
}
