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

// KIF and KI2 are the two notations of Kifu for Windows: KIF, one numbered ply
// a line with the square it comes from, and KI2, plies told apart by words such
// as 右 and 上 and written one after the other. They share header, diagram,
// comments and side lines (変化).
const (
	KIF record.Format = "kif"
	KI2 record.Format = "ki2"
)

// ruleKIF stands for both notations in faults.
const ruleKIF = "KIF"

// sideMarks stand before the plies of KI2, the first player's first.
const sideMarks = "▲☗▼△☖▽"

// markAt gives the size of the side mark that text starts with, 0 for none.
func markAt(text string) int {
	if text == "" || text[0] < utf8.RuneSelf {
		return 0
	}
	if r, size := utf8.DecodeRuneInString(text); strings.ContainsRune(sideMarks, r) {
		return size
	}
	return 0
}

// isSecondMark reports whether text starts with a mark of the second player.
func isSecondMark(text string) bool {
	const second = "△☖▽"
	r, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune(second, r)
}

// shogiText tells KIF and KI2 by the first ply. In a text without plies, the
// table's head or a first line that names the notation tells; header lines of
// shogi with neither are KI2.
func shogiText(prefix []byte) record.Format {
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
		case named && strings.HasPrefix(line, "#KIF"), isTableHead(line), strings.HasPrefix(line, "手数＝"):
			found = KIF
		case named && strings.HasPrefix(line, "#KI2"):
			found = KI2
		case line[0] == '#':
		case markAt(line) > 0:
			if isShogiTarget(line[markAt(line):]) {
				return KI2
			}
		case line[0]-'0' <= 9:
			_, after := scan.LeadingNumber(line)
			rest := line[scan.SkipBlanks(line, after):]
			rest = strings.TrimPrefix(scan.Trim(strings.TrimPrefix(rest, plyWord)), firstStep)
			rest = scan.Trim(rest)
			rest = rest[markAt(rest):]
			if isShogiTarget(rest) {
				return KIF
			}
			if e, _, ok := endingAt(rest); ok && (found == KIF || strings.HasPrefix(rest, e.KIF)) {
				return KIF
			}
		default:
			if key, _, ok := shogiHeader(line); ok && isShogiKey(key) && found == "" {
				found = KI2
			}
		}
	}
	return found
}

// isTableHead reports whether a line is that above the plies of KIF.
func isTableHead(line string) bool { return strings.HasPrefix(line, "手数---") }

// isShogiTarget reports whether text starts with a square as KIF writes it, or
// with 同 or 仝.
func isShogiTarget(text string) bool {
	file, rest := scan.FirstRune(text)
	if tens, after := scan.FirstRune(rest); file == "1" && (tens == "0" || tens == "1" || tens == "2") {
		rest = after
	}
	rank, _ := scan.FirstRune(rest)
	return file == "同" || file == "仝" || digitOf(file) > 0 && (digitOf(rank) > 0 || rank == "十")
}

// digitOf is the value of a digit from 1 to 9 in any of the ways that
// notations of shogi write it, 0 for other characters.
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

// In chu shogi a word stands behind the number of a ply, and others before the
// two steps of a turn, which stand on lines of their own; an arrow before the
// square that a piece comes from.
const (
	plyWord               = "手目"
	firstStep, secondStep = "一歩目", "二歩目"
	fromArrow             = "←"
)

const (
	wideDigits  = "１２３４５６７８９"
	kanjiDigits = "一二三四五六七八九"
)

// isShogiKey reports whether a header's key is one that records of shogi have.
func isShogiKey(key string) bool {
	switch key {
	case handicapKey, "開始日時", "終了日時", "対局日", "対局ID", "棋戦", "表題", "先手", "後手", "下手", "上手", "作品番号", "作者", "戦型":
		return true
	}
	_, ok := handOf(key)
	return ok
}

// shogiHeader reads a header line, key：value.
func shogiHeader(line string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(line, "：")
	if !ok {
		key, value, ok = strings.Cut(line, ":")
	}
	key = scan.Trim(key)
	return key, scan.Trim(value), ok && key != "" && !strings.ContainsAny(key, "|*")
}

// kifFile finds where in a file of KIF or KI2 another record begins.
type kifFile struct {
	moves bool   // the record has got plies, or a line that stands above or below them
	lines bool   // it has got lines that are no remarks
	blank bool   // the line before is blank
	key   string // of its first header line that only a record's start has
}

// begins takes for the start of another record a header line that only a
// record's start has, after plies or where the record began with the same, and
// a line that names the notation.
func (f *kifFile) begins(line []byte) bool {
	line = bytes.TrimRight(line, " \t")
	blank := f.blank
	f.blank = len(line) == 0
	if len(line) == 0 {
		return false
	}
	start := bytes.TrimLeft(line, " \t")
	key := ""
	switch c := start[0]; {
	case c == '#' && string(start) == noMoves:
		f.moves = true
		return false
	case c == '#':
		named := namesNotation(start) && (f.moves || f.lines && bytes.Contains(start, []byte(" version=")))
		if !named && !(f.moves && blank && bytes.HasPrefix(start, []byte("# ---"))) {
			return false
		}
	case c-'0' <= 9 || markOf(start):
		f.moves, f.lines = true, true
		return false
	case c < 0x80:
		f.lines = true
		return false
	default:
		text := startOfLine(start)
		if key = startingKey(text); key == "" {
			_, _, ended := endingAt(text)
			f.moves = f.moves || isTableHead(text) || strings.HasPrefix(text, "まで") || ended
			f.lines = true
			return false
		}
		if !f.moves && key != f.key {
			f.lines = true
			if f.key == "" {
				f.key = key
			}
			return false
		}
	}
	*f = kifFile{lines: key != "", key: key}
	return true
}

// noMoves is a remark below the header of a game without moves in KI2, by which
// it is told from the next.
const noMoves = "#0手"

// namesNotation reports whether a line is the first one of KIF or KI2 that
// names its notation, such as "#KIF version=2.0 encoding=UTF-8".
func namesNotation[T string | []byte](line T) bool {
	return len(line) >= len("#KIF") && (string(line[:4]) == "#KIF" || string(line[:4]) == "#KI2")
}

// markOf reports whether bytes of UTF-8, Shift_JIS or EUC-JP start with a side
// mark.
func markOf(line []byte) bool {
	if len(line) >= 3 && line[0] == 0xE2 && markAt(string(line[:3])) > 0 {
		return true
	}
	if len(line) < 2 {
		return false
	}
	return line[0] == 0x81 && line[1] >= 0xA2 && line[1] <= 0xA5 || line[0] == 0xA2 && line[1] >= 0xA4 && line[1] <= 0xA7
}

// startOfLine is the text that a line in UTF-8, Shift_JIS or EUC-JP starts
// with, as far as it tells the line from others.
func startOfLine(line []byte) string {
	const most = 200
	line = line[:min(len(line), most)]
	if startingKey(string(line)) != "" || line[0] >= 0xE0 && line[0] <= 0xEF { // of the others, no such key starts so
		return string(line)
	}
	return source.Decode(line, source.EncodingShiftJIS).Text
}

// startingKey is the key of a header line that stands at the start of records,
// "" for other lines.
func startingKey(line string) string {
	if key, _, ok := shogiHeader(line); ok && isShogiKey(key) {
		return key
	}
	return ""
}

func openShogi(src *source.Source, format record.Format) func() (*record.Record, error) {
	f := &kifFile{}
	c := &source.Cutter{
		Src: src, Begins: f.begins, Encoding: source.EncodingShiftJIS, Missing: "no header line and no plies of shogi found",
		Read: func(text string, _ int, place scan.Place) *record.Record {
			return readKIF(text, place, format, &src.Meter)
		},
	}
	return c.Next
}

// kifKeys are those of Kifu for Windows, which JKF has as well. The players of
// a game with odds have names of their own.
var kifKeys = record.Keys{
	record.FieldFirst: {shogiSides[0][0], shogiSides[1][0]}, record.FieldSecond: {shogiSides[0][1], shogiSides[1][1]},
	record.FieldEvent: {"棋戦"}, record.FieldTitle: {"表題"}, record.FieldSite: {"場所"}, record.FieldDate: {"対局日"}, record.FieldStart: {"開始日時"},
	record.FieldEnd: {"終了日時"}, record.FieldTimeControl: {"持ち時間"}, record.FieldTimeUsed: {"消費時間"}, record.FieldOpening: {"戦型"},
	record.FieldHandicap: {handicapKey}, record.FieldNote: {"備考"}, record.FieldRecorder: {"記録係"}, record.FieldAuthor: {"作者"}, record.FieldSource: {"出典"},
}
