package shogi

import (
	"strings"
	"time"

	"assay/parser/record"
	"assay/parser/scan"
)

// endingAt reads the ending that text starts with, up to a bracket or a blank.
// It returns the text after it.
func endingAt(text string) (e *record.Ending, rest string, ok bool) {
	text = scan.Trim(text)
	n := len(text)
	for _, bracket := range []string{"（", "("} {
		if i := strings.Index(text, bracket); i >= 0 {
			n = min(n, i)
		}
	}
	for _, word := range []string{scan.Trim(text[:n]), text[:scan.WordEnd(text, 0)]} {
		if e, ok := record.EndingNamed(word); ok {
			return e, scan.Trim(text[len(word):]), true
		}
	}
	return nil, "", false
}

// endingTime reads the times after an ending, or after a bracketed remark on
// it. It returns the rest as the remark.
func endingTime(text string) (spent, total time.Duration, remark string) {
	for _, shut := range []string{"", ")", "）"} {
		i := strings.Index(text, shut)
		if i < 0 {
			continue
		}
		i += len(shut)
		if spent, total, rest := kifTimes(text[i:]); spent != noTime || total != noTime {
			return spent, total, text[:i] + rest
		}
	}
	return noTime, noTime, text
}

// readEnding ends the current line with an ending and an optional remark. Some
// programs write a second ending; it is ignored with a warning.
func (t *kifText) readEnding(place scan.Place, e *record.Ending, spent, total time.Duration, remark string) {
	if t.header {
		t.begin(false, false)
	}
	if t.ended {
		t.warn(place, "a second ending is not kept", t.Current())
		return
	}
	t.finishLine(e.KIF, spent, total)
	if remark = strings.TrimPrefix(scan.Trim(remark), "+"); remark != "" {
		t.addComment(record.Comment{Text: remark, Place: place})
	}
}

// readClosing ends the current line with words that are no name of an ending:
// 先手勝ち, 後手投了.
func (t *kifText) readClosing(c record.Closing) {
	word := ""
	if e, ok := record.EndingNamed(c.Ending); ok {
		word = e.KIF
	}
	if t.ended = true; word != "" {
		t.finishLine(word, noTime, noTime)
	}
	if !t.lines.inVariation() {
		t.record.Result = c.Result
	}
}

// closingWords follow the name of an ending in comments of servers.
const closingWords = "にて終局"

// readComment keeps a comment. If the comment states an ending, this is the
// record's ending, unless the record has another one.
func (t *kifText) readComment(first int, text string) {
	t.addComment(record.Comment{Text: text, Place: t.PlaceOf(first)})
	word, closing := strings.CutSuffix(text, closingWords)
	if e, ok := record.EndingNamed(word); ok && (closing || word == "Time-up") && !t.lines.inVariation() {
		t.commentEnding = e.KIF
	}
}

// finishLine ends the current line.
func (t *kifText) finishLine(word string, spent, total time.Duration) {
	t.ended = true
	if !t.lines.inVariation() {
		t.record.Ending = word
	}
	if !t.lines.end(word, spent, total) {
		t.warn(t.PlaceOf(t.Start), "an ending or its time is not kept, because its line has no move before it",
			t.Current())
	}
}

// readSummary reads the summary of the plies. If no word among the plies names
// the ending, the summary does.
func (t *kifText) readSummary(first int, line string) {
	if t.header {
		t.begin(false, false)
	}
	if t.summaryRead {
		t.readOther(first, line)
		return
	}
	t.summaryRead = true
	word := summaryEnding(line)
	if !t.ended && word != "" {
		t.finishLine(word, noTime, noTime)
	}
	if t.ended = true; t.lines.inVariation() {
		return
	}
	if winner := summaryWinner(line); winner != "" {
		t.record.Result = winner
	}
}

// readResult sets the result that the ending claims.
func (t *kifText) readResult() {
	if t.record.Ending == "" {
		t.record.Ending = t.commentEnding
	}
	if t.record.Result == "" {
		inferResult(t.record, t.second)
	}
}
