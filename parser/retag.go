package parser

import (
	"cmp"
	"slices"
	"strings"

	"assay/parser/format"
	"assay/parser/record"
	"assay/parser/scan"
)

// Retag returns the text of one record with other tags. A change sets the value
// of the tags of its key, or of a key with the same meaning; the value ""
// removes them. New tags are added at the end, with the notation's keys.
//
// If the notation has header lines, the rest of the text is unchanged, byte for
// byte; otherwise the record is written again. Errors are an [*Unwritable] for
// what the notation cannot express, a [*Fault] of a record that must be written
// again but cannot be read to its end, and the errors of a Reader.
func Retag(text string, f Format, changes []Tag) (string, error) {
	n, err := notationOf(f)
	if err != nil {
		return "", err
	}
	was, err := readOne(text, f)
	if err != nil {
		return "", err
	}
	e := retagging{Row: n, was: was, text: text, tags: slices.Clone(was.Tags)}
	for _, c := range changes {
		if !n.Has(record.PartTags) {
			return "", &Unwritable{Format: f, Message: "tag " + c.Key, Text: c.Value}
		}
		e.change(c)
	}
	if n.Line == nil {
		return e.rewritten()
	}
	return e.edited()
}

// readOne reads the first record of a text.
func readOne(text string, f Format) (*Record, error) {
	return NewReader(strings.NewReader(text), Options{Format: f, MaxRecord: int64(len(text)) + 1}).Next()
}

// retagging is a record with changed tags.
type retagging struct {
	*format.Row
	was  *Record
	text string
	// tags are the record's tags, with the key "" for removed ones, then the
	// new tags.
	tags []Tag
}

// change sets the value of a key, or of one with the same meaning.
func (e *retagging) change(c Tag) {
	found := false
	for i := range e.tags {
		switch t := &e.tags[i]; {
		case !e.alike(t.Key, c.Key):
			continue
		case c.Value == "":
			t.Key = ""
		case !found:
			t.Value = c.Value
		}
		found = true
	}
	if !found && c.Value != "" {
		e.tags = append(e.tags, Tag{Key: TagKey(c.Key, e.keys()), Value: c.Value})
	}
}

// keys returns the notation of the record's header keys.
func (e *retagging) keys() Format { return cmp.Or(e.was.Notation, e.Format) }

// alike reports whether a key of the record has the meaning of a given key.
func (e *retagging) alike(own, given string) bool {
	if strings.EqualFold(own, given) {
		return true
	}
	a, ok := keysOf(e.keys()).Field(own)
	if !ok {
		a, ok = FieldOf(own)
	}
	b, named := FieldOf(given)
	return ok && named && a == b
}

// wanted returns the tags that the record must have afterwards.
func (e *retagging) wanted() []Tag {
	return slices.DeleteFunc(slices.Clone(e.tags), func(t Tag) bool { return t.Key == "" })
}

// rewritten returns the record with its tags, written again.
func (e *retagging) rewritten() (string, error) {
	if e.was.Fault != nil {
		return "", e.was.Fault
	}
	r := *e.was
	r.Tags = e.wanted()
	text, err := e.Print(&r)
	return string(text), err
}

// edit replaces a part of a text.
type edit struct {
	from, to int
	text     string
}

// edited returns the text with its headers changed in place. New headers are
// tried after the existing ones, then at the start of the record; reading the
// result decides.
func (e *retagging) edited() (string, error) {
	old := len(e.was.Tags)
	var edits []edit
	behind := []int{0, scan.LineEnd(e.text, 0), int(e.was.Place.Offset)}
	for i, t := range e.was.Tags {
		from, to := e.span(t)
		switch {
		case e.tags[i].Key == "":
			edits = append(edits, e.removal(from, to))
		case e.tags[i].Value != t.Value:
			edits = append(edits, edit{from, to, e.Line(e.tags[i])})
		}
		if i == old-1 {
			behind = slices.Insert(behind, 0, scan.LineEnd(e.text, to), to)
		}
	}
	ends := "\n"
	if strings.Contains(e.text, "\r\n") {
		ends = "\r\n"
	}
	var lines string
	for _, t := range e.tags[old:] {
		lines += e.Line(t) + ends
	}
	for _, at := range behind {
		for _, gap := range []string{"", ends} {
			text := apply(e.text, edits, edit{at, at, insertion(e.text, at, lines, gap, ends)})
			if e.reads(text) {
				return text, nil
			}
		}
	}
	return "", e.unwritable()
}

// span returns the part of the text that holds a tag of the record.
func (e *retagging) span(t Tag) (from, to int) {
	from = int(t.Place.Offset)
	if e.Span != nil {
		return from, from + e.Span(e.text[from:])
	}
	return from, from + len(strings.TrimRight(e.text[from:scan.LineEnd(e.text, from)], " \t"))
}

// removal removes a header, and its line if nothing else is on it.
func (e *retagging) removal(from, to int) edit {
	start, end := strings.LastIndexAny(e.text[:from], "\r\n")+1, scan.LineEnd(e.text, to)
	if scan.Trim(e.text[start:from]) == "" && scan.Trim(e.text[to:end]) == "" {
		from, to = start, end
		if strings.HasPrefix(e.text[to:], "\r\n") {
			to++
		}
		to = min(to+1, len(e.text))
	}
	return edit{from, to, ""}
}

// insertion returns the text to insert for header lines at a place, with a gap
// after them.
func insertion(text string, at int, lines, gap, ends string) string {
	if lines == "" {
		return ""
	}
	inside := at > 0 && text[at-1] != '\n' && text[at-1] != '\r'
	switch {
	case inside && (at == len(text) || text[at] == '\n' || text[at] == '\r'):
		return ends + strings.TrimSuffix(lines, ends) + gap
	case inside:
		return ends + lines + gap
	}
	return lines + gap
}

// apply makes edits of separate parts of a text, and inserts one more.
func apply(text string, edits []edit, inserted edit) string {
	all := append(slices.Clone(edits), inserted)
	slices.SortStableFunc(all, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for _, e := range all {
		if e.from > at {
			b.WriteString(text[at:e.from])
		}
		b.WriteString(e.text)
		at = max(at, e.to)
	}
	b.WriteString(text[at:])
	return b.String()
}

// reads reports whether a text is read as the record with the wanted tags.
func (e *retagging) reads(text string) bool {
	got, err := readOne(text, e.Format)
	if err != nil || len(got.Bytes) != len(text) || (got.Fault == nil) != (e.was.Fault == nil) ||
		len(got.Setup) != len(e.was.Setup) || got.Trailing != e.was.Trailing {
		return false
	}
	same := func(a, b Tag) bool { return a.Key == b.Key && a.Value == scan.Trim(b.Value) }
	_, moves := record.SameLine(e.was.Moves, got.Moves, record.SamePly)
	_, comments := record.SameComments(e.was.Comments, got.Comments)
	return moves && comments && slices.EqualFunc(got.Tags, e.wanted(), same)
}

// unwritable returns the error for the tag that cannot be written.
func (e *retagging) unwritable() error {
	for i, t := range e.tags {
		if i >= len(e.was.Tags) || t.Key != "" && t.Value != e.was.Tags[i].Value {
			return &Unwritable{Format: e.Format, Message: "tag " + t.Key, Text: t.Value}
		}
	}
	return &Unwritable{Format: e.Format, Message: "without a tag that it has"}
}
