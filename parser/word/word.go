// Package word splits the texts of headers into the words by which they are
// searched.
package word

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// maxLength is the maximum length of an indexed word in bytes. Longer words are
// cut, so two words that differ only after that length are equal.
const maxLength = 128

// joiners may stand between two digits of a word; U+2044 is the slash of a
// fraction such as "½" after folding.
const joiners = ".-/\u2044"

// accents are the combining marks of Latin, Greek and Cyrillic letters, which
// folding removes. The voicing marks of kana are kept, because they make other
// letters.
var accents = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x0300, Hi: 0x036F, Stride: 1}}}

// Fold removes differences that comparisons ignore: case, width (full-width and
// half-width forms) and accents. It is idempotent.
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
	// Case folding is repeated, because compatibility forms may decompose into
	// capitals.
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

// Split returns the folded words of a query: sequences of letters, marks and
// digits. A point, hyphen or slash between two digits belongs to the word, so
// that dates and results ("2024.01.05", "1/2-1/2") are words. In Chinese
// characters, kana, Hangul and Thai, words have no spaces or are searched by
// parts. These are indexed as pairs: 名人戦 has the words 名人 and 人戦. A character
// that stands alone is a word. Variants of characters are equal, see [spell].
func Split(s string) []string {
	var found []string
	parts := split(s)
	for i, p := range parts {
		before := p.unspaced && p.bound && i > 0 && parts[i-1].unspaced
		after := p.unspaced && i+1 < len(parts) && parts[i+1].unspaced && parts[i+1].bound
		switch {
		case before:
			found = append(found, parts[i-1].text+p.text)
		case !after:
			found = append(found, p.text)
		}
	}
	return found
}

// plainLetters are the letters that have no decomposition into plain ones, with
// the letters that people type instead.
var plainLetters = strings.NewReplacer("ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ı", "i", "ŧ", "t", "ŋ", "n",
	"æ", "ae", "œ", "oe", "þ", "th", "ĸ", "k", "ɨ", "i", "ɖ", "d", "ə", "e")

// All returns all words by which a text is found. These are the words of
// [Split], the words formed by removing blanks between characters that form
// pairs, and each of these characters. It also returns words in which ø, ł, þ
// and similar letters are replaced by plain ones.
func All(s string) []string {
	var found []string
	parts := split(s)
	for i, p := range parts {
		found = append(found, p.text)
		if plain := plainLetters.Replace(p.text); plain != p.text {
			found = append(found, cut(plain))
		}
		if i > 0 && p.unspaced && parts[i-1].unspaced && (p.bound || p.blank) {
			found = append(found, parts[i-1].text+p.text)
		}
	}
	return found
}

// part is a word, or one of the characters of which pairs are made.
type part struct {
	text     string
	unspaced bool
	bound    bool // nothing stands between it and the previous part
	blank    bool // only blanks of one line stand between them
}

func split(s string) []part {
	var found []part
	runes := []rune(spelled(Fold(s)))
	end := 0 // end of the previous part
	for i := 0; i < len(runes); {
		if !isWordRune(runes[i]) {
			i++
			continue
		}
		start := i
		p := part{unspaced: unicode.In(runes[start], unspaced...), bound: start == end}
		p.blank = !p.bound && strings.Trim(string(runes[end:start]), " \t") == ""
		for i++; i < len(runes) && !p.unspaced && belongs(runes, i); i++ {
		}
		for ; i < len(runes) && unicode.IsMark(runes[i]); i++ {
		}
		p.text = cut(string(runes[start:i]))
		found = append(found, p)
		end = i
	}
	return found
}

// unspaced are the scripts that are written without spaces or searched by parts
// of words, and the sign for a long vowel in kana.
var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai,
	{R16: []unicode.Range16{{Lo: 0x30FC, Hi: 0x30FC, Stride: 1}}}}

// Language returns the language of a text, as a BCP 47 tag, by its script: ja,
// ko, th, the given one for Han characters alone, or "" for other scripts.
func Language(text, han string) string {
	tag := ""
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			return "ja"
		case unicode.Is(unicode.Hangul, r):
			return "ko"
		case unicode.Is(unicode.Thai, r):
			return "th"
		case unicode.Is(unicode.Han, r):
			tag = han
		}
	}
	return tag
}

// HeaderName returns the form in which header names are compared: its words
// without separators, so that "White Elo", "white_elo" and "WhiteElo" are
// equal.
func HeaderName(s string) string {
	var name strings.Builder
	for _, p := range split(s) {
		name.WriteString(p.text)
	}
	return cut(Fold(name.String()))
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)
}

// belongs reports whether the rune at i continues the word before it.
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
