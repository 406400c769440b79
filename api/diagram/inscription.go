package diagram

import "maps"

// inscription is the text on a shogi tile: in two characters and in one.
type inscription [2]string

// shogiInscriptions contains the inscriptions of tiles by glyph key.
var shogiInscriptions = map[string]inscription{
	"jewel": {"玉將", "玉"}, "rook": {"飛車", "飛"}, "bishop": {"角行", "角"},
	"king": {"玉將", "玉"}, "gold": {"金將", "金"}, "silver": {"銀將", "銀"}, "copper": {"銅將", "銅"},
	"keima": {"桂馬", "桂"}, "lance": {"香車", "香"}, "pawn": {"歩兵", "歩"},
	"dragon-king": {"龍王", "龍"}, "dragon-horse": {"龍馬", "馬"}, "tokin": {"と金", "と"},
	"free-king": {"奔王", "奔"}, "lion": {"獅子", "獅"}, "vertical-mover": {"竪行", "竪"},
	"side-mover": {"横行", "横"}, "reverse-chariot": {"反車", "反"}, "phoenix": {"鳳凰", "鳳"},
	"kirin": {"麒麟", "麒"}, "blind-tiger": {"盲虎", "虎"}, "leopard": {"猛豹", "豹"},
	"drunk-elephant": {"醉象", "象"}, "crown-prince": {"太子", "太"}, "go-between": {"仲人", "仲"},
	"horned-falcon": {"角鷹", "鷹"}, "soaring-eagle": {"飛鷲", "鷲"}, "flying-ox": {"飛牛", "牛"},
	"free-boar": {"奔猪", "猪"}, "white-horse": {"白駒", "駒"}, "whale": {"鯨鯢", "鯨"},
	"flying-stag": {"飛鹿", "鹿"}, "platinum": {"白金", "白"},
	// Of Tori Shogi, whose tiles have one sign; both quails have the same.
	"peng": {"鵬", "鵬"}, "falcon": {"鷹", "鷹"}, "crane": {"鶴", "鶴"}, "pheasant": {"雉", "雉"},
	"left-quail": {"左鶉", "左鶉"}, "right-quail": {"右鶉", "右鶉"}, "swallow": {"燕", "燕"},
	"goose": {"雁", "雁"}, "eagle": {"鵰", "鵰"},
}

// promotedInscriptions contains other inscriptions of promoted tiles.
var promotedInscriptions = map[string]inscription{
	"pawn": {"と金", "と"}, "lance": {"成香", "杏"}, "keima": {"成桂", "圭"}, "silver": {"成銀", "全"},
}

// kanji returns a writer of shogi tiles, with two characters (0) or one (1). By
// custom the second player, the higher rated, has another king.
func kanji(column int) func(string, Side, bool) string {
	return func(key string, side Side, turned bool) string {
		if text, ok := promotedInscriptions[key]; ok && turned {
			return text[column]
		}
		if (key == "jewel" || key == "king") && side == Second {
			return inscription{"王將", "王"}[column]
		}
		return shogiInscriptions[key][column]
	}
}

// The inscriptions of xiangqi and janggi pieces by glyph key: the first
// player's and the second player's.
var (
	traditional = map[string]inscription{
		"general": {"帥", "將"}, "advisor": {"仕", "士"}, "elephant": {"相", "象"}, "chariot": {"俥", "車"},
		"horse": {"傌", "馬"}, "cannon": {"炮", "砲"}, "soldier": {"兵", "卒"},
	}
	simplified = override(traditional, map[string]inscription{
		"general": {"帅", "将"}, "chariot": {"车", "车"}, "horse": {"马", "马"}, "cannon": {"炮", "炮"},
	})
	korean = map[string]inscription{
		"general": {"楚", "漢"}, "advisor": {"士", "士"}, "elephant": {"象", "象"}, "chariot": {"車", "車"},
		"horse": {"馬", "馬"}, "cannon": {"包", "包"}, "soldier": {"卒", "兵"},
	}
)

// override returns a copy of table with entries replaced by other's.
func override(table, other map[string]inscription) map[string]inscription {
	table = maps.Clone(table)
	maps.Copy(table, other)
	return table
}

// characterText returns a writer of a table's inscriptions.
func characterText(table map[string]inscription) func(string, Side, bool) string {
	return func(key string, side Side, _ bool) string { return table[key][side] }
}
