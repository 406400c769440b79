package parser

import (
	"strconv"
	"strings"
)

// outcome is what an ending means to the side to move at it.
type outcome uint8

const (
	undecided outcome = iota
	loses
	wins
	draws
)

// ending is a way in which games end. A notation that has no word for it has
// "". Two rows of one name are the same ending, told from either side's view.
type ending struct {
	name    string   // as header lines in English say it
	also    []string // further words, of any notation
	kif     string   // the word that stands for a move
	summary string   // how the line after the moves says it, after "まで99手で"
	csa     string   // without its %
	usi     string
	means   outcome
	rare    bool // other programs read no such line after the moves
}

// endings are the vocabulary of all notations.
var endings = []ending{
	{"resigned", []string{"resign", "resigns", "resignation"}, "投了", "", "TORYO", "resign", loses, false},
	{"unterminated", []string{"interrupted", "suspended", "abandoned", "接続切れ"}, "中断", "中断", "CHUDAN", "", undecided, false},
	{"repetition", []string{"threefold repetition", "fourfold repetition", "sennichite"}, "千日手", "千日手", "SENNICHITE", "", draws, false},
	{"impasse", []string{"jishogi"}, "持将棋", "持将棋", "JISHOGI", "", draws, false},
	{"time forfeit", []string{"time-up", "timeout", "time over", "時間切れ", "時間切れ負け"}, "切れ負け", "時間切れにより", "TIME_UP", "", loses, false},
	{"rules infraction", []string{"illegal action", "反則手"}, "反則勝ち", "反則勝ち", "ILLEGAL_ACTION", "", wins, false},
	{"rules infraction", []string{"illegal move", "反則"}, "反則負け", "反則負け", "ILLEGAL_MOVE", "", loses, false},
	{"checkmate", []string{"checkmated", "mate", "詰"}, "詰み", "詰み", "TSUMI", "", loses, false},
	{"no mate", []string{"不詰み"}, "不詰", "不詰", "FUZUMI", "", undecided, false},
	{"declaration", []string{"entering king", "宣言勝ち", "入玉宣言勝ち", "入玉宣言"}, "入玉勝ち", "入玉勝ち", "KACHI", "win", wins, true},
	{"agreed draw", []string{"draw", "drawn", "draw agreed", "draw by agreement", "引分", "引分け", "引き分"}, "引き分け", "引き分け", "HIKIWAKE", "", draws, true},
	{"move limit", nil, "最大手数", "最大手数", "MAX_MOVES", "", draws, true},
	{"takeback", nil, "待った", "待った", "MATTA", "", undecided, true},
	{"error", nil, "エラー", "エラー", "ERROR", "", undecided, true},
	{"default", []string{"forfeit"}, "不戦敗", "不戦敗", "", "", loses, true},
	{"default", nil, "不戦勝", "不戦勝", "", "", wins, true},
	{"adjourned", []string{"sealed move"}, "封じ手", "封じ手", "", "", undecided, false},
}

// endingNamed finds an ending by a word of any of the notations. A CSA word
// may bear the sign of the side that acted illegally.
func endingNamed(word string) (e *ending, ok bool) {
	if word == "" {
		return nil, false
	}
	code := word
	if _, signed := actor(word); signed {
		code = word[1:]
	}
	for i := range endings {
		e := &endings[i]
		if e.kif == word || e.csa == code || e.usi == word || strings.EqualFold(e.name, word) {
			return e, true
		}
		for _, other := range e.also {
			if strings.EqualFold(other, word) {
				return e, true
			}
		}
	}
	return nil, false
}

// claims is the result that an ending claims where second says that the second
// player is to move.
func (e *ending) claims(second bool) string {
	switch {
	case e.means == draws:
		return "1/2-1/2"
	case e.means == undecided:
		return "*"
	case (e.means == wins) != second:
		return "1-0"
	}
	return "0-1"
}

// endingOf finds an ending that goes with a result, "" for any, where second is
// to move: of two rows of one name, that in which the right side wins.
func endingOf(word string, second bool, result string) (e *ending, ok bool) {
	if e, ok = endingNamed(word); !ok {
		return nil, false
	}
	if loser, signed := actor(word); signed && result == "" {
		result = lostBy(loser)
	}
	if result == "" || e.claims(second) == result {
		return e, true
	}
	for i := range endings {
		if other := &endings[i]; other.name == e.name && other.claims(second) == result {
			return other, true
		}
	}
	return e, true
}

// actor is the side that acted illegally by the sign of a word of CSA.
func actor(word string) (second, signed bool) {
	return word[:min(len(word), 1)] == "-", len(word) > 1 && (word[0] == '+' || word[0] == '-') && word[1:] == "ILLEGAL_ACTION"
}

// lostBy is the result of a game that a side has lost.
func lostBy(second bool) string {
	if second {
		return "1-0"
	}
	return "0-1"
}

// ClaimedResult is the result that an ending, in the word of any notation,
// claims where second says that the second player is to move; "" for a word
// that is no ending. Where it could be either side's, it goes with result.
func ClaimedResult(word string, second bool, result string) string {
	if loser, signed := actor(word); signed {
		return lostBy(loser)
	}
	if e, ok := endingOf(word, second, result); ok {
		return e.claims(second)
	}
	return ""
}

// csaEnding is an ending's word in CSA, without %, where second is to move;
// false where it has none, or none that goes with the result.
func csaEnding(word string, second bool, result string) (string, bool) {
	e, ok := endingOf(word, second, result)
	if !ok || e.csa == "" {
		return "", false
	}
	claimed := ClaimedResult(word, second, result)
	if _, signed := actor(word); signed && (result == "" || claimed == result) {
		return word, true
	}
	if claimed = e.claims(second); result != "" && claimed != result && claimed != "*" {
		return "", false
	}
	switch {
	case e.csa != "ILLEGAL_ACTION":
		return e.csa, true
	case second: // the side not to move acted
		return "+" + e.csa, true
	}
	return "-" + e.csa, true
}

// kifEnding is an ending in KIF where second is to move.
func kifEnding(word string, second bool, result string) (*ending, bool) {
	e, ok := endingOf(word, second, result)
	return e, ok && e.kif != ""
}

// usiEnding is an ending's word in USI, "" where it has none that goes with the
// result.
func usiEnding(word string, second bool, result string) string {
	e, ok := endingOf(word, second, result)
	if !ok || result != "" && e.claims(second) != result {
		return ""
	}
	return e.usi
}

// EndingName is the name of an ending in English, whatever notation's word it is
// given by; the word itself where it is none that is known.
func EndingName(word string) string {
	if e, ok := endingNamed(word); ok {
		return e.name
	}
	return word
}

// The names of the two sides, with odds and without.
var shogiSides = [2][2]string{{"先手", "後手"}, {"下手", "上手"}}

// summaryLine is the line that sums up a line of so many plies in KIF and KI2,
// where second is to move. A result that the ending does not have by itself is
// said in words. In KIF, which has the ending among the plies, the line says no
// more than other programs read, "" for nothing.
func (e *ending) summaryLine(format Format, plies int, second bool, result string, odds bool) string {
	sides := shogiSides[0]
	if odds {
		sides = shogiSides[1]
	}
	claimed := e.claims(second)
	if result != "1-0" && result != "0-1" {
		result = claimed
	}
	winner, loser := sides[0], sides[1]
	if result == "0-1" {
		winner, loser = sides[1], sides[0]
	}
	text := e.summary
	decided := result == "1-0" || result == "0-1"
	switch {
	case format == KIF && e.rare && !decided:
		return ""
	case format == KIF && decided && (e.rare || claimed != result) && e.kif != "切れ負け":
		text = winner + "の勝ち"
	case e.kif == "投了", e.kif == "切れ負け":
		text += winner + "の勝ち"
	case claimed != result:
		text += "により" + winner + "の勝ち"
	case e.kif == "反則負け", e.kif == "不戦敗":
		text = loser + "の" + text
	case e.means == wins:
		text = winner + "の" + text
	}
	return "まで" + strconv.Itoa(plies) + "手で" + text + "\n"
}

// summaryEnding reads such a line: the ending in KIF's word, "" where it is
// none that is known.
func summaryEnding(line string) string {
	_, text, found := strings.Cut(line, "手")
	if !found {
		return ""
	}
	text = strings.TrimPrefix(trim(text), "で")
	if reason, _, ok := strings.Cut(text, "により"); ok {
		text = reason
	}
	if _, end, side := strings.Cut(text, "手の"); side { // after 先, 後, 下 or 上
		if text = end; end == "勝ち" || end == "勝" {
			return "投了"
		}
	}
	if e, ok := endingNamed(trim(text)); ok {
		return e.kif
	}
	return ""
}

// summaryWinner is the result that such a line states in words, "" for none.
func summaryWinner(line string) string {
	for i := range shogiSides {
		for side, name := range shogiSides[i] {
			_, text, ok := strings.Cut(line, name+"の")
			if !ok || !strings.Contains(text, "勝") && !strings.HasPrefix(text, "反則負") {
				continue
			}
			if (side == 0) == strings.Contains(text, "勝") {
				return "1-0"
			}
			return "0-1"
		}
	}
	return ""
}

// EndsIllegally reports whether an ending, in the word of any notation, is that a
// side made an illegal move or action (W-4).
func EndsIllegally(word string) bool { return EndingName(word) == "rules infraction" }

// IsAgreedDraw reports whether an ending says no more than that the game is drawn.
func IsAgreedDraw(word string) bool { return EndingName(word) == "agreed draw" }

// IsEnding reports whether a word is an ending of some notation.
func IsEnding(word string) bool {
	_, ok := endingNamed(word)
	return ok
}
