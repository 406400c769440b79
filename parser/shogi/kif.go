// Package shogi reads and writes the notations of shogi: KIF, KI2, CSA, USI and
// JKF.
package shogi

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// KIF and KI2 are the notations of Kifu for Windows. KIF has one numbered ply
// per line, with the square that the piece comes from. KI2 has several plies
// per line, with words such as 右 and 上 instead of that square. Header, diagram,
// comments and variations (変化) are the same in both.
const (
	KIF record.Format = "kif"
	KI2 record.Format = "ki2"
)

// ruleKIF is the rule ID of errors in KIF and KI2.
const ruleKIF = "KIF"

// sideMarks are the signs before the plies of KI2: for the first and the second
// player, in turn.
const sideMarks = "▲☗▼△☖▽"

// sideMarkLen returns the length of the side mark that text starts with; 0 for
// none.
func sideMarkLen(text string) int {
	if text == "" || text[0] < utf8.RuneSelf {
		return 0
	}
	if r, size := utf8.DecodeRuneInString(text); strings.ContainsRune(sideMarks, r) {
		return size
	}
	return 0
}

// isSecondMark reports whether text starts with a side mark of the second
// player.
func isSecondMark(text string) bool {
	const second = "△☖▽"
	r, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune(second, r)
}

// detectKIF detects KIF or KI2 from the first ply. Without plies, the header of
// the table or a first line that names the notation decides. Shogi headers
// alone are KI2.
func detectKIF(prefix []byte) record.Format {
	if scan.IsASCII(string(prefix)) {
		return ""
	}
	var found record.Format
	first := true
	text := source.Decode(prefix, source.EncodingShiftJIS).Text
	for line := range strings.Lines(scan.LineEnds.Replace(text)) {
		line = scan.Trim(line)
		if line == "" {
			continue
		}
		named := first
		first = false
		switch {
		case line[0] == '*' || line[0] == '&':
		case named && strings.HasPrefix(line, "#KIF"), isTableHeader(line), strings.HasPrefix(line, "手数＝"):
			found = KIF
		case named && strings.HasPrefix(line, "#KI2"):
			found = KI2
		case line[0] == '#':
		case sideMarkLen(line) > 0:
			if isShogiTarget(line[sideMarkLen(line):]) {
				return KI2
			}
		case line[0]-'0' <= 9:
			_, after := scan.LeadingNumber(line)
			rest := line[scan.SkipBlanks(line, after):]
			rest = strings.TrimPrefix(scan.Trim(strings.TrimPrefix(rest, plyWord)), firstStep)
			rest = scan.Trim(rest)
			rest = rest[sideMarkLen(rest):]
			if isShogiTarget(rest) {
				return KIF
			}
			if e, _, ok := endingAt(rest); ok && (found == KIF || strings.HasPrefix(rest, e.KIF)) {
				return KIF
			}
		default:
			if key, _, ok := kifHeader(line); ok && isShogiKey(key) && found == "" {
				found = KI2
			}
		}
	}
	return found
}

// isTableHeader reports whether a line is the header of KIF's table of plies.
func isTableHeader(line string) bool { return strings.HasPrefix(line, "手数---") }

// isShogiTarget reports whether text starts with a destination square of KIF,
// or with 同 or 仝 for the previous one.
func isShogiTarget(text string) bool {
	file, rest := scan.FirstRune(text)
	if tens, after := scan.FirstRune(rest); file == "1" && (tens == "0" || tens == "1" || tens == "2") {
		rest = after
	}
	rank, _ := scan.FirstRune(rest)
	return file == "同" || file == "仝" || digitOf(file) > 0 && (digitOf(rank) > 0 || rank == "十")
}

// digitOf returns the value of an ASCII, full-width or kanji digit from 1 to 9;
// 0 for other characters.
func digitOf(c string) int {
	switch len(c) {
	case 1:
		if c[0] >= '1' && c[0] <= '9' {
			return int(c[0] - '0')
		}
	case 3:
		if n := strings.Index(wideDigits, c); n >= 0 {
			return n/3 + 1
		}
		if n := strings.Index(kanjiDigits, c); n >= 0 {
			return n/3 + 1
		}
	}
	return 0
}

// Chu shogi has a word after the number of a ply and an arrow before the square
// of origin. A turn of two steps takes two lines, each with a word for its
// step.
const (
	plyWord               = "手目"
	firstStep, secondStep = "一歩目", "二歩目"
	fromArrow             = "←"
)

const (
	wideDigits  = "１２３４５６７８９"
	kanjiDigits = "一二三四五六七八九"
)

// isShogiKey reports whether a header key occurs only in shogi records.
func isShogiKey(key string) bool {
	switch key {
	case handicapKey, "開始日時", "終了日時", "対局日", "対局ID", "棋戦", "表題", "先手", "後手", "下手", "上手", "作品番号", "作者", "戦型":
		return true
	}
	_, ok := handSide(key)
	return ok
}

// kifHeader reads a header line: key：value.
func kifHeader(line string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(line, "：")
	if !ok {
		key, value, ok = strings.Cut(line, ":")
	}
	key = scan.Trim(key)
	return key, scan.Trim(value), ok && key != "" && !strings.ContainsAny(key, "|*")
}

// kifSplitter splits a file of KIF or KI2 into records.
type kifSplitter struct {
	hasMoves   bool   // the record has plies, a table header or a summary
	hasLines   bool   // the record has lines other than remarks
	afterBlank bool   // the previous line is blank
	firstKey   string // the record's first header key that only the start of a record has
}

// begins reports whether a line starts another record. Such a line names the
// notation, or is a header that only the start of a record has: after plies, or
// with the same key as the record's first one.
func (f *kifSplitter) begins(line []byte) bool {
	line = bytes.TrimRight(line, " \t")
	blank := f.afterBlank
	f.afterBlank = len(line) == 0
	if len(line) == 0 {
		return false
	}
	start := bytes.TrimLeft(line, " \t")
	key := ""
	switch c := start[0]; {
	case c == '#' && string(start) == noMovesRemark:
		f.hasMoves = true
		return false
	case c == '#':
		named := namesNotation(start) && (f.hasMoves || f.hasLines && bytes.Contains(start, []byte(" version=")))
		if !named && !(f.hasMoves && blank && bytes.HasPrefix(start, []byte("# ---"))) {
			return false
		}
	case c-'0' <= 9 || hasSideMark(start):
		f.hasMoves, f.hasLines = true, true
		return false
	case c < 0x80:
		f.hasLines = true
		return false
	default:
		text := startOfLine(start)
		if key = startingKey(text); key == "" {
			_, _, ended := endingAt(text)
			f.hasMoves = f.hasMoves || isTableHeader(text) || strings.HasPrefix(text, "まで") || ended
			f.hasLines = true
			return false
		}
		if !f.hasMoves && key != f.firstKey {
			f.hasLines = true
			if f.firstKey == "" {
				f.firstKey = key
			}
			return false
		}
	}
	*f = kifSplitter{hasLines: key != "", firstKey: key}
	return true
}

// noMovesRemark is written after the header of a KI2 record without moves, to
// separate it from the next record.
const noMovesRemark = "#0手"

// namesNotation reports whether a line starts like the first line of a file
// that names its notation: "#KIF version=2.0 encoding=UTF-8".
func namesNotation[T string | []byte](line T) bool {
	return len(line) >= len("#KIF") && (string(line[:4]) == "#KIF" || string(line[:4]) == "#KI2")
}

// hasSideMark reports whether bytes of UTF-8, Shift_JIS or EUC-JP start with a
// side mark.
func hasSideMark(line []byte) bool {
	if len(line) >= 3 && line[0] == 0xE2 && sideMarkLen(string(line[:3])) > 0 {
		return true
	}
	if len(line) < 2 {
		return false
	}
	return line[0] == 0x81 && line[1] >= 0xA2 && line[1] <= 0xA5 || line[0] == 0xA2 && line[1] >= 0xA4 &&
		line[1] <= 0xA7
}

// startOfLine decodes the start of a line in UTF-8, Shift_JIS or EUC-JP. It is
// long enough to recognise the kind of line.
func startOfLine(line []byte) string {
	const limit = 200
	line = line[:min(len(line), limit)]
	if startingKey(string(line)) != "" || line[0] >= 0xE0 && line[0] <= 0xEF {
		// in the other encodings no known key starts with these bytes
		return string(line)
	}
	return source.Decode(line, source.EncodingShiftJIS).Text
}

// startingKey returns the key of a header line that only the start of a record
// has; "" for other lines.
func startingKey(line string) string {
	if key, _, ok := kifHeader(line); ok && isShogiKey(key) {
		return key
	}
	return ""
}

func openKIF(src *source.Source, format record.Format) func() (*record.Record, error) {
	f := &kifSplitter{}
	c := &source.Cutter{
		Src: src, Begins: f.begins, Encoding: source.EncodingShiftJIS, Missing: "no shogi header line or move found",
		Read: func(text string, _ int, place scan.Place) *record.Record {
			return readKIF(text, place, format, &src.Meter)
		},
	}
	return c.Next
}

// kifKeys are the keys of Kifu for Windows, which JKF uses too. The players of
// a handicap game have other keys.
var kifKeys = record.Keys{
	record.FieldFirst: {sideNames[0][0], sideNames[1][0]}, record.FieldSecond: {sideNames[0][1], sideNames[1][1]},
	record.FieldEvent: {"棋戦"}, record.FieldTitle: {"表題"}, record.FieldSite: {"場所"}, record.FieldDate: {"対局日"},
	record.FieldStart: {"開始日時"},
	record.FieldEnd:   {"終了日時"}, record.FieldTimeControl: {"持ち時間"}, record.FieldTimeUsed: {"消費時間"},
	record.FieldOpening:  {"戦型"},
	record.FieldHandicap: {handicapKey}, record.FieldNote: {"備考"}, record.FieldRecorder: {"記録係"},
	record.FieldAuthor: {"作者"}, record.FieldSource: {"出典"},
}
