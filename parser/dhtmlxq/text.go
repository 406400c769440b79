package dhtmlxq

import (
	"slices"
	"strconv"
	"strings"

	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// dhtmlxqText reads one record tag by tag.
type dhtmlxqText struct {
	scan.Lines
	record *record.Record
	meter  *source.Meter
	at     int // read position

	binit        string
	lines        []taggedLine // main line first, then in the order of the text
	comments     []plyComment
	mainLineRead bool // the main line was read
	// outsideWarned means that the warning about text between tags was given.
	outsideWarned bool
}

// taggedLine is a line of plies and its branching point.
type taggedLine struct {
	id, parent int
	first      int // number of the first ply
	plies      record.Line
	place      scan.Place
}

// plyComment is a comment on a ply of a line.
type plyComment struct {
	line, ply int
	record.Comment
}

// readDhtmlXQ reads the record in text; nil if there is none.
func readDhtmlXQ(content string, place scan.Place, m *source.Meter) *record.Record {
	t := &dhtmlxqText{Lines: scan.NewLines(content, place), meter: m, record: &record.Record{Format: DhtmlXQ},
		lines: []taggedLine{{first: 1}}}
	at := strings.Index(content, tagOpen)
	if at < 0 {
		return nil
	}
	t.at, t.record.Place = at, t.PlaceAt(at)
	for t.record.Fault == nil && t.readTag() {
	}
	t.setStart()
	t.placeComments()
	t.attachVariations()
	if t.record.Moves = t.lines[0].plies; len(t.record.Moves) == 0 {
		t.record.Moves = nil
	}
	return t.record
}

func (t *dhtmlxqText) fault(at int, message string) {
	t.record.Fault = &record.Fault{Place: t.PlaceAt(at), Rule: ruleDhtmlXQ, Message: message,
		Text: scan.LineAt(t.Text, at)}
}

func (t *dhtmlxqText) warn(place scan.Place, message, text string) {
	t.record.Warnings = append(t.record.Warnings,
		record.Fault{Place: place, Rule: ruleDhtmlXQ, Message: message, Text: text})
}

// warnOutside warns once of text between the tags, up to the end of before.
func (t *dhtmlxqText) warnOutside(before string) {
	if at := scan.SkipBlanks(before, t.at); at < len(before) && !t.outsideWarned {
		t.outsideWarned = true
		t.warn(t.PlaceAt(at), "text outside the tags is not read", scan.LineAt(t.Text, at))
	}
}

// readTag reads the next tag; false if there is none.
func (t *dhtmlxqText) readTag() bool {
	i := strings.Index(t.Text[t.at:], tagOpen)
	shut := strings.Index(t.Text[t.at:], tagClose+"]")
	outside := len(t.Text)
	for _, next := range []int{i, shut} {
		if next >= 0 {
			outside = min(outside, t.at+next)
		}
	}
	t.warnOutside(t.Text[:outside])
	if shut >= 0 && (i < 0 || shut < i) {
		t.record.Trailing = scan.Trim(t.Text[t.at+shut+len(tagClose)+1:])
		return false
	}
	if i < 0 {
		return false
	}
	open := t.at + i
	from := open + len(tagOpen)
	end := strings.IndexByte(t.Text[from:], ']')
	if end < 0 {
		t.fault(open, "a tag without an end")
		return false
	}
	name := t.Text[from : from+end]
	value := from + end + 1
	if t.at = value; name == "" || name[0] != '_' { // such as [DhtmlXQ] itself
		return true
	}
	size := strings.Index(t.Text[value:], tagClose)
	if size < 0 || strings.Contains(t.Text[value:value+size], tagOpen) {
		t.fault(open, "a tag without an end")
		return false
	}
	t.at = value + size + len(tagClose)
	if end := strings.IndexByte(t.Text[t.at:], ']'); end >= 0 {
		t.at += end + 1 // with any name: some programs close blacktime as time
	}
	t.addTag(name[1:], open, value, t.Text[value:value+size])
	return true
}

// addTag adds a tag to the record. open is the offset of the tag, at of its
// value.
func (t *dhtmlxqText) addTag(name string, open, at int, value string) {
	trimmed := scan.Trim(value)
	switch kind, rest := cutNumbers(name); {
	case name == "movelist":
		if t.mainLineRead {
			t.fault(open, "a second main line")
			return
		}
		t.mainLineRead = true
		t.lines[0].place = t.PlaceAt(open)
		t.lines[0].plies = t.readPlies(at, value)
	case name == "binit":
		t.binit, t.record.StartPlace = trimmed, t.PlaceAt(open)
		if _, ok := parseBinit(trimmed); !ok && trimmed != "" {
			t.fault(at, "binit must be 32 squares of two digits, all different; 99 for a missing piece")
			t.record.Fault.Start = true
		}
	case kind == "move_" && len(rest) == 3:
		t.meter.Variation()
		side := taggedLine{parent: rest[0], first: rest[1], id: rest[2], place: t.PlaceAt(open)}
		side.plies = t.readPlies(at, value)
		t.lines = append(t.lines, side)
	case kind == "comment" && (len(rest) == 1 || len(rest) == 2):
		t.meter.Comment(value)
		c := plyComment{ply: rest[len(rest)-1],
			Comment: record.Comment{Text: withLineEnds(trimmed), Place: t.PlaceAt(open)}}
		if len(rest) == 2 {
			c.line = rest[0]
		}
		t.comments = append(t.comments, c)
	case trimmed == "":
	case name == "result":
		t.readResult(open, trimmed)
	default:
		for _, known := range tagNames {
			if known[0] == name {
				name = known[1]
			}
		}
		t.record.Tags = append(t.record.Tags, record.Tag{Key: name, Value: trimmed, Place: t.PlaceAt(open)})
	}
}

// cutNumbers splits off the numbers of a name such as move_0_71_1.
func cutNumbers(name string) (kind string, numbers []int) {
	kind = strings.TrimRight(name, "0123456789_")
	if strings.HasPrefix(name[len(kind):], "_") {
		kind += "_"
	}
	if len(kind) == len(name) {
		return kind, nil
	}
	for word := range strings.SplitSeq(name[len(kind):], "_") {
		n, after := scan.LeadingNumber(word)
		if word == "" || after != len(word) {
			return name, nil
		}
		numbers = append(numbers, n)
	}
	return kind, numbers
}

// withLineEnds returns a value with real line ends.
func withLineEnds(value string) string {
	return scan.Trim(strings.ReplaceAll(scan.LineEnds.Replace(value), lineBreak, "\n"))
}

func (t *dhtmlxqText) readResult(at int, value string) {
	if result := record.ReadResult(value); result != "" {
		t.record.Result = result
		return
	}
	if c, ok := record.ReadClosing(value); ok && c.Result != "" {
		t.record.Result, t.record.Ending = c.Result, c.Ending
		return
	}
	t.warn(t.PlaceAt(at), "unknown result; expected 红胜, 黑胜, 和局 or 未知", value)
}

// readPlies reads moves of four digits.
func (t *dhtmlxqText) readPlies(at int, value string) record.Line {
	const size = 4
	plies := make(record.Line, 0, t.meter.Room(len(value)/size))
	for i := scan.SkipBlanks(value, 0); i < len(value); i = scan.SkipBlanks(value, i) {
		word := value[i:min(i+size, len(value))]
		if len(word) < size || strings.Trim(word, "0123456789") != "" {
			t.fault(at+i, "a move must be four digits")
			return plies
		}
		t.meter.Ply()
		plies = append(plies, record.Ply{Text: word, Place: t.PlaceAt(at + i)})
		i += size
	}
	return plies
}

// setStart sets the record's start from binit. The owner of the piece that
// moves first is the side to move.
func (t *dhtmlxqText) setStart() {
	b, ok := parseBinit(t.binit)
	if !ok {
		return
	}
	turn := "w"
	if plies := t.lines[0].plies; len(plies) > 0 {
		if column, row, ok := parseSquare(plies[0].Text); ok && b[row][column] >= 'a' {
			turn = "b"
		}
	}
	if start, _ := parseBinit(usualBinit); b != start || turn == "b" {
		t.record.Start = b.fen() + " " + turn + " - - 0 1"
	}
}

// placeComments adds the comments to their plies.
func (t *dhtmlxqText) placeComments() {
	byID := map[int]int{}
	for i, l := range t.lines {
		if _, known := byID[l.id]; !known {
			byID[l.id] = i
		}
	}
	for _, c := range t.comments {
		at, ok := byID[c.line]
		i := c.ply - t.lines[at].first
		switch l := &t.lines[at]; {
		case c.Text == "":
		case ok && i >= 0 && i < len(l.plies):
			l.plies[i].TakeComment(c.Comment)
		case ok && i == -1 && at == 0:
			t.record.Comments = append(t.record.Comments, c.Comment)
		case ok && i == -1 && len(l.plies) > 0:
			notes := l.plies[0].Annotate()
			notes.Before = append(notes.Before, c.Comment)
		default:
			t.warn(c.Place, "a comment on a ply that does not exist is not kept", c.Text)
		}
	}
}

// attachVariations adds the variations to the plies that they replace. A
// variation that continues after the end of its line repeats that line's last
// ply.
func (t *dhtmlxqText) attachVariations() {
	children, seen, attached := map[int][]int{}, map[int]bool{0: true}, make([]bool, len(t.lines))
	for i := 1; i < len(t.lines); i++ {
		if l := &t.lines[i]; !seen[l.id] && len(l.plies) > 0 {
			seen[l.id] = true
			children[l.parent] = append(children[l.parent], i)
		}
	}
	for open := []int{0}; len(open) > 0; open = open[1:] {
		l := &t.lines[open[0]]
		for _, i := range children[l.id] {
			side := &t.lines[i]
			at := side.first - l.first
			if at == len(l.plies) && at > 0 {
				last := l.plies[at-1]
				side.plies = slices.Insert(side.plies, 0, record.Ply{Text: last.Text, Place: last.Place})
				side.first--
				at--
			}
			if at < 0 || at >= len(l.plies) {
				continue
			}
			notes := l.plies[at].Annotate()
			notes.Variations = append(notes.Variations, side.plies)
			attached[i] = true
			open = append(open, i)
		}
	}
	for i := 1; i < len(t.lines); i++ {
		if !attached[i] {
			t.warn(t.lines[i].place,
				"a variation is not kept: it has no moves, its number is used twice, or its ply does not exist",
				strconv.Itoa(t.lines[i].id))
		}
	}
}
