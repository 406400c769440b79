package record

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// outcome is the meaning of an ending for the side to move.
type outcome uint8

const (
	undecided outcome = iota
	loses
	Wins
	draws
)

// Ending is a way in which games end. A notation that has no word for it has
// "". Two rows with one name are the same ending from the two sides' points of
// view.
type Ending struct {
	name    string   // the name in English headers
	also    []string // further words, of any notation
	KIF     string   // the word written in place of a move
	Summary string   // the wording of the line after the moves, after "まで99手で"
	CSA     string   // without its %
	USI     string
	Means   outcome
	Rare    bool // other programs read no such line after the moves
}

// endings is the vocabulary of all notations.
var endings = []Ending{
	{"resigned", []string{"resign", "resigns", "resignation"}, "投了", "", "TORYO", "resign", loses, false},
	{"unterminated", []string{"interrupted", "suspended", "abandoned", "接続切れ"}, "中断", "中断", "CHUDAN", "", undecided,
		false},
	{"repetition", []string{"threefold repetition", "fourfold repetition", "sennichite"}, "千日手", "千日手", "SENNICHITE",
		"", draws, false},
	{"impasse", []string{"jishogi"}, "持将棋", "持将棋", "JISHOGI", "", draws, false},
	{"time forfeit", []string{"time-up", "timeout", "time over", "時間切れ", "時間切れ負け"}, "切れ負け", "時間切れにより", "TIME_UP", "",
		loses, false},
	{"rules infraction", []string{"illegal action", "反則手"}, "反則勝ち", "反則勝ち", "ILLEGAL_ACTION", "", Wins, false},
	{"rules infraction", []string{"illegal move", "反則"}, "反則負け", "反則負け", "ILLEGAL_MOVE", "", loses, false},
	{"checkmate", []string{"checkmated", "mate", "詰"}, "詰み", "詰み", "TSUMI", "", loses, false},
	{"no mate", []string{"不詰み"}, "不詰", "不詰", "FUZUMI", "", undecided, false},
	{"declaration", []string{"entering king", "宣言勝ち", "入玉宣言勝ち", "入玉宣言"}, "入玉勝ち", "入玉勝ち", "KACHI", "win", Wins, true},
	{"agreed draw", []string{"draw", "drawn", "draw agreed", "draw by agreement", "引分", "引分け", "引き分"}, "引き分け", "引き分け",
		"HIKIWAKE", "", draws, true},
	{"move limit", nil, "最大手数", "最大手数", "MAX_MOVES", "", draws, true},
	{"takeback", nil, "待った", "待った", "MATTA", "", undecided, true},
	{"error", nil, "エラー", "エラー", "ERROR", "", undecided, true},
	{"default", []string{"forfeit"}, "不戦敗", "不戦敗", "", "", loses, true},
	{"default", nil, "不戦勝", "不戦勝", "", "", Wins, true},
	{"adjourned", []string{"sealed move"}, "封じ手", "封じ手", "", "", undecided, false},
}

// EndingNamed finds an ending by a word of any notation. A CSA word may have
// the sign of the side that acted illegally.
func EndingNamed(word string) (e *Ending, ok bool) {
	if word == "" {
		return nil, false
	}
	code := word
	if _, signed := Actor(word); signed {
		code = word[1:]
	}
	for i := range endings {
		e := &endings[i]
		if e.KIF == word || e.CSA == code || e.USI == word || strings.EqualFold(e.name, word) ||
			slices.ContainsFunc(e.also, func(other string) bool { return strings.EqualFold(other, word) }) {
			return e, true
		}
	}
	return nil, false
}

// Claims returns the result that an ending claims. second reports that the
// second player is to move.
func (e *Ending) Claims(second bool) string {
	switch e.Means {
	case draws:
		return "1/2-1/2"
	case undecided:
		return "*"
	}
	return lostBy((e.Means == Wins) != second)
}

// EndingOf finds an ending by name that agrees with a result ("" for any).
// second reports that the second player is to move. Of two rows with one name,
// it returns the row in which the right side wins.
func EndingOf(word string, second bool, result string) (e *Ending, ok bool) {
	if e, ok = EndingNamed(word); !ok {
		return nil, false
	}
	if loser, signed := Actor(word); signed && result == "" {
		result = lostBy(loser)
	}
	if result == "" || e.Claims(second) == result {
		return e, true
	}
	for i := range endings {
		if other := &endings[i]; other.name == e.name && other.Claims(second) == result {
			return other, true
		}
	}
	return e, true
}

// Actor returns the side that acted illegally, by the sign of a CSA word.
func Actor(word string) (second, signed bool) {
	return word[:min(len(word), 1)] == "-", len(word) > 1 && (word[0] == '+' || word[0] == '-') &&
		word[1:] == "ILLEGAL_ACTION"
}

// lostBy returns the result of a game that a side has lost.
func lostBy(second bool) string {
	if second {
		return "1-0"
	}
	return "0-1"
}

// ClaimedResult returns the result that an ending claims, given as a word of
// any notation. second reports that the second player is to move. It returns ""
// for a word that is not an ending. If either side could win by it, result
// decides.
func ClaimedResult(word string, second bool, result string) string {
	if loser, signed := Actor(word); signed {
		return lostBy(loser)
	}
	if e, ok := EndingOf(word, second, result); ok {
		return e.Claims(second)
	}
	return ""
}

// EndingName returns the English name of an ending in the word of any notation;
// the word itself if it is unknown.
func EndingName(word string) string {
	if e, ok := EndingNamed(word); ok {
		return e.name
	}
	return word
}

// EndsIllegally reports whether an ending, in the word of any notation, is an
// illegal move or action (W-4).
func EndsIllegally(word string) bool {
	if EndingName(word) == rulesInfraction {
		return true
	}
	said := " " + strings.Join(strings.FieldsFunc(strings.ToLower(word), isBetweenWords), " ") + " "
	for phrase := range illegalWords {
		if phrase[0] < utf8.RuneSelf {
			phrase = " " + phrase + " "
		}
		if strings.Contains(said, phrase) {
			return true
		}
	}
	return false
}

// rulesInfraction is PGN's word for an illegal move or action.
const rulesInfraction = "rules infraction"

// illegalWords are the words that programs and arbiters write for it in
// headers.
var illegalWords = words(
	`illegal_move illegal_moves illegal_action illegal_position rules_infraction infraction disqualified
	unzulässiger_zug regelwidriger_zug coup_illégal jugada_ilegal movimiento_ilegal lance_ilegal невозможный_ход
	违例 違例 犯规 犯規 違反 반칙 反則`)

func isBetweenWords(r rune) bool { return !unicode.IsLetter(r) }

// IsAgreedDraw reports whether an ending says only that the game is drawn.
func IsAgreedDraw(word string) bool { return EndingName(word) == "agreed draw" }

// IsEnding reports whether a word is an ending of some notation.
func IsEnding(word string) bool {
	_, ok := EndingNamed(word)
	return ok
}
