package request

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"assay/store"
)

// EscapeFormula escapes a text of a CSV file that a spreadsheet might interpret
// as a formula. Some spreadsheets skip blanks, control and invisible
// characters, so it looks after these as well.
func EscapeFormula(text string) string {
	first := strings.TrimLeft(norm.NFKC.String(store.Visible(text)), " \"'")
	if first != "" && strings.ContainsRune("=+-@|%", rune(first[0])) || strings.ContainsAny(text, "\t\r\n") {
		return "'" + text
	}
	return text
}
