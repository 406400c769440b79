package shogi

import (
	"strings"
	"time"

	"assay/parser/record"
	"assay/parser/scan"
)

// endingAt reads the ending that a text starts with, alone or before a bracket
// or a blank, and gives what follows.
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

// endingTime reads the times behind an ending, or behind a remark in brackets
// on it, and returns the rest.
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

// readEnding ends the current line of plies by a word, behind which there may
// be a remark. A second word, as programs write it behind the first, changes
// nothing.
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

// closingWords stand behind an ending in the comments of servers.
const closingWords = "にて終局"

// readComment keeps a comment. One that says how the game ended is that too,
// where nothing else does.
func (t *kifText) readComment(first int, text string) {
	t.addComment(record.Comment{Text: text, Place: t.PlaceOf(first)})
	word, says := strings.CutSuffix(text, closingWords)
	if e, ok := record.EndingNamed(word); ok && (says || word == "Time-up") && !t.lines.side() {
		t.closing = e.KIF
	}
}

// finishLine ends the current line of plies.
func (t *kifText) finishLine(word string, spent, total time.Duration) {
	t.ended = true
	if !t.lines.side() {
		t.record.Ending = word
	}
	if !t.lines.end(word, spent, total) {
		t.warn(t.PlaceOf(t.Start), "an ending, or its time, without a move before it in its line is not kept", t.Current())
	}
}

// readSummary reads the line that sums up the plies, which names the ending
// where no word stood in a ply's place.
func (t *kifText) readSummary(first int, line string) {
	if t.header {
		t.begin(false, false)
	}
	if t.summed {
		t.readOther(first, line)
		return
	}
	t.summed = true
	word := summaryEnding(line)
	if !t.ended && word != "" {
		t.finishLine(word, noTime, noTime)
	}
	if t.ended = true; t.lines.side() {
		return
	}
	if winner := summaryWinner(line); winner != "" {
		t.record.Result = winner
	}
}

// readResult finds what the record's ending claims.
func (t *kifText) readResult() {
	if t.record.Ending == "" {
		t.record.Ending = t.closing
	}
	if t.record.Result == "" {
		infer(t.record, t.second)
	}
}
