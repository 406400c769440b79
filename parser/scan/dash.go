package scan

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// dashes are the characters that word processors write instead of hyphens.
var dashes = strings.NewReplacer("\u2010", "-", "\u2011", "-", "\u2012", "-", "\u2013", "-", "\u2014", "-", "\u2212",
	"-", "\uFE63", "-", "\uFF0D", "-", "\u00AD", "", "\u200C", "", "\u200D", "")

// DashesAsHyphens replaces dashes by hyphens, and removes the characters with
// which pages allow or prevent the division of a word, unless nothing remains.
func DashesAsHyphens(text string) string {
	for i := range len(text) {
		if c := text[i]; c == 0xC2 || c == 0xE2 || c == 0xEF { // their first bytes in UTF-8
			return cmp.Or(dashes.Replace(text), text)
		}
	}
	return text
}

// lookalikes are the Cyrillic letters that are typed instead of the Latin ones
// for files, captures and castling.
var lookalikes = strings.NewReplacer("а", "a", "с", "c", "е", "e", "х", "x", "Х", "x", "о", "o", "О", "O")

// cyrillicFile matches a small Cyrillic letter for a file before its rank, or
// before the capture by a pawn.
var cyrillicFile = NewPattern(`[бцдфгхв][1-8]|^[бцдфгхв][хx:]`)

// latinFiles are the files by the Cyrillic letters for the same sound, which
// are not lookalikes.
var latinFiles = strings.NewReplacer("б", "b", "в", "b", "ц", "c", "д", "d", "ф", "f", "г", "g", "х", "h")

// CyrillicAsLatin replaces the Cyrillic letters of squares, captures and
// castling, which look or sound like Latin ones, as in е4 and Кф3. Letters of
// pieces are kept.
func CyrillicAsLatin(text string) string {
	for i := range len(text) {
		if c := text[i]; c == 0xD0 || c == 0xD1 { // their first bytes in UTF-8
			return lookalikes.Replace(cyrillicFile.ReplaceAllStringFunc(text, func(s string) string {
				_, size := utf8.DecodeRuneInString(s)
				return latinFiles.Replace(s[:size]) + s[size:]
			}))
		}
	}
	return text
}

// FullWidthAsASCII replaces the full-width forms of ASCII characters, as in
// Ｎｆ３, by these characters.
func FullWidthAsASCII(text string) string {
	const first, last = '！', '～'
	return strings.Map(func(r rune) rune {
		if r >= first && r <= last {
			return r - first + '!'
		}
		return r
	}, text)
}
