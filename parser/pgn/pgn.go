// Package pgn reads and writes the Portable Game Notation (PGN) of 1994 and its
// dialects for xiangqi.
package pgn

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// pgnSplitter splits a file into games, line by line. A game starts at a tag
// pair at the start of a line if the current game has movetext, and at movetext
// after a result. An Event tag after a blank line starts a game even inside a
// brace comment, so that a comment without end cannot hide a game.
type pgnSplitter struct {
	src   *source.Source
	state pgnState
}

// pgnState is the state of the current game.
type pgnState struct {
	hasTags, hasMoves, ended bool
	firstKey                 string
	afterBlank               bool // the previous line is blank
	inBrace                  bool
	inWXF                    bool // the game is in a WXF file
	depth                    int  // of variations
	numbers                  int  // dots after numbers, outside variations: at least one for two plies
}

func openPGN(src *source.Source) func() (*record.Record, error) {
	f, t := &pgnSplitter{src: src}, new(pgnText)
	first := func() (source.Head, error) {
		h, _, err := f.first()
		f.state.hasMoves = err != nil
		return h, err
	}
	c := &source.Cutter{
		Src: src, First: first, Begins: f.state.begins,
		Forget: func() { f.state = pgnState{} },
		Read: func(text string, head int, place scan.Place) *record.Record {
			return t.read(text, head, place, f.state.numbers, &src.Meter)
		},
	}
	return c.Next
}

// detectPGN reports whether a file has a tag pair, or movetext with only
// comments and escaped lines above it.
func detectPGN(prefix []byte) bool {
	_, sure, err := (&pgnSplitter{src: source.Of(prefix)}).first()
	return err == nil && sure
}

// first finds the start of a file's first game, after any prose: its first tag
// pair, movetext or comment, or the escaped lines before them. sure means that
// it has a tag pair or a move, not only comments or a result.
func (f *pgnSplitter) first() (h source.Head, sure bool, err error) {
	var (
		lines    = 0
		comments pgnState
		prose    = false // prose was found above
		numbered = false // a header line of a numbered list was found above
		escaped  = -1    // first escaped line since the last prose, and its number
		at       int
	)
	h.At = -1
	begin := func(pos int) {
		if h.At >= 0 {
			return
		}
		if h = (source.Head{At: pos, Resume: pos, Lines: lines}); escaped >= 0 {
			h = source.Head{At: escaped, Resume: escaped, Lines: at}
		}
	}
	for pos := 0; ; lines++ {
		end, next, err := f.src.Line(pos)
		switch {
		case err == io.EOF && pos == 0:
			return h, false, &record.Unreadable{Reason: "the file is empty"}
		case err == io.EOF && h.At < 0:
			return h, false, &record.Unreadable{Reason: "no tag pair or movetext found"}
		case err == io.EOF:
			return h, false, nil
		case err != nil:
			return h, false, err
		case int64(next) > f.src.Limit:
			return h, false, source.ErrFull
		}
		line := scan.Trim(string(f.src.TextOf(f.src.Window()[pos:end])))
		line = scan.Trim(line[wrapper(line):])
		_, isTag := pgnTagKey(line)
		text := line // the line without comments
		comment := comments.inBrace || line != "" && (line[0] == '{' || line[0] == ';')
		if comment {
			if comments.scan([]byte(line)); comments.inBrace || line[0] == ';' {
				text = ""
			} else {
				text = line[strings.LastIndexByte(line, '}')+1:]
			}
		}
		if kind := headerKindOf(line, f.state.inWXF); kind != noHeader && !comment {
			begin(pos)
			if prose = false; kind.startsRecord() {
				return h, true, nil
			}
			pos = next
			continue
		}
		moves := isTag && !comment || startsMovetext(text) && !damagedListLine.MatchString(text)
		switch {
		case moves || comment:
			begin(pos)
			if moves {
				return h, isTag || !prose && startsMove(text) || !scan.IsASCII(text) && startsList(text) ||
					!numbered && gameStart([]byte(text)) == 0, nil
			}
		case line != "" && line[0] == '%':
			if escaped < 0 && isEscaped(f.src.Window()[pos:]) {
				escaped, at = pos, lines
			}
		case isFence(line):
			prose = false
		case line != "":
			if !numbered {
				if at := gameStart(f.src.Window()[pos:end]); at >= 0 {
					if h.At < 0 || prose {
						h = source.Head{At: pos + at, Resume: pos, Lines: lines}
					}
					return h, true, nil
				}
			}
			h.At, escaped, prose = -1, -1, true
			numbered = numbered || isNumberedHeader(line)
		}
		pos = next
	}
}

// isEscaped reports whether a line starts with %, after a byte-order mark if
// there is one.
func isEscaped(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimPrefix(line, []byte(string(scan.ByteOrderMark))), []byte("%"))
}

// begins reports whether a line starts another game; if not, it updates the
// state of the current one.
func (c *pgnState) begins(line []byte) bool {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	blank := c.afterBlank
	if c.afterBlank = i == len(line); c.afterBlank {
		return false
	}
	if line[i] == '[' && c.hasTags && !blank && !c.hasMoves && !c.inBrace && !c.inWXF && i+1 < len(line) &&
		line[i+1] < utf8.RuneSelf && bytes.HasSuffix(line, tagEnd) {
		return false // another tag pair of the same game
	}
	if begins, head := c.checkHeader(line, blank); head {
		return begins
	}
	switch first := line[i]; {
	case first == byteOrderMarkLead && isEscaped(line) && !c.inBrace:
		return false
	case first == '[' || first == byteOrderMarkLead:
		text := string(line)
		if n := wrapper(text[i:]); n > 0 {
			if text[i+1] != '/' && (c.hasMoves || c.hasTags) {
				return true
			}
			c.scan(line[i+n:])
			return false
		}
		key, isTag := pgnTagKey(text)
		if !isTag {
			break
		}
		if c.inBrace {
			if blank && key == "Event" {
				return true
			}
			break
		}
		if c.hasMoves || c.hasTags && blank && (key == "Event" || key == c.firstKey) {
			return true
		}
		if !c.hasTags {
			c.hasTags, c.firstKey = true, key
		}
		c.scan(line[pgnTagsEnd(text):])
		return false
	case c.inBrace:
	case first == '%' && i == 0, first == ';':
		return false
	case c.ended && startsMovetext(string(line)):
		return true
	case blank && !c.hasTags && c.numbers > 0 && c.depth == 0 && startsFirstMove(string(line[i:])):
		return true
	}
	c.scan(line)
	return false
}

var tagEnd = []byte("\"]")

// byteOrderMarkLead is the first byte of a byte-order mark in UTF-8.
const byteOrderMarkLead = 0xEF

// scan updates the state from a line of movetext: brackets, dots and results.
func (c *pgnState) scan(line []byte) {
	if !c.inBrace && c.depth == 0 && isPlainMovetext(line) {
		line = bytes.TrimRight(line, " \t")
		c.hasMoves = c.hasMoves || len(line) > 0
		c.numbers += bytes.Count(line, dot)
		c.ended = c.ended || endsGame(line)
		return
	}
	for i := 0; i < len(line); i++ {
		if c.inBrace {
			n := bytes.IndexByte(line[i:], '}')
			if n < 0 {
				return
			}
			c.inBrace = false
			i += n
			continue
		}
		switch pgnClasses[line[i]] {
		case pgnWord, pgnDigit:
			c.hasMoves = true
		case pgnDot:
			if c.depth == 0 && i > 0 && line[i-1]-'0' <= 9 {
				c.numbers++
			}
		case pgnHyphen:
			c.hasMoves = true
			if c.depth <= 0 && endsResult(line, i) {
				c.ended = true
			}
		case pgnStar:
			c.hasMoves = true
			if c.depth <= 0 && isAlone(line, i, i+1) {
				c.ended = true
			}
		case pgnOpen:
			c.depth++
		case pgnClose:
			if c.depth == 0 && i > 0 && line[i-1]-'0' <= 9 {
				c.numbers++ // 1) e4
				continue
			}
			c.depth--
		case pgnBrace:
			c.inBrace = true
		case pgnSemicolon:
			return
		}
	}
}

var dot = []byte{'.'}

// isPlainMovetext reports whether a line has neither variations nor comments.
func isPlainMovetext(line []byte) bool {
	for _, c := range []byte("{(;)") {
		if bytes.IndexByte(line, c) >= 0 {
			return false
		}
	}
	return true
}

// endsGame reports whether the last word of a line is a result.
func endsGame(line []byte) bool {
	if n := len(line); n > 0 && (line[n-1]-'0' <= 9 || line[n-1] == '*') {
		start := len(line)
		for start > 0 && line[start-1] != ' ' && line[start-1] != '\t' {
			start--
		}
		if isMove(line[start:]) {
			return false
		}
		word := string(line[start:])
		return resultWord(word) != "" || strings.ContainsAny(word, "-:*") && gluedResult(word) < len(word)
	}
	return false
}

// isMove reports whether a word is a move of letters and digits, and thus no
// result.
func isMove(word []byte) bool {
	for _, c := range word {
		if kind := plainMoveBytes[c]; kind != plainLetter && kind != plainDigit {
			return false
		}
	}
	return len(word) > 1 && plainMoveBytes[word[0]] == plainLetter
}

// endsResult reports whether the hyphen at i belongs to a result.
func endsResult(line []byte, i int) bool {
	switch {
	case i == 0 || i+1 == len(line):
		return false
	case line[i-1] == '1' && line[i+1] == '0', line[i-1] == '0' && line[i+1] == '1':
		return isAlone(line, i-1, i+2)
	case line[i-1] == '2' && i >= 3 && i+4 <= len(line):
		return string(line[i-3:i+4]) == "1/2-1/2" && isAlone(line, i-3, i+4)
	}
	return false
}

// isAlone reports whether a part of a line has only blanks, brackets or other
// signs around it.
func isAlone(line []byte, from, to int) bool {
	return (from == 0 || pgnEnds(line[from-1])) && (to == len(line) || pgnEnds(line[to]))
}

func pgnEnds(c byte) bool {
	switch pgnClasses[c] {
	case pgnWord, pgnDigit, pgnDot, pgnHyphen, pgnStar:
		return false
	}
	return true
}

// PGN is the Portable Game Notation of 1994.
const PGN record.Format = "pgn"
