package parser

import (
	"cmp"
	"fmt"
	"io"

	"assay/parser/source"
)

// DefaultMaxRecord is the size limit of one record, in bytes, if Options set
// none.
const DefaultMaxRecord = 16 << 20

// Options are the settings of a Reader. The zero value reads any file.
type Options struct {
	// Format is the notation to read; "" detects it from the content.
	Format Format
	// MaxRecord is the size limit of one record in bytes, including prose
	// before it; 0 or less means DefaultMaxRecord.
	MaxRecord int64
	// Encoding is the encoding of the file, by any label of the WHATWG Encoding
	// Standard; "" detects it.
	Encoding string
	// Limits are the limits of one record; 0 means the value of DefaultLimits,
	// a negative value no limit.
	Limits Limits
}

// Reader reads the records of a file one by one. It holds at most one record
// and a block of input in memory.
type Reader struct {
	src    *source.Source
	format Format
	next   func() (*Record, error)
	err    error // returned again by every later Next
}

// NewReader returns a Reader of the records in r.
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

// UnknownEncoding is the error for a name that no encoding has.
type UnknownEncoding struct {
	Name string
}

// Error names the unknown encoding and lists examples of known ones.
func (u *UnknownEncoding) Error() string {
	return fmt.Sprintf("unknown encoding %q: expected a name such as utf-8, windows-1251, big5, euc-kr or shift_jis",
		u.Name)
}

// Next returns the next record, io.EOF after the last. A file without any
// record is an *Unreadable error, a record above a limit a *TooLarge error,
// after which Next continues with the following record. Other errors are those
// of the underlying reader. A record with a Fault is returned without an error.
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
	_ = r.src.DetectEncoding() // an error returns when more is read
	r.src.DetectMarkup()
	r.src.DetectMargins()
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
