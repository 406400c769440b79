package store

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// PersonKey returns what names have in common that nobody can tell apart: no
// two people, and no two events, have the same. It disregards case, width,
// blanks, and characters that are not seen.
func PersonKey(name string) string {
	name = norm.NFKC.String(strings.ToValidUTF8(Visible(name), "\uFFFD"))
	name = norm.NFKC.String(cases.Fold().String(Visible(name)))
	return strings.Join(strings.Fields(name), " ")
}

// FormerKey returns the key that archives of schema 22 and before keep for a
// name, and that checksums are made of. It regards characters that are not
// seen.
func FormerKey(name string) string {
	return cases.Fold().String(norm.NFKC.String(strings.Join(strings.Fields(name), " ")))
}

// Visible returns a text without the characters that are not seen: controls,
// formats, and what Unicode calls default ignorable. Blanks stay, those among
// controls as spaces.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), r == '\u2800': // a Braille cell without dots
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
			return -1
		}
		return r
	}, text)
}
