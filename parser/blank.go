package parser

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// byteOrderMark counts as blank wherever it stands: files with one are joined
// to others.
const byteOrderMark = '\uFEFF'

func isBlank(r rune) bool { return r == byteOrderMark || unicode.IsSpace(r) }

// trim cuts blanks from both ends.
func trim(text string) string {
	for len(text) > 0 && text[0] == ' ' {
		text = text[1:]
	}
	if len(text) > 0 && text[0] > ' ' && text[0] < utf8.RuneSelf {
		if last := text[len(text)-1]; last > ' ' && last < utf8.RuneSelf {
			return text
		}
	}
	return strings.TrimFunc(text, isBlank)
}

// skipBlanks gives the first position at or after i that is not blank.
func skipBlanks(text string, i int) int {
	for i < len(text) {
		c := text[i]
		if c > ' ' && c < utf8.RuneSelf {
			return i
		}
		if c == ' ' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !isBlank(r) {
			return i
		}
		i += size
	}
	return i
}

// wordEnd gives the first position at or after i that is blank.
func wordEnd(text string, i int) int {
	for i < len(text) {
		c := text[i]
		if c > ' ' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c == ' ' {
			return i
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if isBlank(r) {
			return i
		}
		i += size
	}
	return i
}

// blankBefore reports whether i starts a word of text.
func blankBefore(text string, i int) bool {
	if i == 0 {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return isBlank(r)
}
