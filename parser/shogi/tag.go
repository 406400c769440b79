package shogi

import (
	"strings"

	"assay/parser/record"
	"assay/parser/scan"
)

// handicapKey is the key of KIF's tag that names the start.
const handicapKey = "手合割"

// impliedVariant returns the name of the variant that a record's start implies,
// if no tag names one. An unknown name in the tag 手合割 is returned unchanged.
func impliedVariant(r *record.Record) string {
	if r.Start != "" {
		b, ok := parseShogi(r.Start)
		switch {
		case ok && b.files == 5 && b.ranks == 5:
			return minishogiName
		case ok && b.ranks == chuSize:
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

// chuName is the Japanese name of chu shogi.
const chuName = "中将棋"

// shogiName is the Japanese name of shogi.
const shogiName = "将棋"

// IsUsualStart reports whether a value of the tag 手合割 names a usual start, not
// a handicap.
func IsUsualStart(name string) bool {
	start, ok := handicapStart(scan.Trim(name))
	return ok && start == ""
}

// startBoard returns the board that a record starts from; false if Start is not
// a shogi position.
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

// renamedKeys are the keys that the shogi notations rename.
var renamedKeys = record.Vocabulary{&record.EnglishKeys, &kifKeys, &csaKeys}
