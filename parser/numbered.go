package parser

import "io"

// numberedFile cuts a file into the bytes of its records, by lines alone: a
// starting header line begins a record even inside a brace comment, so that an
// unterminated one swallows no other game.
type numberedFile struct {
	src  *source
	game int
	// seen are the starting header lines of the record being cut; moves says
	// whether it has a line that looks like a ply, and digits counts the lines
	// that start with one, about as many as it has plies.
	seen   start
	moves  bool
	digits int
	// skip says that the rest of a record above the limit is to be dropped.
	skip bool
	// encoding is that of the record before.
	encoding string
}

func detectNumbered(prefix []byte) bool {
	f := &numberedFile{src: newSource(nil, int64(len(prefix)))}
	f.src.buf, f.src.eof = prefix, true
	_, err := f.first()
	return err == nil
}

func openNumbered(src *source) func() (*Record, error) {
	return (&numberedFile{src: src}).next
}

// head is where a file's first record starts in the window.
type head struct {
	at     int // its first header line, comment or ply
	resume int // the line that showed it to be a record
	lines  int // lines before resume
}

func (f *numberedFile) next() (*Record, error) {
	if f.skip {
		if err := f.skipRecord(); err != nil {
			return nil, err
		}
	}
	var h head
	if f.game == 0 {
		var err error
		if h, err = f.first(); err != nil {
			// Any starting header line after this begins a record.
			f.game, f.moves = 1, true
			return nil, f.refuse(err, 0, 0)
		}
	}
	f.game++
	f.seen, f.moves, f.digits = 0, false, 0
	size, lines, err := f.cut(h)
	if err != nil {
		return nil, err
	}
	place := f.src.place
	data, d := f.src.cut(size, lines, f.encoding)
	record := readNumbered(d.text, d.find(h.at), place, f.digits)
	record.Game = f.game
	record.settle(&d, data, place)
	f.encoding = d.encoding
	return record, nil
}

// refuse gives the error for a record that cannot be cut. If it is too large,
// its first size bytes are dropped and what follows is left to skipRecord.
func (f *numberedFile) refuse(err error, size, lines int) error {
	if err != errFull {
		return err
	}
	large := &TooLarge{Game: f.game, Place: f.src.place, Limit: f.src.limit}
	f.src.drop(size, lines)
	f.skip = true
	return large
}

// cut gives the size of the record at the window's start in bytes and lines.
func (f *numberedFile) cut(h head) (size, lines int, err error) {
	size, lines = h.resume, h.lines
	for {
		end, next, err := f.src.line(size)
		if err != nil {
			if err == io.EOF && size > 0 {
				return size, lines, nil
			}
			return 0, 0, f.refuse(err, size, lines)
		}
		if f.begins(f.src.window()[size:end]) {
			return size, lines, nil
		}
		if int64(next) > f.src.limit {
			return 0, 0, f.refuse(errFull, size, lines)
		}
		size = next
		lines++
	}
}

// begins says whether the line starts another record than the one being cut: a
// starting header line does after the moves, and where the record has one like
// it already. Only VariantName= and Variant= go together, in either order, and
// both may follow the Zillions line.
func (f *numberedFile) begins(line []byte) bool {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	if i == len(line) {
		return false
	}
	c := line[i]
	if c-'0' <= 9 {
		f.digits++
	}
	if c-'0' <= 9 && f.moves || 'A' <= c && c < 'V' || 'a' <= c && c < 'v' {
		return false
	}
	text := string(line)
	s := startOf(text)
	switch {
	case s == 0:
		f.moves = f.moves || isPlyLine(text)
		return false
	case f.moves, s == startZillions && f.seen != 0, s&f.seen != 0:
		return true
	}
	f.seen |= s
	return false
}

// skipRecord drops lines up to the start of the next record.
func (f *numberedFile) skipRecord() error {
	for {
		end, next, err := f.src.line(0)
		if err == errFull {
			end = len(f.src.window())
		} else if err != nil {
			return err
		}
		if f.begins(f.src.window()[:end]) {
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
