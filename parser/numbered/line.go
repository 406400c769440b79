package numbered

import (
	"slices"
	"strings"
	"unicode"

	"assay/parser/record"
	"assay/parser/scan"
)

// ZillionsKey is the key of the first line of a Zillions save file, which has a
// blank instead of "=" (NL-6b).
const ZillionsKey = "Zillions Save Game File Version"

// Start is a set of header lines that can start a record (NL-1).
type Start uint8

const (
	startZillions Start = 1 << iota
	startName           // VariantName=
	startVariant        // Variant=
)

// StartOf returns the kind of a starting header line; 0 for other lines.
func StartOf(line string) Start {
	line = line[scan.SkipBlanks(line, 0):]
	if line == "" {
		return 0
	}
	switch line[0] {
	case 'Z', 'z':
		if HasZillionsKey(line) {
			return startZillions
		}
	case 'V', 'v':
		tag, _ := HeaderLine(line)
		return StartOfKey(tag.Key)
	}
	return 0
}

func StartOfKey(key string) Start {
	switch {
	case strings.EqualFold(key, "VariantName"):
		return startName
	case strings.EqualFold(key, "Variant"):
		return startVariant
	case strings.EqualFold(key, ZillionsKey):
		return startZillions
	}
	return 0
}

func HasZillionsKey(line string) bool {
	n := len(ZillionsKey)
	return len(line) >= n && strings.EqualFold(line[:n], ZillionsKey) &&
		(len(line) == n || scan.BlankBefore(line, n+1))
}

// HeaderLine reads a header line: Key=value, or the Zillions line. A key may
// have several words if "=" follows without a blank and no word is a sign of
// the movetext. So "Pawn a7 - a8 = Queen" is no header.
func HeaderLine(line string) (record.Tag, bool) {
	at := scan.SkipBlanks(line, 0)
	line = line[at:]
	if HasZillionsKey(line) {
		return record.Tag{Key: line[:len(ZillionsKey)], Value: scan.Trim(line[len(ZillionsKey):])}, true
	}
	written, value, found := strings.Cut(line, "=")
	if !found {
		return record.Tag{}, false
	}
	key := scan.Trim(written)
	several := false
	for i, r := range key {
		switch {
		case unicode.IsLetter(r) || r == '_':
		case i == 0:
			return record.Tag{}, false
		case scan.IsBlank(r):
			several = true
		case !unicode.IsDigit(r) && r != '-' && r != '.':
			return record.Tag{}, false
		}
	}
	if key == "" || several && (key != written || hasSign(key)) {
		return record.Tag{}, false
	}
	return record.Tag{Key: key, Value: scan.Trim(value)}, true
}

func hasSign(key string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(key, scan.IsBlank),
		func(word string) bool { return signOf(word) != 0 })
}

// setupLine reads a line such as "(Black Tokin 12i)" or "(x a8)".
func setupLine(line string) (record.SetupPiece, bool) {
	line = scan.Trim(line)
	if len(line) < 2 || line[0] != '(' || line[len(line)-1] != ')' {
		return record.SetupPiece{}, false
	}
	words := strings.FieldsFunc(line[1:len(line)-1], scan.IsBlank)
	switch {
	case len(words) == 3:
		return record.SetupPiece{Side: words[0], Piece: words[1], Square: words[2]}, true
	case len(words) == 2 && words[0] == "x":
		return record.SetupPiece{Piece: "x", Square: words[1]}, true
	}
	return record.SetupPiece{}, false
}

// Ellipsis is "..." as a single character.
const Ellipsis = "…"

// Dots returns the position after the three or more dots at i; i for none.
func Dots(text string, i int) int {
	if i == len(text) || text[i] != '.' && text[i] != Ellipsis[0] {
		return i
	}
	if dots := len(text[i:]) - len(strings.TrimLeft(text[i:], ".")); dots >= 3 {
		return i + dots
	}
	if strings.HasPrefix(text[i:], Ellipsis) {
		return i + len(Ellipsis)
	}
	return i
}

// dotsWord is Dots for a whole word of dots.
func dotsWord(text string, i int) int {
	after := Dots(text, i)
	if after == len(text) || scan.SkipBlanks(text, after) > after || startsComment(text[after:]) {
		return after
	}
	return i
}

// startsComment reports whether text starts with a comment (NL-6).
func startsComment(text string) bool {
	return text != "" && (text[0] == '{' || text[0] == ';' || strings.HasPrefix(text, "//"))
}

// PlyNumber reads a ply's number at i: digits and a dot, but no decimal
// fraction. after is the position after the digits; i for no number.
func PlyNumber(text string, i int) (number, after int) {
	number, size := scan.LeadingNumber(text[i:])
	rest := text[i+size:]
	fraction := len(rest) > 1 && rest[1]-'0' <= 9
	if size > 0 && (strings.HasPrefix(rest, ".") && !fraction || strings.HasPrefix(rest, Ellipsis)) {
		return number, i + size
	}
	return 0, i
}

// SkipDots returns the position of the move after the dots of a number: "1.",
// "1...", "1. ..." or "1…" (NL-6).
func SkipDots(text string, i int) int {
	for i < len(text) && text[i] == '.' {
		i++
	}
	if strings.HasPrefix(text[i:], Ellipsis) {
		i += len(Ellipsis)
	}
	for {
		i = scan.SkipBlanks(text, i)
		after := dotsWord(text, i)
		if after == i {
			return i
		}
		i = after
	}
}

// IsPlyLine reports whether a line looks like a ply: it starts with a number
// and a dot, or with "...".
func IsPlyLine(line string) bool {
	i := scan.SkipBlanks(line, 0)
	if i == len(line) {
		return false
	}
	switch c := line[i]; {
	case c-'0' <= 9:
		_, after := PlyNumber(line, i)
		return after > i
	case c == '.' || c == Ellipsis[0]:
		return Dots(line, i) > i
	}
	return false
}

// isMoveLine reports whether a line is certainly a ply: it has a number, all of
// its text is actions, and one of them moves a piece.
func isMoveLine(line string) bool {
	i := scan.SkipBlanks(line, 0)
	_, after := PlyNumber(line, i)
	if after == i {
		return false
	}
	text := line[SkipDots(line, after):]
	for i := range text {
		if startsComment(text[i:]) {
			text = text[:i]
			break
		}
	}
	return isMoveText(text)
}
