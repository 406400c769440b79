// Package word takes texts of headers apart into the words by which they are
// searched.
package word

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// maxLength is where a longer word is cut, in bytes; two words that differ only
// after that are one to the index.
const maxLength = 128

// joiners are what may stand between two digits of a word; U+2044 is the slash
// of a fraction such as "½", which folding takes apart.
const joiners = ".-/\u2044"

// accents are the combining marks that folding takes away: those of Latin,
// Greek and Cyrillic letters, but not the voicing marks of kana, which make
// other letters.
var accents = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x0300, Hi: 0x036F, Stride: 1}}}

// Fold takes away what is not to matter in a comparison: case, width
// (full-width and half-width forms) and accents. It is idempotent.
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

// Split gives the folded words of what is asked for: runs of letters, marks and
// digits. A point, hyphen or slash between two digits belongs to the word, so
// that dates and results ("2024.01.05", "1/2-1/2") are words. Chinese
// characters and kana, which are written without spaces, are words two by two,
// each with the one before: 名人戦 is 名人 and 人戦. One that stands alone is a word.
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

// plainLetters are the letters that no decomposition turns into plain ones,
// with what people type in their place.
var plainLetters = strings.NewReplacer("ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ı", "i", "ŧ", "t", "ŋ", "n",
	"æ", "ae", "œ", "oe", "þ", "th", "ĸ", "k", "ɨ", "i", "ɖ", "d", "ə", "e")

// All returns all words by which a text is found: those of [Split], those that
// it would have without the blanks between Chinese characters or kana, each of
// these characters, and words in plain letters for those with ø, ł, þ and the
// like, so that whatever of the text is asked for is found.
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

// part is a word, or one of the characters that words of two are made of.
type part struct {
	text     string
	unspaced bool
	bound    bool // nothing stands between it and the part before
	blank    bool // nothing but blanks of one line does
}

func split(s string) []part {
	var found []part
	runes := []rune(Fold(s))
	end := 0 // of the part before
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

// unspaced are the scripts that are written without spaces, with the sign that
// makes the vowel of a kana long.
var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, {R16: []unicode.Range16{{Lo: 0x30FC, Hi: 0x30FC, Stride: 1}}}}

// HeaderName is the form in which the name of a header is compared: its words
// without what parts them, so that "White Elo", "white_elo" and "WhiteElo" are
// one.
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
