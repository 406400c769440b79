package query

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/parser/record"
)

// tokenKind tells tokens apart.
type tokenKind uint8

const (
	endToken     tokenKind = iota
	wordToken              // letters, digits and marks, beginning with a letter
	numberToken            // digits, with decimals behind a point
	quotedToken            // what stands between quotation marks, and these
	symbolToken            // brackets, commas, comparisons, signs
	illegalToken           // what belongs to no query
)

// token is a piece of the text.
type token struct {
	kind tokenKind
	text string
	at   int // where it begins, in bytes
	end  int // where it ends
}

// is reports whether the token is that word, in any case, or symbol.
func (t token) is(text string) bool {
	switch t.kind {
	case wordToken:
		return strings.EqualFold(t.text, text)
	case symbolToken:
		return t.text == text
	}
	return false
}

// String is the token as an error names it.
func (t token) String() string {
	if t.kind == endToken {
		return "the end"
	}
	return fmt.Sprintf("%q", record.Clip(t.text))
}

// symbols of two characters stand before those that they begin with.
var symbols = []string{"..", "!=", "<=", ">=", "(", ")", "{", "}", ",", ".", "=", "<", ">", "+", "-", "*", ":"}

// scan is the first token of a text from an offset on.
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

// wordLength is the length of the word that a text begins with. A letter may
// have a mark of position texts behind it.
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

// numberLength is the length of the number that a text begins with. The two
// points of a range are not in it.
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
