package parser

import "io"

// cutter cuts a file into the bytes of its records, by lines alone.
type cutter struct {
	src  *source
	game int
	// first finds where the file's first record starts, where that may be below
	// its first line. After an error of it, begins takes any start of a record.
	first func() (head, error)
	// begins reports whether a line begins another record than the one being cut,
	// which has got the lines given to it since the last that did.
	begins func(line []byte) bool
	// forget is told that another record starts, where begins has to know more
	// than its own answers.
	forget func()
	// read reads the record in a text that starts at a place and has the record's
	// start at byte head; it gives nil where there is none.
	read func(text string, head int, place Place) *Record
	// missing says why a file without records is unreadable.
	missing string
	// encoding is that of the record before, or the notation's usual one.
	encoding string
	// skip says that the rest of a record above the limit is to be dropped.
	skip bool
}

// head is where a file's first record starts in the window.
type head struct {
	at     int // its first header line, comment or ply
	resume int // the line that showed it to be a record
	lines  int // lines before resume
}

// next gives the next record.
func (c *cutter) next() (*Record, error) {
	if c.skip {
		if err := c.skipRecord(); err != nil {
			return nil, err
		}
	}
	var h head
	if c.game == 0 && c.first != nil {
		var err error
		if h, err = c.first(); err != nil {
			return nil, c.refuse(err, 0, 0)
		}
	}
	if c.forget != nil {
		c.forget()
	}
	size, lines, err := c.cut(h)
	if err == io.EOF && c.game == 0 {
		return nil, &Unreadable{c.missing}
	}
	if err != nil {
		return nil, err
	}
	place := c.src.place
	data, d := c.src.cut(size, lines, c.encoding)
	record, over := c.src.meter.read(func() *Record { return c.read(d.text, d.find(h.at), place) })
	if over != nil {
		c.game++
		return nil, &TooLarge{Game: c.game, Place: place, Limit: int64(over.limit), What: over.what}
	}
	if record == nil {
		return nil, &Unreadable{c.missing}
	}
	c.encoding = d.encoding
	c.game++
	record.Game = c.game
	record.settle(&d, data, place)
	return record, nil
}

// cut gives the size of the record at the window's start in bytes and lines.
func (c *cutter) cut(h head) (size, lines int, err error) {
	size, lines = h.resume, h.lines
	for {
		end, next, err := c.src.line(size)
		switch {
		case err == io.EOF && size > 0:
			return size, lines, nil
		case err != nil:
			return 0, 0, c.refuse(err, size, lines)
		case c.begins(c.src.window()[size:end]) && size > 0:
			return size, lines, nil
		case int64(next) > c.src.limit:
			return 0, 0, c.refuse(errFull, size, lines)
		}
		size = next
		lines++
	}
}

// refuse gives the error for a record that cannot be cut. If it is too large,
// its first size bytes are dropped and what follows is left to skipRecord.
func (c *cutter) refuse(err error, size, lines int) error {
	if err != errFull {
		return err
	}
	large := &TooLarge{Game: c.game + 1, Place: c.src.place, Limit: c.src.limit}
	c.src.drop(size, lines)
	c.game++
	c.skip = true
	return large
}

// skipRecord drops the line that went over the limit, and those up to the start
// of the next record.
func (c *cutter) skipRecord() error {
	if err := c.src.dropLine(); err != nil {
		return err
	}
	for {
		end, next, err := c.src.line(0)
		if err == errFull {
			end = len(c.src.window())
		} else if err != nil {
			return err
		}
		if c.begins(c.src.window()[:end]) {
			c.skip = false
			return nil
		}
		if err == nil {
			c.src.drop(next, 1)
		} else if err := c.src.dropLine(); err != nil {
			return err
		}
	}
}
