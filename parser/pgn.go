package parser

import (
	"bytes"
	"io"
	"strings"
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
