package scan

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Lines iterates over the lines of a record's text and returns their places.
type Lines struct {
	Text  string
	Place Place // of the text's start in the file

	Line             int // number in the file of the current line
	Start, End, Next int // bounds of the line, and the start of the next one
	counted          int // offset up to which columns are counted
	column           int // of the character at counted
}

func NewLines(text string, place Place) Lines {
	return Lines{Text: text, Place: place, Line: place.Line - 1}
}

// Advance moves to the next line; it returns false at the end.
func (t *Lines) Advance() bool {
	if t.Next >= len(t.Text) {
		return false
	}
	t.Start = t.Next
	t.counted, t.column = t.Start, 1
	t.Line++
	t.End, t.Next = lineBounds(t.Text, t.Start)
	return true
}

// Current returns the line without its line end.
func (t *Lines) Current() string { return t.Text[t.Start:t.End] }

// PlaceOf returns the place of byte i of the current line, with its offset in
// the text. If calls go from left to right, no character is counted twice.
func (t *Lines) PlaceOf(i int) Place {
	if i < t.counted {
		t.counted, t.column = t.Start, 1
	}
	t.column += utf8.RuneCountInString(t.Text[t.counted:i])
	if t.counted == t.Start && i > t.Start && strings.HasPrefix(t.Text[t.Start:], string(ByteOrderMark)) {
		t.column--
	}
	t.counted = i
	return Place{Line: t.Line, Column: t.column, Offset: t.Place.Offset + int64(i)}
}

// PlaceAt returns the place of byte i of the text, which must not be before the
// current line.
func (t *Lines) PlaceAt(i int) Place {
	for i >= t.Next && t.Advance() {
	}
	return t.PlaceOf(min(max(i, t.Start), len(t.Text)))
}

// lineBounds returns the end of the line that starts at from, and the start of
// the next one.
func lineBounds(text string, from int) (end, next int) {
	end = from
	for end < len(text) && text[end] != '\n' && text[end] != '\r' {
		end++
	}
	next = end
	if next < len(text) {
		next++
		if text[end] == '\r' && next < len(text) && text[next] == '\n' {
			next++
		}
	}
	return end, next
}

// LineEnd returns the end of the line that holds byte i.
func LineEnd(text string, i int) int {
	end, _ := lineBounds(text, i)
	return end
}

// FirstRune returns the first character of a text and the rest.
func FirstRune(text string) (first, rest string) {
	_, size := utf8.DecodeRuneInString(text)
	return text[:size], text[size:]
}

// LeadingNumber reads the digits that a text starts with. Numbers above
// MaxNumber are returned as MaxNumber.
func LeadingNumber(text string) (n, after int) {
	for after < len(text) && text[after]-'0' <= 9 {
		n = min(n*10+int(text[after]-'0'), MaxNumber)
		after++
	}
	return n, after
}

// CountLines counts the lines whose first non-blank character is one of some
// ASCII characters.
func CountLines(text, starts string) int {
	n := 0
	for i := 0; i < len(text); {
		for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
			i++
		}
		if i < len(text) && strings.IndexByte(starts, text[i]) >= 0 {
			n++
		}
		end := strings.IndexByte(text[i:], '\n')
		if end < 0 {
			break
		}
		i += end + 1
	}
	return n
}

// PlaceIn returns the place of byte i of a text, given the place of the text's
// beginning.
func PlaceIn(text string, i int, place Place) Place {
	start := 0
	for at := range i {
		if c := text[at]; c == '\n' || c == '\r' && (at+1 == len(text) || text[at+1] != '\n') {
			place.Line++
			start = at + 1
		}
	}
	column := 1 + utf8.RuneCountInString(text[start:i])
	if r, _ := utf8.DecodeRuneInString(text[start:]); r == ByteOrderMark && i > start {
		column--
	}
	return Place{Line: place.Line, Column: column, Offset: place.Offset + int64(i)}
}

// LineAt returns the line that holds byte i as a message shows it: shortened if
// it is long.
func LineAt(text string, i int) string {
	const most = 200
	start, end := i, i
	for start > 0 && i-start < most && text[start-1] != '\n' && text[start-1] != '\r' {
		start--
	}
	for end < len(text) && end-i < most && text[end] != '\n' && text[end] != '\r' {
		end++
	}
	return strings.ToValidUTF8(text[start:end], "")
}

// Place is a position in a file. Line and Column count from 1; Column counts
// characters, not bytes, without a byte-order mark. Offset counts bytes from
// the start of the file.
type Place struct {
	Line   int
	Column int
	Offset int64
}

// String returns the place as line:column.
func (p Place) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// MaxNumber is the largest move number; larger ones are read as this.
const MaxNumber = 1<<31 - 1
