package parser

import (
	"strings"
	"unicode/utf8"
)

// textLines goes through the lines of a record's text and tells their places.
type textLines struct {
	text  string
	place Place // of the text's start in the file

	line             int // number in the file of the current line
	start, end, next int // the line's bounds, and the start of the next one
	counted          int // how far the line's characters are counted
	column           int // of the character at counted
}

func newTextLines(text string, place Place) textLines {
	return textLines{text: text, place: place, line: place.Line - 1}
}

// advance goes to the next line.
func (t *textLines) advance() bool {
	if t.next >= len(t.text) {
		return false
	}
	t.start = t.next
	t.counted, t.column = t.start, 1
	t.line++
	t.end, t.next = lineBounds(t.text, t.start)
	return true
}

// current is the line without its end.
func (t *textLines) current() string { return t.text[t.start:t.end] }

// placeOf gives the place of byte i of the current line, its offset counted in
// the text. Asking from left to right counts no character twice.
func (t *textLines) placeOf(i int) Place {
	if i < t.counted {
		t.counted, t.column = t.start, 1
	}
	t.column += utf8.RuneCountInString(t.text[t.counted:i])
	if t.counted == t.start && i > t.start && strings.HasPrefix(t.text[t.start:], string(byteOrderMark)) {
		t.column--
	}
	t.counted = i
	return Place{Line: t.line, Column: t.column, Offset: t.place.Offset + int64(i)}
}

// lineBounds gives the end of the line that starts at from, and the start of
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

// firstRune cuts the first character off a text.
func firstRune(text string) (first, rest string) {
	_, size := utf8.DecodeRuneInString(text)
	return text[:size], text[size:]
}

// leadingNumber reads the digits that text starts with. Numbers above
// MaxNumber are given as MaxNumber.
func leadingNumber(text string) (n, after int) {
	for after < len(text) && text[after]-'0' <= 9 {
		if n = n*10 + int(text[after]-'0'); n > MaxNumber {
			n = MaxNumber
		}
		after++
	}
	return n, after
}

// countLines counts the lines that start, after blanks, with one of some ASCII
// characters.
func countLines(text, starts string) int {
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
