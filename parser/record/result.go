package record

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"assay/parser/scan"
)

// BothLose is the result of a game for which neither player gets points.
const BothLose = "0-0"

// Results are the results that records claim.
var Results = []string{"1-0", "0-1", "1/2-1/2", BothLose, "*"}

// scores are the ways to write one player's points.
var scores = map[string]string{
	"1": "1", "1.0": "1", "1,0": "1", "0": "0", "0.0": "0", "0,0": "0",
	"1/2": "1/2", "½": "1/2", "0.5": "1/2", "0,5": "1/2", ".5": "1/2", ",5": "1/2",
}

// ReadResult returns the result that a word states, as [Results] spells it; ""
// for other words. Points are separated by a hyphen, a dash or a colon: 1:0,
// 0.5-0.5, ½–½.
func ReadResult(word string) string {
	switch word {
	case "1-0", "0-1", "1/2-1/2", "*", BothLose:
		return word
	case "1/2", "½":
		return "1/2-1/2"
	case "＊":
		return "*"
	}
	if len(word) < 3 || len(word) > 24 {
		return ""
	}
	plain := scan.DashesAsHyphens(word)
	if strings.Contains(plain, "\uFF10") || strings.Contains(plain, "\uFF11") || strings.Contains(plain, "：") {
		plain = norm.NFKC.String(plain)
	}
	first, second, ok := strings.Cut(plain, "-")
	if !ok {
		first, second, ok = strings.Cut(plain, ":")
	}
	if !ok {
		return ""
	}
	a, b := scores[scan.Trim(first)], scores[scan.Trim(second)]
	if result := a + "-" + b; a != "" && b != "" && slices.Contains(Results, result) {
		return result
	}
	return ""
}

// GluedResult returns the length of a move to which a result is attached
// without a blank, as in Qh5#1-0; len(word) for none. "0-0" is never split off:
// it may be castling.
func GluedResult(word string) int {
	if word == "" {
		return 0
	}
	switch last := word[len(word)-1]; {
	case last == '*', last >= utf8.RuneSelf:
	case last != '0' && last != '1' && last != '2' && last != '5',
		strings.IndexByte(word, '-') < 0 && strings.IndexByte(word, ':') < 0 && scan.IsASCII(word):
		return len(word)
	}
	for _, result := range glued {
		if move, ok := strings.CutSuffix(word, result); ok && move != "" {
			return len(move)
		}
	}
	return len(word)
}

// glued are the results that may be attached to a move, longest first.
var glued = func() (all []string) {
	for _, dash := range []string{"-", ":", "–", "—", "‑", "−"} {
		all = append(all, "1/2"+dash+"1/2", "0.5"+dash+"0.5", "½"+dash+"½")
	}
	for _, dash := range []string{"-", ":", "–", "—", "‑", "−"} {
		all = append(all, "1"+dash+"0", "0"+dash+"1")
	}
	return append(all, "½", "*")
}()

// TakeResult sets the result from the tag Result if the moves end without one.
// It returns the tag and a description of what is wrong with it, or "".
func (r *Record) TakeResult() (tag Tag, wrong string) {
	at := slices.IndexFunc(r.Tags, func(t Tag) bool { return strings.EqualFold(t.Key, "Result") })
	if at < 0 {
		return tag, ""
	}
	tag = r.Tags[at]
	says := ReadResult(tag.Value)
	if says == "" {
		if c, ok := ReadClosing(tag.Value); ok {
			says = c.Result
		}
	}
	switch {
	case says == "" && tag.Value != "" && tag.Value != "?":
		wrong = "unknown result; expected 1-0, 0-1, 1/2-1/2, 0-0 or *"
	case says == "", says == r.Result:
	case r.Result == "", r.Result == "*":
		r.Result = says
	case says != "*":
		wrong = "the moves end with another result, " + r.Result
	}
	return tag, wrong
}

// Closing is the meaning of words after the last move.
type Closing struct {
	// Result is the stated result, "" if it depends on the side to move.
	Result string
	// Ending is the name of the ending, "" for none.
	Ending string
}

// Words for sides, results and reasons in the languages in which records are
// annotated. Words of one line have the same meaning.
var (
	firstNames = words(`white whites red sente cho blancas blanco blancs blanc weiss weiß weiss' bianco bianchi brancas wit vit vitt hvit hvid bílý bílé bílí beyaz
		białe biale világos vilagos белые белых białych bialych 红 紅 红方 紅方 红先 紅先 先手 先 白 白方 白棋 初 楚 초 trắng đỏ ขาว`)
	secondNames = words(`black blacks gote han cyan negras negro noirs noir schwarz nero neri pretas negras zwart czarne czarnych
		sötét чёрные черные чёрных черных 黑 黑方 黑先 黑棋 後手 后手 後 后 漢 汉 한 svart sort černý černé černí siyah đen ดำ`)
	winWords = words(`mates checkmates win wins won winner gana ganan ganó gane gagne gagnent gewinnt gewinnen gewonnen siegt vince vincono vincere
		vence vencem ganham wint winnen wygrywa wygrywają wygrywaja wygrał wygrała wygrały wygral wygraly wygrali zwycięstwo nyer nyert
		выигрывают выиграли победа выигрыш
		vinder vandt vinner vann vyhrál vyhráli vyhrává kazandı kazanır 胜 勝 获胜 獲勝 胜出 勝出 胜利 勝利 勝ち 勝 の勝ち の勝 赢 贏 승 승리 이김 점수승 완승 thắng ชนะ`)
	loseWords = words(`mated checkmated loses lose lost pierde pierden perd perdent verliert verloren perde perdono perdem verliest przegrywa przegrywają przegrał przegrały przegrali przegral przegraly
		taber tabte förlorar förlorade taper tapte prohrál prohráli kaybetti проигрывают проиграли 负 負 敗 败 の負け 패 완패 점수패 외통패 thua แพ้`)
	drawWords = words(`draw drawn tie tablas empate nulle remise remis unentschieden patta gelijk döntetlen dontetlen ничья remíza remi uavgjort berabere
		和 和棋 和局 平局 和了 议和 議和 作和 成和 双和 雙和 提和 握手言和 引き分け 引分 引分け 무승부 무승부로 비김 비장 hòa เสมอ`)
	resignWords = words(`resign resigns resigned abandona abandonan abandonó abandonne abandonnent gibt_auf aufgegeben geben_auf
		abbandona abbandonano desiste desistem geeft_op opgegeven poddaje_się poddaje
		poddał_się poddała_się poddały_się poddali_się poddają_się poddal_sie poddaly_sie poddali_sie poddaja_sie poddaje_sie
		feladta feladja сдаются сдались сдался
		opgiver opgav ger_upp gav_upp gir_opp ga_opp vzdal vzdali vzdává rezygnuje rezygnują terk_etti abandon abandonou сдача 投降 认输 認輸 认负 認負 投子 投了 기권 불계 xin_thua ยอมแพ้`)
	timeWords = words(`forfeits_on_time loses_on_time lost_on_time runs_out_of_time flagged 超时 超時 超时负 超時負 超时判负 超時判負 시간 시간패 時間切れ`)
	mateWords = words(`checkmate mate mat matt jaque_mate échec_et_mat schachmatt scacco_matto мат 绝杀 絕殺 将死 將死 외통 외통수`)
	openWords = words(`未知 未完 不详 不詳 未分胜负 미상 unknown unfinished adjourned`)
	fillers   = words(`el the by on time game match resignation agreement mutual repetition stalemate mate for and is are side player a an die der das hat haben ha han les ont los las il lo a по 方 双方 雙方 で により の が は
		가 이 은 는 자 측 의 점수 빅 빅장 동의 자동 장군 접속_끊김 접속끊김`)
)

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[strings.ReplaceAll(word, "_", " ")] = true
	}
	return set
}

// ReadClosing reads the words with which a record says how the game ended, in
// any of the known languages: 红胜, 黑方认输, White resigns, gana el blanco, 한승. It
// returns false for anything else.
func ReadClosing(text string) (c Closing, ok bool) {
	if result, ok := forfeits[scan.Trim(text)]; ok {
		return Closing{Result: result, Ending: "default"}, true
	}
	text = scan.Trim(trimClosing(text))
	if rest, summary := strings.CutPrefix(text, "まで"); summary { // まで112手で先手の勝ち
		if _, outcome, ok := strings.Cut(rest, "手で"); ok {
			text = outcome
		}
	}
	if text == "" || len(text) > maxClosing {
		return c, false
	}
	if e, known := EndingNamed(text); known && e.USI != text {
		c.Ending = e.name
		if e.Means == draws {
			c.Result = "1/2-1/2"
		}
		return c, true
	}
	text = norm.NFC.String(strings.ToLower(text))
	parts, ok := closingParts(text)
	if !ok {
		return c, false
	}
	return closingOf(parts)
}

// trimClosing removes the punctuation and brackets around a closing.
func trimClosing(text string) string {
	return strings.Trim(scan.Trim(text), ".!?,;:()（）。！，；：[]【】{}\"'“”「」")
}

// forfeits are the signs of tournament tables for games that were not played.
var forfeits = map[string]string{"+:-": "1-0", "-:+": "0-1", "-:-": BothLose}

// maxClosing is the length in bytes of the longest closing that is read.
const maxClosing = 120

// meaning is the meaning of one word of a closing.
type meaning uint8

const (
	meansFirst meaning = iota
	meansSecond
	meansWin
	meansLose
	meansDraw
	meansResign
	meansTime
	meansMate
	meansOpen
	meansNothing
)

var meanings = []map[string]bool{firstNames, secondNames, winWords, loseWords, drawWords, resignWords, timeWords,
	mateWords, openWords, fillers}

// longestWord is the length in runes of the longest word of the tables.
var longestWord = func() (most int) {
	for _, set := range meanings {
		for word := range set {
			most = max(most, len([]rune(word)))
		}
	}
	return most
}()

// closingParts splits a closing into words of the tables, the longest first.
// Only scripts without blanks have two words side by side.
func closingParts(text string) (parts []meaning, ok bool) {
	runes := []rune(text)
	for at := 0; at < len(runes); {
		if unicode.IsSpace(runes[at]) || strings.ContainsRune(",，、。.!！-–·()（）", runes[at]) {
			at++
			continue
		}
		if score, end := scoreAt(runes, at); score != "" { // red wins 1-0
			at = end
			continue
		}
		if end := pointsEnd(runes, at); end > at { // 한 2.5점 승
			at = end
			continue
		}
		found := 0
		var what meaning
		for n := min(longestWord, len(runes)-at); n > 0 && found == 0; n-- {
			if !endsWord(runes, at+n) {
				continue
			}
			word := string(runes[at : at+n])
			for m, set := range meanings {
				if set[word] {
					found, what = n, meaning(m)
					break
				}
			}
		}
		if found == 0 {
			return nil, false
		}
		parts = append(parts, what)
		at += found
	}
	return parts, len(parts) > 0
}

// scoreAt reads a result in figures that is a word of its own.
func scoreAt(runes []rune, at int) (result string, end int) {
	for end = at; end < len(runes) && !unicode.IsSpace(runes[end]); end++ {
	}
	return ReadResult(string(runes[at:end])), end
}

// pointsEnd returns the end of a number of points; at for none.
func pointsEnd(runes []rune, at int) int {
	end := at
	for end < len(runes) && (unicode.IsDigit(runes[end]) || end > at && runes[end] == '.') {
		end++
	}
	if end > at && end < len(runes) && (runes[end] == '점' || runes[end] == '点' || runes[end] == '點') {
		return end + 1
	}
	return at
}

// IsUnknown reports whether a value says that something is not known: 미상.
func IsUnknown(value string) bool { return openWords[strings.ToLower(scan.Trim(value))] }

// endsWord reports whether a word may end before the rune at a place.
// Alphabetic letters continue a word; Chinese characters, kana and Hangul do
// not.
func endsWord(runes []rune, at int) bool {
	if at == len(runes) || !unicode.IsLetter(runes[at]) || !unicode.IsLetter(runes[at-1]) {
		return true
	}
	return unicode.In(runes[at], joinless...) || unicode.In(runes[at-1], joinless...)
}

var joinless = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai}

// closingOf returns the meaning of a closing's words together.
func closingOf(parts []meaning) (c Closing, ok bool) {
	has := func(m meaning) bool { return slices.Contains(parts, m) }
	sideFirst, sideSecond := has(meansFirst), has(meansSecond)
	won, lost, drawn := has(meansWin), has(meansLose) || has(meansResign) || has(meansTime), has(meansDraw)
	switch {
	case has(meansResign):
		c.Ending = "resigned"
	case has(meansTime):
		c.Ending = "time forfeit"
	case has(meansMate):
		c.Ending = "checkmate"
	}
	switch {
	case has(meansOpen) && len(parts) == 1:
		return Closing{Result: "*"}, true
	case drawn && !won && !lost:
		c.Result, c.Ending = "1/2-1/2", ""
		return c, true
	case sideFirst && sideSecond:
		// The first word names the side that the verb is about: 红胜黑负.
		sideFirst, sideSecond = firstSide(parts)
		won, lost = firstVerb(parts)
	case parts[0] == meansResign && len(parts) == 1, parts[0] == meansMate && len(parts) == 1, parts[0] == meansTime &&
		len(parts) == 1:
		return c, true
	}
	switch {
	case sideFirst == sideSecond, !won && !lost && !has(meansMate):
		return Closing{}, false
	case won && lost && !has(meansResign) && !has(meansTime):
		return Closing{}, false
	case won: // also with the reason: 한 기권승, White wins on time
		c.Result = lostBy(sideFirst)
	case lost:
		c.Result = lostBy(sideSecond)
	default: // "White mates" or "White is mated": undecidable
		return Closing{}, false
	}
	return c, true
}

// firstSide returns the side that a closing names first.
func firstSide(parts []meaning) (first, second bool) {
	for _, m := range parts {
		if m == meansFirst || m == meansSecond {
			return m == meansFirst, m == meansSecond
		}
	}
	return false, false
}

// firstVerb reports whether the first verb of a closing says won or lost.
func firstVerb(parts []meaning) (won, lost bool) {
	for _, m := range parts {
		switch m {
		case meansWin:
			return true, false
		case meansLose, meansResign, meansTime:
			return false, true
		}
	}
	return false, false
}
