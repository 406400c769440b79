package parser

import "strings"

// tagNames are the keys under which the notations keep the same thing. Those
// of JKF are KIF's.
var tagNames = []struct{ pgn, csa, kif string }{
	{"White", "N+", "先手"},
	{"Black", "N-", "後手"},
	{"Event", "EVENT", "棋戦"},
	{"Site", "SITE", "場所"},
	{"StartTime", "START_TIME", "開始日時"},
	{"EndTime", "END_TIME", "終了日時"},
	{"TimeControl", "TIME_LIMIT", "持ち時間"},
	{"Opening", "OPENING", "戦型"},
	{"Annotator", "NOTE", "備考"},
}

// TagKey is what a format calls the tag that some format calls key; key itself
// where it has no other name.
func TagKey(key string, f Format) string {
	switch key {
	case shogiSides[1][0]:
		key = shogiSides[0][0]
	case shogiSides[1][1]:
		key = shogiSides[0][1]
	}
	for i := range tagNames {
		n := &tagNames[i]
		if !strings.EqualFold(key, n.pgn) && key != n.csa && key != n.kif {
			continue
		}
		switch f {
		case KIF, KI2, JKF:
			return n.kif
		case CSA:
			return n.csa
		case USI:
			return key
		}
		return n.pgn
	}
	return key
}

// handicapKey is the key of the tag that names the start in KIF.
const handicapKey = "手合割"

// ImpliedVariant is the variant that a record's notation and start stand for
// where no tag names one: an id, or a name such as "中将棋" that the record
// itself gives. It is "" for notations that are no game's own.
func ImpliedVariant(r *Record) string {
	switch r.Written() {
	case KIF, KI2, CSA, USI, JKF:
	default:
		return ""
	}
	if r.Start != "" {
		if b, ok := parseShogi(r.Start); ok && b.files == 5 && b.ranks == 5 {
			return minishogiID
		}
		return shogiID
	}
	name, ok := r.Tag(handicapKey)
	name = trim(name)
	switch {
	case !ok || name == "":
		return shogiID
	case name == minishogiName || name == "五五将棋":
		return minishogiID
	}
	if _, known := handicapStart(name); known || name == "その他" || name == "詰将棋" {
		return shogiID
	}
	return name
}

const (
	shogiID     = "shogi"
	minishogiID = "minishogi"
)

// IsUsualStart says whether a value of the tag 手合割 names the usual start of a
// game and no handicap.
func IsUsualStart(name string) bool {
	start, ok := handicapStart(trim(name))
	return ok && start == ""
}

// isMinishogi says whether a record is of minishogi, by its tags and start.
func isMinishogi(r *Record) bool {
	if b, ok := parseShogi(r.Start); ok {
		return b.files == 5
	}
	for _, key := range []string{"Variant", "VariantName"} {
		if name, ok := r.Tag(key); ok {
			return strings.EqualFold(name, minishogiID)
		}
	}
	name, _ := r.Tag(handicapKey)
	return trim(name) == minishogiName
}

// startBoard is the board that a record of shogi starts from; false where
// Start is of no notation of shogi.
func startBoard(r *Record) (*shogiBoard, bool) {
	if r.Start != "" {
		return parseShogi(r.Start)
	}
	if isMinishogi(r) {
		return shogiStart(5), true
	}
	return shogiStart(9), true
}
