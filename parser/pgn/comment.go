package pgn

import (
	"strings"
	"unicode"

	"assay/parser/record"
	"assay/parser/scan"
)

// annotationSigns are the bytes that start a comment, an escaped line or a
// variation.
const annotationSigns = "{(;%"

// addComment adds a comment to the next ply if its number was read, otherwise
// to the previous ply or to the start of the record.
func (t *pgnText) addComment(c record.Comment) {
	t.meter.Comment(c.Text)
	f := t.top()
	switch {
	case f.plyStarted:
		if c.Text != "" {
			f.before = append(f.before, c)
		}
	case len(f.line) > 0:
		ply := &f.line[len(f.line)-1]
		if strings.Contains(c.Text, "[%") {
			c.Text = ply.ReadCommands(c.Text)
		}
		if c.Text != "" {
			ply.AppendComments([]record.Comment{c})
		}
	case c.Text != "":
		t.record.Comments = append(t.record.Comments, c)
	}
}

// readRest reads a comment or an escaped line up to the end of the line. An
// escaped line keeps its %.
func (t *pgnText) readRest() {
	place, end := t.placeOf(t.at), scan.LineEnd(t.text, t.at)
	text := t.text[t.at:end]
	t.at = end
	t.addComment(record.Comment{Text: scan.Trim(strings.TrimPrefix(text, ";")), Place: place})
}

// textBetween is the warning about prose between moves.
const textBetween = "text between the moves is kept as a comment"

// readProse reads lines of prose after a ply, up to the next line of movetext.
// They are a comment, or the record's trailing text if no moves follow.
func (t *pgnText) readProse() {
	f := t.top()
	if len(t.frames) > 1 || len(f.line) == 0 || f.plyStarted {
		return
	}
	above := t.at
	t.skipBlanks() // also of blank lines, so that each is looked at once
	start := t.at
	if start == len(t.text) || t.text[start]-'0' <= 9 || plainMoveEnd(t.text, start) > 0 {
		return // most lines of movetext, in which prose is not looked for
	}
	if !startsProse(scan.LineAt(t.text, start), strings.ContainsAny(t.text[above:start], "\n\r")) &&
		!startsSignature(t.text[start:]) {
		return
	}
	end := start
	for end < len(t.text) {
		end = scan.SkipBlanks(t.text, scan.LineEnd(t.text, end))
		if line := t.text[end:scan.LineEnd(t.text, end)]; startsMovetext(line) && isMovetext(line) {
			break
		}
	}
	place, text := t.placeOf(start), scan.Trim(t.text[start:end])
	t.skipTo(end)
	if end < len(t.text) {
		t.warn(place, textBetween, scan.LineAt(text, 0))
		t.addComment(record.Comment{Text: commentText(text), Place: place})
		return
	}
	t.warn(place, record.UnknownClosing, scan.LineAt(text, 0))
	t.record.Trailing = text
}

// startsProse reports whether a line is prose and no closing. A line without a
// blank line above it must have only words.
func startsProse(line string, blankAbove bool) bool {
	words, prose := 0, false
	for word := range strings.FieldsSeq(line) {
		word = strings.Trim(pgnWordAt(word, 0), ".,:!?\"'“”")
		if word == "" || castlings[word] || isPGNSuffix(word) || strings.ContainsFunc(word, func(r rune) bool {
			return !unicode.In(r, unicode.Letter, unicode.Mark) && r != '\'' && r != '’' && r != '-'
		}) {
			return false
		}
		prose = prose || record.IsClosingWord(word)
		if words++; words == 3 && blankAbove {
			break
		}
	}
	if !prose || words == 1 && !blankAbove {
		return false
	}
	_, closing := record.ReadClosing(scan.Trim(line)) // last, because it takes longest
	return !closing
}

// startsSignature reports whether text starts with the line -- above the
// signature of a mail, which is neither movetext nor a closing.
func startsSignature(text string) bool {
	if !strings.HasPrefix(text, "--") || scan.Trim(text[:scan.LineEnd(text, 0)]) != "--" {
		return false
	}
	next := scan.SkipBlanks(text, len("--"))
	line := text[next:scan.LineEnd(text, next)]
	_, closing := record.ReadClosing(scan.Trim(line))
	return line != "" && !closing && !startsMovetext(line)
}

// isRemark reports whether a line of words after # is next, as in files of EPD
// positions.
func (t *pgnText) isRemark() bool {
	rest := t.text[t.at+1:]
	return len(t.top().line) == 0 && t.atLineStart() && (rest == "" || strings.IndexByte(" \t#\n\r", rest[0]) >= 0)
}

// separatesMoves reports whether the semicolon at the current byte stands
// between moves: 1. e4 e5; 2. Nf3 Nc6, or e4;e5;Nf3. Then the rest of the line
// has only numbers, moves and perhaps a result.
func (t *pgnText) separatesMoves() bool {
	if t.spaced {
		rest := strings.TrimLeft(t.text[t.at+1:min(len(t.text), t.at+nearBytes)], " \t\r\n")
		written, after := scan.LeadingNumber(rest)
		return written == t.top().turn.number && spacedMove(strings.TrimLeft(rest[after:], ". \t")) > 0
	}
	if t.at >= t.separated {
		end := scan.LineEnd(t.text, t.at)
		if !isMovetext(t.text[t.at+1 : end]) {
			return false
		}
		t.separated = end
	}
	rest := t.text[t.at+1 : t.separated]
	if !scan.BlankBefore(t.text, t.at) && rest != "" && rest[0] > ' ' && strings.ContainsAny(rest, ";, ") {
		t.semicolons = true // e4;e5;Nf3
		return true
	}
	start := scan.SkipBlanks(rest, 0)
	number, after := skipNumber(rest, start)
	written, _ := scan.LeadingNumber(rest[start:])
	return number && written == t.top().turn.number && after < len(rest)
}

// readBrace reads a comment in braces. It ends at the first closing brace, or
// at the matching one if the comment has pairs of braces.
func (t *pgnText) readBrace() bool {
	place := t.placeOf(t.at)
	start := t.at + 1
	n := strings.IndexByte(t.text[start:], '}')
	if n < 0 {
		t.fault(place, "a comment without closing brace"+cutShort, scan.LineAt(t.text, t.at))
		return false
	}
	shut := start + n
	if strings.IndexByte(t.text[start:shut], '{') >= 0 {
		if t.braces == nil {
			t.braces = matchBraces(t.text)
		}
		if match, ok := t.braces[t.at]; ok {
			shut = match
		}
	}
	t.skipTo(shut + 1)
	t.addComment(record.Comment{Text: commentText(t.text[start:shut]), Place: place})
	return true
}

// readRemark reads text in square brackets after a move, which people write
// instead of a comment. Tag pairs are not comments.
func (t *pgnText) readRemark() bool {
	if t.text[t.at] != '[' || len(t.top().line) == 0 {
		return false
	}
	n := strings.IndexAny(t.text[t.at+1:], "[]\r\n")
	if n < 1 || t.text[t.at+1+n] != ']' {
		return false
	}
	remark := t.text[t.at : t.at+n+2]
	if _, tag := pgnTagKey(remark); tag {
		return false
	}
	place := t.placeOf(t.at)
	t.warn(place, "text in square brackets is read as a comment", remark)
	t.addComment(record.Comment{Text: commentText(remark[1 : n+1]), Place: place})
	t.at += len(remark)
	return true
}

// matchBraces returns the offset of the closing brace of each opening brace.
func matchBraces(text string) map[int]int {
	pairs := map[int]int{}
	var open []int
	for i := range len(text) {
		switch {
		case text[i] == '{':
			open = append(open, i)
		case text[i] == '}' && len(open) > 0:
			pairs[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	return pairs
}

// commentText returns a comment without the blanks around it. A line end after
// a blank only wraps the text, so it is removed.
func commentText(text string) string {
	text = scan.Trim(text)
	if strings.IndexByte(text, '\n') < 0 && strings.IndexByte(text, '\r') < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	last := byte(0)
	for i := range len(text) {
		c := text[i]
		if c == '\r' {
			if i+1 < len(text) && text[i+1] == '\n' {
				continue
			}
			c = '\n'
		}
		if c == '\n' && last == ' ' {
			continue
		}
		b.WriteByte(c)
		last = c
	}
	return b.String()
}
