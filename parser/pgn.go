package parser

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

// pgnFile cuts a file into the bytes of its games, by lines: a tag pair at the
// start of a line begins a game once the one before has movetext, and so does
// movetext after a result. An Event tag below a blank line begins a game even
// inside a brace comment, so that an unterminated one swallows no other game.
type pgnFile struct {
	src      *source
	game     int
	encoding string // of the game before
	cut      pgnCut
	// skip says that the rest of a game above the limit is to be dropped.
	skip bool
}

// pgnCut is what is known of the game being cut, line by line.
type pgnCut struct {
	tags, moves, ended bool
	firstKey           string
	blank              bool // the line before is blank
	brace              bool
	depth              int // of variations
	numbers            int // with dots, outside variations: at least one for two plies
}

func openPGN(src *source) func() (*Record, error) {
	return (&pgnFile{src: src}).next
}

// detectPGN says whether a file has a tag pair, or movetext with nothing but
// comments and escaped lines above.
func detectPGN(prefix []byte) bool {
	src := newSource(nil, int64(len(prefix)))
	src.buf, src.eof = prefix, true
	h, err := (&pgnFile{src: src}).first()
	return err == nil && h.sure
}

func (f *pgnFile) next() (*Record, error) {
	if f.skip {
		if err := f.skipGame(); err != nil {
			return nil, err
		}
	}
	var h pgnHead
	if f.game == 0 {
		var err error
		if h, err = f.first(); err != nil {
			f.game = 1
			return nil, f.refuse(err, 0, 0)
		}
	}
	f.game++
	f.cut = pgnCut{}
	size, lines, err := f.size(h)
	if err != nil {
		return nil, err
	}
	place := f.src.place
	data, d := f.src.cut(size, lines, f.encoding)
	f.encoding = d.encoding
	record := readPGN(d.text, d.find(h.at), place, f.cut.numbers)
	record.Game = f.game
	record.settle(&d, data, place)
	return record, nil
}

// refuse gives the error for a game that cannot be cut. If it is too large,
// its first size bytes are dropped and what follows is left to skipGame.
func (f *pgnFile) refuse(err error, size, lines int) error {
	if err != errFull {
		return err
	}
	large := &TooLarge{Game: f.game, Place: f.src.place, Limit: f.src.limit}
	f.src.drop(size, lines)
	f.skip = true
	return large
}

// pgnHead is where a file's first game starts in the window.
type pgnHead struct {
	at    int
	lines int  // above it
	sure  bool // a tag pair or a move is there, not only comments or a result
}

// first finds the start of a file's first game: its first tag pair, movetext
// or comment, prose above left out.
func (f *pgnFile) first() (pgnHead, error) {
	var (
		h     = pgnHead{at: -1}
		lines = 0
		brace pgnCut
		prose = false // above
	)
	for pos := 0; ; lines++ {
		end, next, err := f.src.line(pos)
		switch {
		case err == io.EOF && pos == 0:
			return h, &Unreadable{"the file is empty"}
		case err == io.EOF && h.at < 0:
			return h, &Unreadable{"no tag pair and no movetext found"}
		case err == io.EOF:
			return h, nil
		case err != nil:
			return h, err
		case int64(next) > f.src.limit:
			return h, errFull
		}
		line := trim(string(f.src.window()[pos:end]))
		_, isTag := pgnTagKey(line)
		text := line // outside comments
		comment := brace.brace || line != "" && (line[0] == '{' || line[0] == ';')
		if comment {
			if brace.scan(line); brace.brace || line[0] == ';' {
				text = ""
			} else {
				text = line[strings.LastIndexByte(line, '}')+1:]
			}
		}
		moves := isTag && !comment || startsMovetext(text)
		switch {
		case moves || comment:
			if h.at < 0 {
				h.at, h.lines = pos, lines
			}
			if moves {
				h.sure = isTag || !prose && startsMove(text)
				return h, nil
			}
		case line != "" && line[0] != '%':
			h.at, prose = -1, true
		}
		pos = next
	}
}

// size measures the game at the window's start in bytes and lines.
func (f *pgnFile) size(h pgnHead) (size, lines int, err error) {
	size, lines = h.at, h.lines
	for {
		end, next, err := f.src.line(size)
		if err != nil {
			if err == io.EOF && size > 0 {
				return size, lines, nil
			}
			return 0, 0, f.refuse(err, size, lines)
		}
		if f.cut.begins(f.src.window()[size:end]) {
			return size, lines, nil
		}
		if int64(next) > f.src.limit {
			return 0, 0, f.refuse(errFull, size, lines)
		}
		size = next
		lines++
	}
}

// skipGame drops lines up to the start of the next game.
func (f *pgnFile) skipGame() error {
	for {
		end, next, err := f.src.line(0)
		if err == errFull {
			end = len(f.src.window())
		} else if err != nil {
			return err
		}
		if _, isTag := pgnTagKey(string(f.src.window()[:end])); isTag {
			f.skip = false
			return nil
		}
		if err == nil {
			f.src.drop(next, 1)
		} else if err := f.src.dropLine(); err != nil {
			return err
		}
	}
}

// begins says whether the line starts another game than the one being cut,
// and takes account of it if not.
func (c *pgnCut) begins(line []byte) bool {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	blank := c.blank
	if c.blank = i == len(line); c.blank {
		return false
	}
	switch first := line[i]; {
	case first == '[' && c.tags && !blank && !c.moves && !c.brace && bytes.HasSuffix(line, tagEnd):
		return false // one more tag pair
	case first == '[' || first == byteOrderMarkLead:
		text := string(line)
		key, isTag := pgnTagKey(text)
		if !isTag {
			break
		}
		if c.brace {
			if blank && key == "Event" {
				return true
			}
			break
		}
		if c.moves || c.tags && blank && (key == "Event" || key == c.firstKey) {
			return true
		}
		if !c.tags {
			c.tags, c.firstKey = true, key
		}
		c.scanBytes(line[pgnTagsEnd(text):])
		return false
	case c.brace:
	case first == '%' && i == 0, first == ';':
		return false
	case c.ended && startsMovetext(string(line)):
		return true
	}
	c.scanBytes(line)
	return false
}

var tagEnd = []byte("\"]")

// byteOrderMarkLead is the first byte of the mark in UTF-8.
const byteOrderMarkLead = 0xEF

func (c *pgnCut) scan(line string) { c.scanBytes([]byte(line)) }

// scanBytes looks for brackets, dots and results in a line of movetext.
func (c *pgnCut) scanBytes(line []byte) {
	if !c.brace && c.depth == 0 && isPlainMovetext(line) {
		line = bytes.TrimRight(line, " \t")
		c.moves = c.moves || len(line) > 0
		c.numbers += bytes.Count(line, dot)
		c.ended = c.ended || endsGame(line)
		return
	}
	for i := 0; i < len(line); i++ {
		if c.brace {
			n := bytes.IndexByte(line[i:], '}')
			if n < 0 {
				return
			}
			c.brace = false
			i += n
			continue
		}
		switch pgnClasses[line[i]] {
		case pgnWord, pgnDigit:
			c.moves = true
		case pgnDot:
			if c.depth == 0 && i > 0 && line[i-1]-'0' <= 9 {
				c.numbers++
			}
		case pgnHyphen:
			c.moves = true
			if c.depth <= 0 && endsResult(line, i) {
				c.ended = true
			}
		case pgnStar:
			c.moves = true
			if c.depth <= 0 && isAlone(line, i, i+1) {
				c.ended = true
			}
		case pgnOpen:
			c.depth++
		case pgnShut:
			c.depth--
		case pgnBrace:
			c.brace = true
		case pgnSemicolon:
			return
		}
	}
}

var dot = []byte{'.'}

// isPlainMovetext says whether a line has no brackets and no comment.
func isPlainMovetext(line []byte) bool {
	for _, c := range []byte("{(;)") {
		if bytes.IndexByte(line, c) >= 0 {
			return false
		}
	}
	return true
}

// endsGame says whether the last word of a line is a result.
func endsGame(line []byte) bool {
	if n := len(line); n > 0 && (line[n-1]-'0' <= 9 || line[n-1] == '*') {
		return pgnResult(string(line[bytes.LastIndexAny(line, " \t")+1:])) != ""
	}
	return false
}

// endsResult says whether the hyphen at i is that of a result.
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

// isAlone says whether nothing but blanks and brackets are beside a piece of a
// line.
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

// pgnTagKey gives the name of the tag pair that a line starts with: a bracket,
// a name and a quotation mark.
func pgnTagKey(line string) (string, bool) {
	i := skipBlanks(line, 0)
	if i == len(line) || line[i] != '[' {
		return "", false
	}
	start := skipBlanks(line, i+1)
	end := start
	for end < len(line) && isTagNameByte(line[end]) {
		end++
	}
	if end == start {
		return "", false
	}
	i = skipBlanks(line, end)
	return line[start:end], i < len(line) && line[i] == '"'
}

// isTagNameByte accepts more than the letters, digits and underlines of the
// standard.
func isTagNameByte(c byte) bool {
	return isWordByte(c) || c >= utf8.RuneSelf || c == '-' || c == '.' || c == '/' || c == ':' || c == '+'
}

// pgnTagsEnd gives the end of the tag pairs that a line starts with.
func pgnTagsEnd(line string) int {
	end := 0
	for {
		if _, ok := pgnTagKey(line[end:]); !ok {
			return end
		}
		_, after, _ := pgnString(line, end+strings.IndexByte(line[end:], '"'))
		after = skipBlanks(line, after)
		if after == len(line) || line[after] != ']' {
			return len(line)
		}
		end = after + 1
	}
}

// pgnString reads the string whose opening quotation mark is at i: up to the
// closing one, or the end of the line where there is none. In it a backslash
// quotes a quotation mark or a backslash, and stands for itself before others.
func pgnString(text string, i int) (value string, after int, closed bool) {
	start := i + 1
	escaped := false
	for i = start; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return unescape(text[start:i], escaped), i + 1, true
		case c == '\n' || c == '\r':
			return unescape(text[start:i], escaped), i, false
		case c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			escaped = true
			i++
		}
	}
	return unescape(text[start:], escaped), i, false
}

func unescape(text string, escaped bool) string {
	if !escaped {
		return text
	}
	return unquote.Replace(text)
}

var unquote = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

// startsMovetext says whether a line starts as movetext does: with a move, a
// result, or a number with dots and nothing or a bracket behind it.
func startsMovetext(line string) bool {
	if startsMove(line) {
		return true
	}
	i := skipBlanks(line, 0)
	if pgnResult(line[i:wordEnd(line, i)]) != "" {
		return true
	}
	number, after := skipNumber(line, i)
	return number && (after == len(line) || line[after] == '{' || line[after] == '(')
}

// skipNumber moves over a move number with its dots and the blanks behind it.
// number says whether there is one with dots.
func skipNumber(line string, i int) (number bool, after int) {
	start := i
	for i < len(line) && line[i]-'0' <= 9 {
		i++
	}
	digits := i - start
	after = skipBlanks(line, i)
	dots := 0
	for {
		switch rest := line[after:]; {
		case strings.HasPrefix(rest, "."):
			after = skipBlanks(line, after+1)
		case strings.HasPrefix(rest, "…"):
			after = skipBlanks(line, after+len("…"))
		case dots == 0 && after == i:
			return false, start // digits of a move
		default:
			return digits > 0 && dots > 0, after
		}
		dots++
	}
}

// startsMove says whether a line starts with a move, behind a number or none.
// Without a number, something of movetext must follow.
func startsMove(line string) bool {
	start := skipBlanks(line, 0)
	number, i := skipNumber(line, start)
	word := pgnWordAt(line, i)
	if word == "" || !number && word[0] >= utf8.RuneSelf || !looksLikeSAN(word) {
		return false
	}
	if i > start {
		return true
	}
	i = skipBlanks(line, i+len(word))
	if i == len(line) || strings.IndexByte("{(;$*", line[i]) >= 0 {
		return true
	}
	next := pgnWordAt(line, i)
	return looksLikeSAN(next) || pgnResult(next) != "" || next != "" && next[0]-'0' <= 9
}

// pgnWordAt is the word at i, up to a blank or bracket.
func pgnWordAt(line string, i int) string {
	end := i
	for end < len(line) {
		switch line[end] {
		case ' ', '\t', '\v', '\f', '{', '}', '(', ')', ';', '[', ']', '$':
			return line[i:end]
		}
		end++
	}
	return line[i:]
}

// looksLikeSAN says whether a word has the form of a move in any movetext of
// these files: algebraic with at most one piece letter, coordinates, castling,
// a null move, or four characters of Chinese or full-width notation.
func looksLikeSAN(word string) bool {
	word = strings.TrimRight(word, "+#!?")
	switch word {
	case "O-O", "O-O-O", "0-0", "0-0-0", "o-o", "o-o-o", "--", "Z0":
		return true
	case "":
		return false
	}
	if word[0] >= utf8.RuneSelf {
		n := utf8.RuneCountInString(word)
		return n >= 4 && n <= 5
	}
	i := 0
	if word[i] == '+' && len(word) > 1 {
		i++
	}
	if word[i] >= 'A' && word[i] <= 'Z' {
		i++
	}
	squares := 0
	for i < len(word) {
		switch c := word[i]; {
		case c >= 'a' && c <= 'l' && i+1 < len(word) && word[i+1]-'0' <= 9:
			squares++
			i += 2
		case c >= 'a' && c <= 'l', c-'0' <= 9, c >= 'A' && c <= 'Z', strings.IndexByte("x-:=@*/+", c) >= 0, strings.IndexByte("qrbn", c) >= 0:
			i++
		default:
			return false
		}
	}
	return squares == 1 || squares == 2
}
