package source

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
)

// Mail and forums put a sign in front of every line of a text that is quoted or
// listed, and chats the writer's name. Such margins are left out of the
// text that readers see; the places of records count them.

// quoteSign is the sign that mail puts before quoted lines, once per quotation.
const quoteSign = '>'

// bullets are the signs before the items of a list, which a blank follows.
const bullets = "-*•·–‣◦"

// marginOf returns the length in bytes of the quotation signs or the bullet
// that a line starts with; 0 for none.
func marginOf(line string) int {
	end := 0
	for i := 0; i < len(line); {
		switch line[i] {
		case ' ', '\t':
			i++
			continue
		case quoteSign:
			i++
			end = i
			continue
		}
		break
	}
	if end > 0 {
		if end < len(line) && line[end] == ' ' {
			end++
		}
		return end
	}
	start := len(line) - len(strings.TrimLeft(line, " \t"))
	sign, size := utf8.DecodeRuneInString(line[start:])
	if after := start + size; size > 0 && strings.ContainsRune(bullets, sign) && after < len(line) &&
		line[after] == ' ' {
		return after + 1
	}
	return 0
}

// hasMargins reports whether every line of a text that is not blank starts with
// a margin, a record is quoted between lines of prose, or numbered moves are
// the items of a list below headers. The text must have at least two lines with
// margins.
func hasMargins(prefix []byte) bool {
	lines, quoted, others, records, numbered, headers := 0, 0, 0, 0, 0, 0
	for line := range bytes.Lines(prefix) {
		text := strings.TrimLeft(string(bytes.TrimRight(line, "\r\n")), " \t")
		if scan.Trim(text) == "" {
			continue
		}
		margin := marginOf(text)
		switch rest := scan.Trim(text[margin:]); {
		case margin == 0 && (startsRecord(text) || strings.IndexByte("{(", text[0]) >= 0):
			if lines > 0 || text[0] != '[' {
				return false
			}
			others, headers = others+1, headers+1
			continue
		case margin == 0:
			if others++; lines == 0 && strings.IndexByte(text, '=') > 0 {
				headers++
			}
			continue
		case text[0] == quoteSign:
			quoted++
			if startsRecord(rest) {
				records++
			}
		case rest != "" && rest[0]-'0' <= 9:
			numbered++
		}
		lines++
	}
	return lines > 1 && (others == 0 || quoted == lines && records > 0 ||
		numbered == lines && headers == others)
}

// startsRecord reports whether a line may be a tag or start with a number.
func startsRecord(line string) bool { return line != "" && (line[0] == '[' || line[0]-'0' <= 9) }

// mayHaveMargins reports whether a text starts with a sign of a margin, or has
// quoted or listed lines. It decides most files.
func mayHaveMargins(prefix []byte) bool {
	first, _ := utf8.DecodeRune(bytes.TrimLeft(prefix, " \t\r\n"))
	return first == quoteSign || strings.ContainsRune(bullets, first) ||
		slices.ContainsFunc(marginLines, func(start []byte) bool { return bytes.Contains(prefix, start) })
}

// marginLines are the starts of a quoted line and of items of a list below
// other lines.
var marginLines = func() [][]byte {
	starts := [][]byte{{'\n', quoteSign}}
	for _, sign := range bullets {
		starts = append(starts, []byte("\n"+string(sign)+" "))
	}
	return starts
}()

// withoutMargins returns some lines of text without their margins.
func withoutMargins(lines []byte, margin func(string) int) []byte {
	var out []byte
	for line := range bytes.Lines(lines) {
		out = append(out, line[margin(string(line)):]...)
	}
	return out
}

// dropMargins removes the margins from a record's text.
func (d *decoded) dropMargins(marginOf func(string) int) {
	var b strings.Builder
	var shifts []shift
	at := 0
	for line := range strings.Lines(d.Text) {
		margin := marginOf(line)
		start, end := at+margin, at+len(line)
		shifts = append(shifts, shift{b.Len(), d.shifted(start)})
		for _, s := range d.shifts {
			if s.text > start && s.text <= end {
				shifts = append(shifts, shift{b.Len() + s.text - start, s.raw})
			}
		}
		b.WriteString(line[margin:])
		d.margins = append(d.margins, utf8.RuneCountInString(line[:margin]))
		at = end
	}
	d.Text, d.shifts = b.String(), shifts
	if d.bad >= 0 {
		d.bad = strings.IndexRune(d.Text, utf8.RuneError)
	}
}

// warnOfMargins says that the text is quoted or listed.
func warnOfMargins(r *record.Record, d *decoded, place scan.Place) {
	r.Warnings = append(r.Warnings, record.Fault{
		Place: scan.PlaceIn(d.Text, 0, place), Rule: "encoding", Text: scan.LineAt(d.Text, 0),
		Message: "lines start with a sign of quotation, a bullet or a name; the text is read without them",
	})
}
