// Package scan finds lines, places, blanks, words, numbers and signs in the
// text of a record.
package scan

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ByteOrderMark counts as a blank anywhere: files that begin with one are
// concatenated.
const ByteOrderMark = '\uFEFF'

// endOfFile is the character with which DOS ends files.
const endOfFile = '\x1a'

// IsBlank reports whether a character separates words. Pages put characters
// without width between them: spaces, and marks of the direction of writing.
func IsBlank(r rune) bool {
	switch r {
	case ByteOrderMark, endOfFile, '\u200B', '\u200E', '\u200F', '\u2060':
		return true
	}
	return unicode.IsSpace(r)
}

// Trim removes blanks at both ends.
func Trim(text string) string {
	for len(text) > 0 && text[0] == ' ' {
		text = text[1:]
	}
	if len(text) > 0 && text[0] > ' ' && text[0] < utf8.RuneSelf {
		if last := text[len(text)-1]; last > ' ' && last < utf8.RuneSelf {
			return text
		}
	}
	return strings.TrimFunc(text, IsBlank)
}

// SkipBlanks returns the first index from i on that holds no blank.
func SkipBlanks(text string, i int) int {
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
		if !IsBlank(r) {
			return i
		}
		i += size
	}
	return i
}

// WordEnd returns the first index from i on that holds a blank.
func WordEnd(text string, i int) int {
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
		if IsBlank(r) {
			return i
		}
		i += size
	}
	return i
}

// BlankBefore reports whether a word of text begins at i.
func BlankBefore(text string, i int) bool {
	if i == 0 {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return IsBlank(r)
}

func IsASCII(text string) bool {
	b := []byte(text) // not copied, because it is only read
	for ; len(b) >= 8; b = b[8:] {
		if binary.LittleEndian.Uint64(b)&0x8080808080808080 != 0 {
			return false
		}
	}
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func IsASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func IsWordByte(c byte) bool { return IsASCIILetter(c) || c-'0' <= 9 || c == '_' }

var LineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")
