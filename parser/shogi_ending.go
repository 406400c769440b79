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

// shogiEnding is a way in which a record of shogi ends. A notation that has no
// word for it has "".
type shogiEnding struct {
	kif     string // the word that stands for a move
	summary string // how the line after the moves says it, after "まで99手で"
	csa     string // without its %
	means   outcome
}

// shogiEndings are in the order in which their words are tried.
var shogiEndings = []shogiEnding{
	{"投了", "", "TORYO", loses},
	{"中断", "中断", "CHUDAN", undecided},
	{"千日手", "千日手", "SENNICHITE", draws},
	{"持将棋", "持将棋", "JISHOGI", draws},
	{"切れ負け", "時間切れにより", "TIME_UP", loses},
	{"反則勝ち", "反則勝ち", "ILLEGAL_ACTION", wins},
	{"反則負け", "反則負け", "ILLEGAL_MOVE", loses},
	{"詰み", "詰み", "TSUMI", loses},
	{"不詰", "不詰", "FUZUMI", undecided},
	{"入玉勝ち", "入玉勝ち", "KACHI", wins},
	{"引き分け", "引き分け", "HIKIWAKE", draws},
	{"待った", "待った", "MATTA", undecided},
	{"エラー", "エラー", "ERROR", undecided},
	{"不戦敗", "不戦敗", "", loses},
	{"不戦勝", "不戦勝", "", wins},
	{"封じ手", "封じ手", "", undecided},
}

// shogiEndingNames are further spellings, each with the one of KIF.
var shogiEndingNames = map[string]string{
	"時間切れ": "切れ負け", "時間切れ負け": "切れ負け", "詰": "詰み", "不詰み": "不詰", "反則": "反則負け",
	"宣言勝ち": "入玉勝ち", "入玉宣言勝ち": "入玉勝ち", "入玉宣言": "入玉勝ち", "引分": "引き分け", "引分け": "引き分け", "引き分": "引き分け",
	"resign": "投了", "win": "入玉勝ち",
}

// endingNamed finds an ending by a word of any of the notations. A CSA word
// may bear the sign of the side that acted illegally.
func endingNamed(word string) (e *shogiEnding, ok bool) {
	if other, ok := shogiEndingNames[word]; ok {
		word = other
	}
	code := strings.TrimLeft(word, "+-")
	for i := range shogiEndings {
		e := &shogiEndings[i]
		if e.kif == word || e.csa != "" && e.csa == code {
			return e, true
		}
	}
	return nil, false
}

// claimedResult is the result that an ending claims where second says that the
// second player is to move.
func claimedResult(word string, second bool) string {
	e, ok := endingNamed(word)
	if !ok {
		return ""
	}
	if e.csa == "ILLEGAL_ACTION" && (word[0] == '+' || word[0] == '-') {
		second = word[0] == '+' // the other side wins
	}
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

// csaEnding is an ending's word in CSA, without %, where second is to move.
func csaEnding(word string, second bool) (string, bool) {
	e, ok := endingNamed(word)
	if !ok || e.csa == "" {
		return "", false
	}
	switch {
	case e.csa != "ILLEGAL_ACTION":
		return e.csa, true
	case word[0] == '+' || word[0] == '-':
		return word, true
	case second:
		return "+" + e.csa, true
	}
	return "-" + e.csa, true
}

// kifEnding is an ending's word in KIF where second is to move. An illegal
// action by the side to move is a loss of its own.
func kifEnding(word string, second bool) (string, bool) {
	e, ok := endingNamed(word)
	if !ok {
		return "", false
	}
	if e.csa == "ILLEGAL_ACTION" && (word[0] == '+') != second && (word[0] == '+' || word[0] == '-') {
		return "反則負け", true
	}
	return e.kif, true
}

// The names of the two sides, with odds and without.
var shogiSides = [2][2]string{{"先手", "後手"}, {"下手", "上手"}}

// summaryLine is the line that sums up a line of so many plies in KIF and KI2.
// second says that the second player wins, where the ending has a winner.
func summaryLine(word string, plies int, second, odds bool) string {
	e, ok := endingNamed(word)
	if !ok {
		return ""
	}
	sides := shogiSides[0]
	if odds {
		sides = shogiSides[1]
	}
	winner, loser := sides[0], sides[1]
	if second {
		winner, loser = sides[1], sides[0]
	}
	text := e.summary
	switch e.kif {
	case "投了", "切れ負け":
		text += winner + "の勝ち"
	case "反則負け", "不戦敗":
		text = loser + "の" + text
	case "反則勝ち", "入玉勝ち", "不戦勝":
		text = winner + "の" + text
	}
	return "まで" + strconv.Itoa(plies) + "手で" + text
}

// summaryEnding reads such a line: the ending in KIF's word, "" where it is
// none that is known.
func summaryEnding(line string) string {
	_, text, found := strings.Cut(line, "手")
	if !found {
		return ""
	}
	text = strings.TrimPrefix(trim(text), "で")
	_, end, side := strings.Cut(text, "手の") // after 先, 後, 下 or 上
	switch {
	case side && (end == "勝ち" || end == "勝"):
		if strings.HasPrefix(text, "時間切れ") {
			return "切れ負け"
		}
		return "投了"
	case side:
		text = end
	}
	if e, ok := endingNamed(text); ok && text != "" && text[0] >= 0x80 {
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

// EndsIllegally says whether an ending, in the word of any notation, is that a
// side made an illegal move or action (W-4).
func EndsIllegally(word string) bool {
	e, ok := endingNamed(word)
	return ok && (e.csa == "ILLEGAL_MOVE" || e.csa == "ILLEGAL_ACTION")
}

// IsAgreedDraw says whether an ending says no more than that the game is drawn.
func IsAgreedDraw(word string) bool {
	e, ok := endingNamed(word)
	return ok && e.csa == "HIKIWAKE"
}

// IsEnding says whether a word is an ending of some notation of shogi.
func IsEnding(word string) bool {
	_, ok := endingNamed(word)
	return ok && word != ""
}
