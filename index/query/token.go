package query

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/parser/record"
)

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	endToken     tokenKind = iota
	wordToken              // letters, digits and marks, beginning with a letter
	numberToken            // digits, with decimals after a point
	quotedToken            // text in quotation marks
	symbolToken            // brackets, commas, comparisons, signs
	illegalToken           // invalid characters
)

// token is a piece of the text.
type token struct {
	kind tokenKind
	text string
	at   int // start in bytes
	end  int // end in bytes
}

// is reports whether the token equals a word, ignoring case, or a symbol.
func (t token) is(text string) bool {
	switch t.kind {
	case wordToken:
		return strings.EqualFold(t.text, text)
	case symbolToken:
		return t.text == text
	}
	return false
}

// String returns the token for messages.
func (t token) String() string {
	if t.kind == endToken {
		return "the end"
	}
	return fmt.Sprintf("%q", record.Clip(t.text))
}

// Longer symbols precede their prefixes.
var symbols = []string{"..", "!=", "<=", ">=", "(", ")", "{", "}", ",", ".", "=", "<", ">", "+", "-", "*", ":"}

// scan returns the first token at or after an offset.
func scan(text string, at int) token {
	at += len(text[at:]) - len(strings.TrimLeftFunc(text[at:], unicode.IsSpace))
	rest := text[at:]
	if rest == "" {
		return token{kind: endToken, at: at, end: at}
	}
	made := func(kind tokenKind, size int) token {
		return token{kind: kind, text: rest[:size], at: at, end: at + size}
	}
	first, size := utf8.DecodeRuneInString(rest)
	switch {
	case isWordStart(first):
		return made(wordToken, wordLength(rest))
	case isDigit(rest[0]):
		return made(numberToken, numberLength(rest))
	case first == '"':
		if inside := strings.IndexByte(rest[1:], '"'); inside >= 0 {
			return made(quotedToken, inside+2)
		}
	}
	for _, s := range symbols {
		if strings.HasPrefix(rest, s) {
			return made(symbolToken, len(s))
		}
	}
	return made(illegalToken, size)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWordStart(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || r == '_' }

// wordLength returns the length of the word at the start of a text. A letter
// may be followed by a mark as in positions.
func wordLength(text string) int {
	n := strings.IndexFunc(text, func(r rune) bool { return !isWordStart(r) && !unicode.IsNumber(r) })
	if n < 0 {
		n = len(text)
	}
	if n == 1 && len(text) > 1 && (text[1] == '~' || text[1] == '\'') {
		n++
	}
	return n
}

// numberLength returns the length of the number at the start of a text, without
// the two points of a range.
func numberLength(text string) int {
	digits := func(n int) int {
		for n < len(text) && isDigit(text[n]) {
			n++
		}
		return n
	}
	n := digits(0)
	if n+1 < len(text) && text[n] == '.' && isDigit(text[n+1]) {
		n = digits(n + 1)
	}
	return n
}
