package store

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// PersonKey returns the normal form of a name. Names with the same key look the
// same: case, width, spaces and invisible characters are ignored. Keys of
// people are unique, and so are keys of events.
func PersonKey(name string) string {
	name = norm.NFKC.String(strings.ToValidUTF8(Visible(name), "\uFFFD"))
	// NFKC comes after the change to lower case, because folding exchanges the
	// two cases of Cherokee.
	name = norm.NFKC.String(strings.ToLower(cases.Fold().String(Visible(name))))
	return strings.Join(strings.Fields(name), " ")
}

// FormerKey returns the key of a name in archives up to schema 22, which
// checksums also include. It does not ignore invisible characters.
func FormerKey(name string) string {
	return cases.Fold().String(norm.NFKC.String(strings.Join(strings.Fields(name), " ")))
}

// Visible returns a text without invisible characters: controls, format
// characters and the ones that Unicode calls default ignorable. White space
// becomes spaces.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), r == '\u2800': // a Braille cell without dots
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point,
			unicode.Variation_Selector):
			return -1
		}
		return r
	}, text)
}
