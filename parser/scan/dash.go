package scan

import "strings"

// dashes are the characters that word processors write instead of hyphens.
var dashes = strings.NewReplacer("\u2010", "-", "\u2011", "-", "\u2012", "-", "\u2013", "-", "\u2014", "-", "\u2212",
	"-", "\uFE63", "-", "\uFF0D", "-")

// DashesAsHyphens replaces dashes by hyphens.
func DashesAsHyphens(text string) string {
	for i := range len(text) {
		if c := text[i]; c == 0xE2 || c == 0xEF { // their first bytes in UTF-8
			return dashes.Replace(text)
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
