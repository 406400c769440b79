package parser

import (
	"cmp"
	"fmt"
	"io"

	"assay/parser/source"
)

// DefaultMaxRecord is the size limit of one record in bytes, where Options
// names none.
const DefaultMaxRecord = 16 << 20

// Options are a Reader's settings. The zero value is good for any file.
type Options struct {
	// Format is the notation to read; "" detects it by content.
	Format Format
	// MaxRecord is the size limit of one record in bytes, prose before it
	// included; 0 or less stands for DefaultMaxRecord.
	MaxRecord int64
	// Encoding is the one that the file is in, by any name that the web's
	// encoding standard has; "" detects it.
	Encoding string
	// Limits are those of one record; a value of 0 stands for that of
	// DefaultLimits, one below 0 for no limit.
	Limits Limits
}

// Reader reads the records of a file one by one. It holds no more of the file
// than one record and a block of input.
type Reader struct {
	src    *source.Source
	format Format
	next   func() (*Record, error)
	err    error // given again by every later Next
}

// NewReader gives a Reader of the records in r.
func NewReader(r io.Reader, o Options) *Reader {
	limit := o.MaxRecord
	if limit <= 0 {
		limit = DefaultMaxRecord
	}
	src := source.New(r, limit)
	src.Meter.Limits = Limits{
		Plies:      cmp.Or(o.Limits.Plies, DefaultLimits.Plies),
		Variations: cmp.Or(o.Limits.Variations, DefaultLimits.Variations),
		Comment:    cmp.Or(o.Limits.Comment, DefaultLimits.Comment),
	}
	reader := &Reader{src: src, format: o.Format}
	if o.Encoding != "" {
		var ok bool
		if src.Encoding, ok = source.EncodingNamed(o.Encoding); !ok {
			reader.err = &UnknownEncoding{o.Encoding}
		}
	}
	return reader
}

// UnknownEncoding says that no encoding has a name.
type UnknownEncoding struct {
	Name string
}

// Error names the encoding and gives examples of those there are.
func (u *UnknownEncoding) Error() string {
	return fmt.Sprintf("unknown encoding %q: expected a name such as utf-8, windows-1251, big5, euc-kr or shift_jis", u.Name)
}

// Next gives the next record, io.EOF after the last. A file without any record
// is an *Unreadable; a record above a limit a *TooLarge, after which
// Next goes on with the record that follows. Other errors are those of the
// underlying reader. A record with a Fault is no error.
func (r *Reader) Next() (*Record, error) {
	if r.err != nil {
		return nil, r.err
	}
	if r.next == nil {
		if r.err = r.open(); r.err != nil {
			return nil, r.err
		}
	}
	record, err := r.next()
	if record != nil && record.Notation == "" && r.format != record.Format {
		record.Notation = r.format // ICCS in PGN files, as the caller states
	}
	switch err.(type) {
	case nil, *TooLarge:
	case *Unreadable:
		r.err = io.EOF
	default:
		r.err = err
	}
	return record, err
}

func (r *Reader) open() error {
	_ = r.src.DetectEncoding() // an error comes again where more is read
	if r.format == "" {
		prefix, err := r.src.Prefix(DetectBytes)
		if err != nil {
			return err
		}
		format, ok := Detect(prefix)
		if !ok {
			format = Usual
		}
		r.format = format
	}
	n, err := notationOf(r.format)
	if err != nil {
		return err
	}
	r.next = n.Open(r.src)
	return nil
}
