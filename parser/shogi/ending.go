package shogi

import (
	"strconv"
	"strings"
	"time"

	"assay/parser/record"
	"assay/parser/scan"
)

// sideNames are the names of the sides, without and with a handicap.
var sideNames = [2][2]string{{"先手", "後手"}, {"下手", "上手"}}

// sideNamesFor returns the names of the sides; handicap selects the
// names of a handicap game.
func sideNamesFor(handicap bool) [2]string {
	if handicap {
		return sideNames[1]
	}
	return sideNames[0]
}

// csaEnding returns the word of an ending in CSA, without %; second means that
// the second player is to move. It returns false if no word goes with the
// result.
func csaEnding(word string, second bool, result string) (string, bool) {
	e, ok := record.EndingOf(word, second, result)
	if !ok || e.CSA == "" {
		return "", false
	}
	claimed := record.ClaimedResult(word, second, result)
	if _, signed := record.Actor(word); signed && (result == "" || claimed == result) {
		return word, true
	}
	if claimed = e.Claims(second); result != "" && claimed != result && claimed != "*" {
		return "", false
	}
	switch {
	case e.CSA != "ILLEGAL_ACTION":
		return e.CSA, true
	case second: // the side not to move acted
		return "+" + e.CSA, true
	}
	return "-" + e.CSA, true
}

// kifEnding returns the ending if KIF has a word for it; second means that the
// second player is to move.
func kifEnding(word string, second bool, result string) (*record.Ending, bool) {
	e, ok := record.EndingOf(word, second, result)
	return e, ok && e.KIF != ""
}

// usiEnding returns the word of an ending in USI; "" if none goes with the
// result.
func usiEnding(word string, second bool, result string) string {
	e, ok := record.EndingOf(word, second, result)
	if !ok || result != "" && e.Claims(second) != result {
		return ""
	}
	return e.USI
}

// summaryLine returns the summary, in KIF or KI2, of a line with this number of
// plies. second reports that the second player is to move. If the ending does
// not imply the result, the result is written in words. KIF also writes the
// ending as a ply, so its summary only has the text that other programs read;
// it may be "".
func summaryLine(e *record.Ending, format record.Format, plies int, second bool, result string, handicap bool) string {
	names := sideNamesFor(handicap)
	claimed := e.Claims(second)
	if result != "1-0" && result != "0-1" {
		result = claimed
	}
	winner, loser := names[0], names[1]
	if result == "0-1" {
		winner, loser = names[1], names[0]
	}
	text := e.Summary
	decided := result == "1-0" || result == "0-1"
	switch {
	case format == KIF && e.Rare && !decided:
		return ""
	case format == KIF && decided && (e.Rare || claimed != result) && e.KIF != "切れ負け":
		text = winner + "の勝ち"
	case e.KIF == "投了", e.KIF == "切れ負け":
		text += winner + "の勝ち"
	case claimed != result:
		text += "により" + winner + "の勝ち"
	case e.KIF == "反則負け", e.KIF == "不戦敗":
		text = loser + "の" + text
	case e.Means == record.Wins:
		text = winner + "の" + text
	}
	return "まで" + strconv.Itoa(plies) + "手で" + text + "\n"
}

// summaryEnding reads the ending from a summary and returns its word in KIF; ""
// if unknown.
func summaryEnding(line string) string {
	_, text, found := strings.Cut(line, "手")
	if !found {
		return ""
	}
	text = strings.TrimPrefix(scan.Trim(text), "で")
	if reason, _, ok := strings.Cut(text, "により"); ok {
		text = reason
	}
	if _, end, side := strings.Cut(text, "手の"); side { // after 先, 後, 下 or 上
		if text = end; end == "勝ち" || end == "勝" {
			return "投了"
		}
	}
	if e, ok := record.EndingNamed(scan.Trim(text)); ok {
		return e.KIF
	}
	return ""
}

// summaryWinner returns the result that a summary states in words; "" for none.
func summaryWinner(line string) string {
	for i := range sideNames {
		for side, name := range sideNames[i] {
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

func hasCSAWord(e *record.Ending) bool { return e.CSA != "" }

// claimedResult returns the result that a record's ending claims; "" if its
// start is not a shogi position.
func claimedResult(r *record.Record) string {
	board, ok := startBoard(r)
	if !ok {
		return ""
	}
	return endingResult(r, board.second)
}

// endingResult returns the result that a record's ending claims; "" for none.
// second means that the second player moved first.
func endingResult(r *record.Record, second bool) string {
	return record.ClaimedResult(r.Ending, second != (len(r.Moves)%2 == 1), r.Result)
}

// inferResult sets a record's result from its ending.
func inferResult(r *record.Record, second bool) { r.Result, r.Inferred = endingResult(r, second), true }

// lineEnding returns the ending of a line and its result. It also returns the
// time used for the ending, and the total time of that side; noTime if unknown.
func lineEnding(s *record.Segment, r *record.Record) (word, result string, spent, total time.Duration) {
	spent, total = noTime, noTime
	if !s.Side {
		word, result = r.Ending, r.Result
	}
	if len(s.Plies) == 0 {
		return word, result, spent, total
	}
	for _, c := range s.Plies[len(s.Plies)-1].Notes().Commands {
		if c.Name == record.CommandEnding && s.Side {
			word = c.Text
		}
		switch d, ok := record.ParseClock(c.Text); {
		case ok && c.Name == record.CommandEndTime:
			spent = d
		case ok && c.Name == record.CommandEndTotal:
			total = d
		}
	}
	return word, result, spent, total
}
