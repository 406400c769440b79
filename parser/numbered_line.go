package parser

import (
	"strings"
	"unicode"
)

// zillionsKey is the key of a Zillions save file's first line, which has a
// blank where other header lines have "=" (NL-6b).
const zillionsKey = "Zillions Save Game File Version"

// start is a set of the header lines that can start a record (NL-1).
type start uint8

const (
	startZillions start = 1 << iota
	startName           // VariantName=
	startVariant        // Variant=
)

// startOf tells which of the starting header lines the line is, 0 for none.
func startOf(line string) start {
	line = line[skipBlanks(line, 0):]
	if line == "" {
		return 0
	}
	switch line[0] {
	case 'Z', 'z':
		if hasZillionsKey(line) {
			return startZillions
		}
	case 'V', 'v':
		tag, _ := headerLine(line)
		return startOfKey(tag.Key)
	}
	return 0
}

func startOfKey(key string) start {
	switch {
	case strings.EqualFold(key, "VariantName"):
		return startName
	case strings.EqualFold(key, "Variant"):
		return startVariant
	case strings.EqualFold(key, zillionsKey):
		return startZillions
	}
	return 0
}

func hasZillionsKey(line string) bool {
	n := len(zillionsKey)
	return len(line) >= n && strings.EqualFold(line[:n], zillionsKey) &&
		(len(line) == n || blankBefore(line, n+1))
}

// headerLine reads a header line, Key=value or the Zillions line. A key is one
// word, or several when "=" follows the last without a blank and none is a
// sign of the movetext, so that "Pawn a7 - a8 = Queen" is no header.
func headerLine(line string) (Tag, bool) {
	at := skipBlanks(line, 0)
	line = line[at:]
	if hasZillionsKey(line) {
		return Tag{Key: line[:len(zillionsKey)], Value: trim(line[len(zillionsKey):])}, true
	}
	written, value, found := strings.Cut(line, "=")
	if !found {
		return Tag{}, false
	}
	key := trim(written)
	several := false
	for i, r := range key {
		switch {
		case unicode.IsLetter(r) || r == '_':
		case i == 0:
			return Tag{}, false
		case isBlank(r):
			several = true
		case !unicode.IsDigit(r) && r != '-' && r != '.':
			return Tag{}, false
		}
	}
	if key == "" || several && (key != written || hasSign(key)) {
		return Tag{}, false
	}
	return Tag{Key: key, Value: trim(value)}, true
}

func hasSign(key string) bool {
	for word := range strings.FieldsFuncSeq(key, isBlank) {
		if signOf(word) != 0 {
			return true
		}
	}
	return false
}

// setupLine reads a line such as "(Black Tokin 12i)" or "(x a8)".
func setupLine(line string) (SetupPiece, bool) {
	line = trim(line)
	if len(line) < 2 || line[0] != '(' || line[len(line)-1] != ')' {
		return SetupPiece{}, false
	}
	words := strings.FieldsFunc(line[1:len(line)-1], isBlank)
	switch {
	case len(words) == 3:
		return SetupPiece{Side: words[0], Piece: words[1], Square: words[2]}, true
	case len(words) == 2 && words[0] == "x":
		return SetupPiece{Piece: "x", Square: words[1]}, true
	}
	return SetupPiece{}, false
}

// ellipsis is the one-character spelling of "...".
const ellipsis = "…"

// dots gives the position after "..." or more dots at i, i where there are
// none.
func dots(text string, i int) int {
	if i == len(text) || text[i] != '.' && text[i] != ellipsis[0] {
		return i
	}
	j := i
	for j < len(text) && text[j] == '.' {
		j++
	}
	if j-i >= 3 {
		return j
	}
	if strings.HasPrefix(text[i:], ellipsis) {
		return i + len(ellipsis)
	}
	return i
}

// dotsWord is dots for a word of nothing but dots.
func dotsWord(text string, i int) int {
	after := dots(text, i)
	if after == len(text) || skipBlanks(text, after) > after || startsComment(text[after:]) {
		return after
	}
	return i
}

// startsComment reports whether the text starts with a comment (NL-6).
func startsComment(text string) bool {
	return text != "" && (text[0] == '{' || text[0] == ';' || strings.HasPrefix(text, "//"))
}

// plyNumber reads a ply's number at i: digits and a dot, but not the digits of
// a decimal fraction. after is the position behind the digits, i where no
// number stands there.
func plyNumber(text string, i int) (number, after int) {
	j := i
	for j < len(text) && text[j]-'0' <= 9 {
		if number = number*10 + int(text[j]-'0'); number > MaxNumber {
			number = MaxNumber
		}
		j++
	}
	if j == i || j == len(text) {
		return 0, i
	}
	if text[j] == '.' {
		if j+1 < len(text) && text[j+1]-'0' <= 9 {
			return 0, i
		}
		return number, j
	}
	if strings.HasPrefix(text[j:], ellipsis) {
		return number, j
	}
	return 0, i
}

// skipDots gives the position of the move behind a number's dots: "1.",
// "1...", "1. ..." and "1…" are all read (NL-6).
func skipDots(text string, i int) int {
	for i < len(text) && text[i] == '.' {
		i++
	}
	if strings.HasPrefix(text[i:], ellipsis) {
		i += len(ellipsis)
	}
	for i = skipBlanks(text, i); i < len(text); i = skipBlanks(text, i) {
		after := dotsWord(text, i)
		if after == i {
			break
		}
		i = after
	}
	return i
}

// isPlyLine reports whether the line looks like a ply: it starts with a number
// and a dot, or with "...".
func isPlyLine(line string) bool {
	i := skipBlanks(line, 0)
	if i == len(line) {
		return false
	}
	switch c := line[i]; {
	case c-'0' <= 9:
		_, after := plyNumber(line, i)
		return after > i
	case c == '.' || c == ellipsis[0]:
		return dots(line, i) > i
	}
	return false
}

// isMoveLine reports whether the line is certainly a ply: it has a number, and
// all of its text is actions, one of which moves a piece.
func isMoveLine(line string) bool {
	i := skipBlanks(line, 0)
	_, after := plyNumber(line, i)
	if after == i {
		return false
	}
	text := line[skipDots(line, after):]
	for i := range text {
		if startsComment(text[i:]) {
			text = text[:i]
			break
		}
	}
	actions, _, fault := ParseActions(text)
	return fault == nil && movers(actions) > 0
}
