package source

import (
	"io"

	"assay/parser/record"
	"assay/parser/scan"
)

// Cutter cuts a file into the bytes of its records, line by line.
type Cutter struct {
	Src  *Source
	game int
	// First finds the start of the file's first record if it may be below the
	// first line. After an error of First, any start of a record that Begins
	// reports counts.
	First func() (Head, error)
	// Begins reports whether a line begins another record. It is called for all
	// lines of the current record.
	Begins func(line []byte) bool
	// Forget is called when another record starts, if Begins keeps state.
	Forget func()
	// Read reads a record. text starts at place, and the record starts at byte
	// head of it. It returns nil if there is no record.
	Read func(text string, head int, place scan.Place) *record.Record
	// Missing is the reason why a file without records is unreadable.
	Missing string
	// Encoding is the previous record's encoding, or the notation's usual one.
	Encoding string
	// Last says that a record above the limit is the last one.
	Last bool
	// skip says that the rest of a record above the limit must be dropped.
	skip bool
}

// Head is the start of a file's first record in the window.
type Head struct {
	At     int // its first header line, comment or ply
	Resume int // the line by which it was recognised
	Lines  int // lines before Resume
}

// Next returns the next record.
func (c *Cutter) Next() (*record.Record, error) {
	switch {
	case c.skip && c.Last:
		return nil, io.EOF
	case c.skip:
		if err := c.skipRecord(); err != nil {
			return nil, err
		}
	}
	var h Head
	if c.game == 0 && c.First != nil {
		var err error
		if h, err = c.First(); err != nil {
			return nil, c.refuse(err, 0, 0)
		}
	}
	if c.Forget != nil {
		c.Forget()
	}
	size, lines, err := c.cut(h)
	if err == io.EOF && c.game == 0 {
		return nil, &record.Unreadable{Reason: c.Missing}
	}
	if err != nil {
		return nil, err
	}
	place := c.Src.place
	data, d := c.Src.cut(size, lines, c.Encoding)
	rec, over := c.Src.Meter.read(func() *record.Record { return c.Read(d.Text, d.find(h.At), place) })
	if over != nil {
		c.game++
		return nil, &record.TooLarge{Game: c.game, Place: place, Limit: int64(over.limit), What: over.what}
	}
	if rec == nil {
		return nil, &record.Unreadable{Reason: c.Missing}
	}
	c.Encoding = d.encoding
	c.game++
	rec.Game = c.game
	settle(rec, &d, data, place)
	return rec, nil
}

// cut returns the size of the record at the window's start in bytes and lines.
func (c *Cutter) cut(h Head) (size, lines int, err error) {
	size, lines = h.Resume, h.Lines
	for {
		end, next, err := c.Src.Line(size)
		switch {
		case err == io.EOF && size > 0:
			return size, lines, nil
		case err != nil:
			return 0, 0, c.refuse(err, size, lines)
		case c.Begins(c.Src.TextOf(c.Src.Window()[size:end])) && size > 0:
			return size, lines, nil
		case int64(next) > c.Src.Limit:
			return 0, 0, c.refuse(ErrFull, size, lines)
		}
		size = next
		lines++
	}
}

// refuse returns the error for a record that cannot be cut. If it is too large,
// its first size bytes are dropped, and skipRecord drops the rest.
func (c *Cutter) refuse(err error, size, lines int) error {
	if err != ErrFull {
		return err
	}
	large := &record.TooLarge{Game: c.game + 1, Place: c.Src.place, Limit: c.Src.Limit}
	c.Src.drop(size, lines)
	c.game++
	c.skip = true
	return large
}

// skipRecord drops the line that exceeded the limit, and the lines up to the
// start of the next record.
func (c *Cutter) skipRecord() error {
	if err := c.Src.dropLine(); err != nil {
		return err
	}
	for {
		end, next, err := c.Src.Line(0)
		if err == ErrFull {
			end = len(c.Src.Window())
		} else if err != nil {
			return err
		}
		if c.Begins(c.Src.TextOf(c.Src.Window()[:end])) {
			c.skip = false
			return nil
		}
		if err == nil {
			c.Src.drop(next, 1)
		} else if err := c.Src.dropLine(); err != nil {
			return err
		}
	}
}
