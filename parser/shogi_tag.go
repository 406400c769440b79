package parser

import "strings"

// handicapKey is the key of the tag that names the start in KIF.
const handicapKey = "手合割"

// ImpliedVariant is the variant that a record's notation and start stand for
// where no tag names one: an id, or a name such as "中将棋" that the record
// itself gives. It is "" for notations that are no game's own.
func ImpliedVariant(r *Record) string {
	switch r.Written() {
	case KIF, KI2, CSA, USI, JKF:
	default:
		if n, err := notationOf(r.Written()); err == nil {
			return n.game
		}
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

// IsUsualStart reports whether a value of the tag 手合割 names the usual start of a
// game and no handicap.
func IsUsualStart(name string) bool {
	start, ok := handicapStart(trim(name))
	return ok && start == ""
}

// isMinishogi reports whether a record is of minishogi, by its tags and start.
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
