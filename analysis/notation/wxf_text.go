package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/parser"
)

// sign is a move's direction from the mover's view.
type sign uint8

const (
	noSign sign = iota
	ahead       // + 进
	back        // - 退
	across      // . = 平
)

// stackRank selects one of several pieces on a file.
type stackRank uint8

const (
	anyRank  stackRank = iota // the file is enough
	front                     // first of two or three; in WXF, second of four or five
	middle                    // of three or five
	rear                      // last of two or three; in WXF, last but one of four or five
	foremost                  // first of any number
	rearmost                  // last of any number
	byOrder                   // by number among the pieces of all such files
)

// index returns the index of the piece among n on a file, from the front.
func (r stackRank) index(n int) (int, bool) {
	most := n >= 4
	switch r {
	case front:
		if most {
			return 1, true
		}
		return 0, true
	case rear:
		if most {
			return n - 2, true
		}
		return n - 1, true
	case middle:
		return n / 2, n%2 == 1
	case foremost:
		return 0, true
	case rearmost:
		return n - 1, true
	}
	return 0, false
}

// filesText is a parsed move in xiangqi file notation.
type filesText struct {
	units     units
	file      int // number of the origin's file; 0 if only the rank is given
	rank      stackRank
	order     int // for byOrder, from 1
	direction sign
	number    int // ranks to move, or destination file
}

// filesText is a parsed move in xiangqi file notation.
type glyph struct {
	units units
	digit int
	order int // from a, b, c … after a pawn's letter
	sign  sign
	rank  stackRank
	plus  bool // written + or -, which may also be a rank
	hanzi bool
}

// unitSigns are the characters of the units. Some letters are ambiguous: M
// (horse or minister), G (guard or general), S (soldier or shi).
var unitSigns = map[rune]units{
	'K': 1 << king, 'J': 1 << king, '帅': 1 << king, '帥': 1 << king, '将': 1 << king, '將': 1 << king,
	'A': 1 << advisor, '士': 1 << advisor, '仕': 1 << advisor,
	'E': 1 << elephant, 'B': 1 << elephant, 'X': 1 << elephant, '相': 1 << elephant, '象': 1 << elephant,
	'H': 1 << horse, 'N': 1 << horse, '马': 1 << horse, '馬': 1 << horse, '傌': 1 << horse,
	'R': 1 << chariot, '车': 1 << chariot, '車': 1 << chariot, '俥': 1 << chariot,
	'C': 1 << cannon, '炮': 1 << cannon, '砲': 1 << cannon, '包': 1 << cannon,
	'P': 1 << pawn, 'Z': 1 << pawn, '兵': 1 << pawn, '卒': 1 << pawn,
	'M': 1<<horse | 1<<elephant, 'G': 1<<advisor | 1<<king, 'S': 1<<pawn | 1<<advisor,
}

// glyphOf returns the meanings of a character.
func glyphOf(c rune) (g glyph, ok bool) {
	if c >= '！' && c <= '～' {
		c -= '！' - '!'
	}
	if u, ok := unitSigns[unicode.ToUpper(c)]; ok {
		g.units, g.hanzi = u, c > unicode.MaxASCII
	}
	if c >= 'a' && c <= 'e' {
		g.order = int(c-'a') + 1
	}
	switch {
	case c >= '1' && c <= '9':
		g.digit = int(c - '0')
		return g, true
	case strings.ContainsRune(kanjiDigits, c):
		g.digit, g.hanzi = 1+strings.Index(kanjiDigits, string(c))/len("一"), true
		return g, true
	}
	switch c {
	case '+':
		g.sign, g.rank, g.plus = ahead, front, true
	case '-', '−', '–', '—':
		g.sign, g.rank, g.plus = back, rear, true
	case '.', '=', '·':
		g.sign, g.rank, g.plus = across, middle, true
	case '进', '進':
		g.sign = ahead
	case '退':
		g.sign = back
	case '平':
		g.sign = across
	case '前':
		g.rank = foremost
	case '中':
		g.rank = middle
	case '后', '後':
		g.rank = rearmost
	}
	return g, g.units != 0 || g.sign != noSign || g.rank != anyRank || g.order != 0
}

// CountsByFiles reports whether a text has the form of xiangqi file notation,
// such as C2.5, +Ｐ＋１, 炮二平五 or P2-5.
func CountsByFiles(text string) bool {
	if n := len(text); n < 3 || text[n-1] < utf8.RuneSelf && !isDigit(text[n-1]) && !unicode.IsSpace(rune(text[n-1])) {
		return false
	}
	if _, f := parseFiles(text); f == nil {
		return true
	}
	return strings.ContainsAny(text, "-./ ") && vietnameseMove.MatchString(text)
}

// scriptOf returns the script of a record: the script of the first unambiguous
// move. Simplified is the default for Chinese.
func scriptOf(line parser.Line) Script {
	if isVietnamese(line) {
		return Vietnamese
	}
	script := Latin
	for i := range line {
		for _, c := range line[i].Text {
			switch {
			case strings.ContainsRune("進馬傌車俥帥將砲後", c):
				return Traditional
			case strings.ContainsRune("进马车帅将后", c):
				return Simplified
			case unicode.Is(unicode.Han, c):
				script = Simplified
			case c >= '！' && c <= '～' && script == Latin:
				script = FullWidth
			}
		}
		if script == Latin {
			break
		}
	}
	return script
}

// longestFiles is the length of the longest such move in characters: 前兵四平五.
const longestFiles = 5

// parseFiles parses a move in file notation: piece, direction and number. The
// direction may be missing before a file, as in C25.
func parseFiles(text string) (t filesText, f *Fault) {
	var all [longestFiles]glyph
	n := 0
	for _, c := range text {
		if unicode.IsSpace(c) {
			continue
		}
		g, ok := glyphOf(c)
		if !ok || n == len(all) {
			return t, noFiles(text)
		}
		all[n] = g
		n++
	}
	if n < 3 || all[n-1].digit == 0 {
		return t, noFiles(text)
	}
	t.number = all[n-1].digit
	head := all[:n-2]
	switch direction := all[n-2]; {
	case direction.sign != noSign:
		t.direction = direction.sign
	case direction.digit != 0 && n == 3:
		t.direction, head = across, all[:2]
	default:
		return t, noFiles(text)
	}
	if !t.readHead(head) {
		return t, noFiles(text)
	}
	return t, nil
}

func noFiles(text string) *Fault {
	return fault(ruleWXF, "syntax", "%q is not a move by files, such as C2.5 or 炮二平五", text)
}

// readHead reads the piece.
func (t *filesText) readHead(head []glyph) bool {
	switch len(head) {
	case 2:
		return t.readPair(head[0], head[1])
	case 3: // 前兵四
		t.rank, t.units, t.file = head[0].rank, head[1].units, head[2].digit
		return t.rank != anyRank && t.units != 0 && t.file != 0
	}
	return false
}

func (t *filesText) readPair(a, b glyph) bool {
	switch {
	case a.plus && b.plus: // ++ and --
		t.units = 1 << pawn
		switch {
		case a.rank == front && b.rank == front:
			t.rank = foremost
		case a.rank == rear && b.rank == rear:
			t.rank = rearmost
		default:
			return false
		}
		return true
	case a.rank != anyRank && b.units != 0: // +P, 前兵
		t.rank, t.units = a.rank, b.units
		return true
	case a.rank != anyRank && b.digit != 0: // 前四, without its pawn
		t.rank, t.units, t.file = a.rank, 1<<pawn, b.digit
		return !a.plus
	case a.units != 0 && b.digit != 0: // P3
		t.units, t.file = a.units, b.digit
		return true
	case a.units != 0 && b.plus: // P+
		t.units, t.rank = a.units, b.rank
		return true
	case a.units != 0 && b.order != 0: // Pa
		t.units, t.rank, t.order = a.units, byOrder, b.order
		return !a.hanzi
	case a.digit != 0 && b.units != 0: // 一兵
		t.units, t.rank, t.order = b.units, byOrder, a.digit
		return b.hanzi
	case a.digit != 0 && b.plus && b.rank != middle: // 3+
		t.units, t.rank, t.file = 1<<pawn, b.rank, a.digit
		return true
	case a.digit != 0 && a.digit == b.digit: // 33
		t.units, t.rank, t.file = 1<<pawn, middle, a.digit
		return true
	}
	return false
}
