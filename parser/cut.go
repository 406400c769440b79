package parser

import "io"

// cutter cuts a file into the bytes of its records, by lines alone.
type cutter struct {
	src  *source
	game int
	// begins says whether a line begins another record than the one being cut,
	// which has got the lines given to it since the last that did.
	begins func(line []byte) bool
	// read reads the record in a text that starts at a place; nil where there
	// is none.
	read func(text string, place Place) *Record
	// missing says why a file without records is unreadable.
	missing string
	// encoding is that of the record before, or the notation's usual one.
	encoding string
	// skip says that the rest of a record above the limit is to be dropped.
	skip bool
}

// next gives the next record.
func (c *cutter) next() (*Record, error) {
	if c.skip {
		if err := c.skipRecord(); err != nil {
			return nil, err
		}
	}
	size, lines, err := c.cut()
	if err == io.EOF && c.game == 0 {
		return nil, &Unreadable{c.missing}
	}
	if err != nil {
		return nil, err
	}
	place := c.src.place
	data, d := c.src.cut(size, lines, c.encoding)
	record := c.read(d.text, place)
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
func (c *cutter) cut() (size, lines int, err error) {
	for {
		end, next, err := c.src.line(size)
		if err == io.EOF && size > 0 {
			return size, lines, nil
		}
		if err == nil && c.begins(c.src.window()[size:end]) && size > 0 {
			return size, lines, nil
		}
		if err == nil && int64(next) > c.src.limit {
			err = errFull
		}
		if err == errFull {
			large := &TooLarge{Game: c.game + 1, Place: c.src.place, Limit: c.src.limit}
			c.src.drop(size, lines)
			c.game++
			c.skip = true
			return 0, 0, large
		}
		if err != nil {
			return 0, 0, err
		}
		size = next
		lines++
	}
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
