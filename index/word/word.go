// Package word takes texts of headers apart into the words by which they are searched.
package word

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// maxLength is where a longer word is cut, in bytes; two words that differ only after that are one to the index.
const maxLength = 128

// joiners are what may stand between two digits of a word; U+2044 is the slash of a fraction such as "½", which folding
// takes apart.
const joiners = ".-/\u2044"

// accents are the combining marks that folding takes away: those of Latin, Greek and Cyrillic letters, but not the voicing
// marks of kana, which make other letters.
var accents = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x0300, Hi: 0x036F, Stride: 1}}}

// Fold takes away what is not to matter in a comparison: case, width (full-width and half-width forms) and accents. It is
// idempotent.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	var plain strings.Builder
	for _, r := range norm.NFKD.String(cases.Fold().String(norm.NFKC.String(strings.ToValidUTF8(s, "\uFFFD")))) {
		if !unicode.Is(accents, r) {
			plain.WriteRune(r)
		}
	}
	// Case folding once more: compatibility forms may decompose into capitals.
	return norm.NFC.String(cases.Fold().String(plain.String()))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Split splits a text into folded words: runs of letters, marks and digits. A point, hyphen or slash between two digits
// belongs to the word, so that dates and results ("2024.01.05", "1/2-1/2") are words. Chinese characters and kana, which
// are written without spaces, are words one by one.
func Split(s string) []string {
	var found []string
	runes := []rune(Fold(s))
	for i := 0; i < len(runes); {
		if !isWordRune(runes[i]) {
			i++
			continue
		}
		start := i
		for i++; i < len(runes) && !unicode.In(runes[start], unspaced...) && belongs(runes, i); i++ {
		}
		for ; i < len(runes) && unicode.IsMark(runes[i]); i++ {
		}
		found = append(found, cut(string(runes[start:i])))
	}
	return found
}

var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana}

// HeaderName is the form in which the name of a header is compared: its words without what parts them, so that
// "White Elo", "white_elo" and "WhiteElo" are one.
func HeaderName(s string) string {
	return cut(Fold(strings.Join(Split(s), "")))
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)
}

// belongs says whether the rune at i continues the word before it.
func belongs(runes []rune, i int) bool {
	r := runes[i]
	if strings.ContainsRune(joiners, r) {
		return i+1 < len(runes) && unicode.IsDigit(runes[i-1]) && unicode.IsDigit(runes[i+1])
	}
	return isWordRune(r) && !unicode.In(r, unspaced...)
}

func cut(word string) string {
	if len(word) <= maxLength {
		return word
	}
	end := maxLength
	for !utf8.RuneStart(word[end]) {
		end--
	}
	return strings.TrimRight(word[:end], joiners)
}
