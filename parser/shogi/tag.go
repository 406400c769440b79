package shogi

import (
	"strings"

	"assay/parser/record"
	"assay/parser/scan"
)

// handicapKey is the key of the tag that names the start in KIF.
const handicapKey = "手合割"

// impliedGame is the name of the game that a record's start stands for where no
// tag names one; it may be one such as "中将棋" that the record itself gives.
func impliedGame(r *record.Record) string {
	if r.Start != "" {
		b, ok := parseShogi(r.Start)
		switch {
		case ok && b.files == 5 && b.ranks == 5:
			return minishogiName
		case ok && b.ranks == chuSide:
			return chuName
		}
		return shogiName
	}
	name, ok := r.Tag(handicapKey)
	name = scan.Trim(name)
	switch {
	case name == "" && len(r.Moves) > 0 && strings.Contains(r.Moves[0].Text, fromArrow):
		return chuName
	case !ok || name == "":
		return shogiName
	case isMinishogiName(name):
		return minishogiName
	}
	if _, known := handicapStart(name); known || name == "その他" || name == "詰将棋" {
		return shogiName
	}
	return name
}

// chuName is what chu shogi calls itself.
const chuName = "中将棋"

// shogiName is what shogi calls itself.
const shogiName = "将棋"

// IsUsualStart reports whether a value of the tag 手合割 names the usual start of
// a game and no handicap.
func IsUsualStart(name string) bool {
	start, ok := handicapStart(scan.Trim(name))
	return ok && start == ""
}

// startBoard is the board that a record of shogi starts from; false where
// Start is of no notation of shogi.
func startBoard(r *record.Record) (*shogiBoard, bool) {
	if r.Start != "" {
		return parseShogi(r.Start)
	}
	name, _ := r.Tag(handicapKey)
	if isMinishogiName(scan.Trim(name)) {
		return shogiStart(5), true
	}
	return shogiStart(9), true
}

// shogiWords are the keys that notations of shogi rename.
var shogiWords = record.Vocabulary{&record.EnglishKeys, &kifKeys, &csaKeys}
