// Package source splits the bytes of a file into records, within limits, and
// decodes them.
package source

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"assay/parser/scan"
)

// Source is a window on the input: the bytes that are read and not yet dropped.
// Positions count from the start of the window.
type Source struct {
	in    io.Reader
	Limit int64 // on the size of one record
	Meter Meter // of the record being read
	buf   []byte
	lo    int // start of the window in buf; it ends with buf
	eof   bool
	place scan.Place // of the window's start, always the start of a line
	// Encoding is the stated encoding of the file, as EncodingNamed returns it;
	// "" to detect it.
	Encoding string
	// guess is the most probable encoding of the start of the file; "" for
	// UTF-8 or if it cannot be detected.
	guess string
	// margin returns the length of what precedes the text of a line: quotation
	// signs, a bullet, or the writer's name. It is nil if nothing does.
	margin func(line string) int
	// wide converts UTF-16 or a binary file into the text that the window
	// shows; nil if the window shows the file's own bytes.
	wide converter
	// markup converts HTML into the text that the window shows; nil if the
	// window shows the file's own bytes.
	markup *markupReader
}

// block is the smallest number of bytes read at a time.
const block = 64 << 10

// ErrFull is the error for a line that does not end within the limit.
var ErrFull = errors.New("line exceeds the record limit")

func New(in io.Reader, limit int64) *Source {
	return &Source{in: in, Limit: limit, place: scan.Place{Line: 1, Column: 1}}
}

// Of returns a source with a file's first bytes as its window and no further
// input.
func Of(prefix []byte) *Source {
	s := New(nil, int64(len(prefix)))
	s.buf, s.eof = prefix, true
	return s
}

func (s *Source) Window() []byte { return s.buf[s.lo:] }

// fill reads more input after the window.
func (s *Source) fill() error {
	if cap(s.buf)-len(s.buf) < block/2 {
		n := len(s.buf) - s.lo
		if cap(s.buf)-n >= max(n, block/2) {
			copy(s.buf, s.Window())
			s.buf = s.buf[:n]
		} else {
			grown := make([]byte, n, 2*n+block)
			copy(grown, s.Window())
			s.buf = grown
		}
		s.lo = 0
	}
	for range 100 {
		n, err := s.in.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if err == io.EOF {
			s.eof = true
			return nil
		}
		if err != nil {
			return err
		}
		if n > 0 {
			return nil
		}
	}
	return io.ErrNoProgress
}

// Peek returns up to n bytes of the window's start, fewer at the end of input.
func (s *Source) Peek(n int) ([]byte, error) {
	for len(s.Window()) < n && !s.eof {
		if err := s.fill(); err != nil {
			return s.Window(), err
		}
	}
	return s.Window()[:min(n, len(s.Window()))], nil
}

// Line returns the end of the line that starts at from, and the start of the
// next one; io.EOF if no line starts at from. A line ends with LF, CR LF, CR,
// or the input.
func (s *Source) Line(from int) (end, next int, err error) {
	for i := from; ; {
		w := s.Window()
		i += endOfLine(w[i:])
		switch {
		case i+1 < len(w):
			if w[i] == '\r' && w[i+1] == '\n' {
				return i, i + 2, nil
			}
			return i, i + 1, nil
		case i < len(w) && (s.eof || w[i] == '\n'):
			return i, i + 1, nil
		case s.eof && from == i:
			return 0, 0, io.EOF
		case s.eof:
			return i, i, nil
		case int64(len(w)) > s.Limit:
			return 0, 0, ErrFull
		}
		if err := s.fill(); err != nil {
			return 0, 0, err
		}
	}
}

// endOfLine returns the index of the first LF or CR, or the length if there is
// none.
func endOfLine(b []byte) int {
	const step = 256 // so that files with one kind only are searched in linear time
	for at := 0; at < len(b); at += step {
		piece := b[at:min(at+step, len(b))]
		n := bytes.IndexByte(piece, '\n')
		if n >= 0 {
			piece = piece[:n]
		}
		if r := bytes.IndexByte(piece, '\r'); r >= 0 {
			n = r
		}
		if n >= 0 {
			return at + n
		}
	}
	return len(b)
}

// drop moves the start of the window forward by n bytes, which are whole lines.
func (s *Source) drop(n, lines int) {
	size := n
	if s.wide != nil {
		size = len(s.wide.take(s.Window()[:n], false))
	} else if s.markup != nil {
		data, shifts := s.markup.take(n)
		places := &markupPlaces{data: data, shifts: shifts, start: s.place, encoding: EncodingUTF8}
		s.lo, s.place = s.lo+n, places.placeOf(len(data))
		return
	}
	s.advance(n, lines, size)
}

// advance moves the start of the window forward by n bytes, which are size
// bytes of the file.
func (s *Source) advance(n, lines, size int) {
	s.lo += n
	s.place.Offset += int64(size)
	s.place.Line += lines
}

// cut drops n bytes, which are whole lines. It returns them as bytes of the
// file and as text. hint is the hint for decoding.
func (s *Source) cut(n, lines int, hint string) (data []byte, d decoded) {
	w := s.Window()[:n]
	if s.wide != nil {
		data = s.wide.take(w, true)
		d = s.wide.describe(w)
	} else {
		data = append([]byte(nil), w...)
		d = s.decode(data, hint)
		if s.markup != nil {
			var shifts []shift
			data, shifts = s.markup.take(n)
			d.markup = &markupPlaces{data: data, shifts: shifts, start: s.place, encoding: d.encoding,
				warning: s.markup.warning}
		}
		if s.margin != nil {
			d.dropMargins(s.margin)
		}
	}
	if d.markup != nil {
		s.lo, s.place = s.lo+n, d.markup.placeOf(len(data))
	} else {
		s.advance(n, lines, len(data))
	}
	return data, d
}

// DetectEncoding detects the encoding from the start of the file, unless an
// encoding is stated. No part of the file may have been dropped yet.
func (s *Source) DetectEncoding() error {
	size := len(magicCBR)
	if first, _ := s.Peek(1); mayHaveObjects(first) {
		size = objectBytes
	}
	if head, _ := s.Peek(size); IsConverted(head) { // an error returns when more is read
		s.convert(func(in io.Reader) converter { return newGameConverter(in, s.Limit) })
		return nil
	}
	switch s.Encoding {
	case encodingUTF16LE, encodingUTF16BE:
		s.widen(s.Encoding)
		return nil
	case "":
	default:
		return nil
	}
	prefix, err := s.Peek(wideBytes)
	if err != nil {
		return err
	}
	if encoding, ok := detectWide(prefix); ok {
		s.widen(encoding)
		return nil
	}
	if prefix, err = s.Peek(guessBytes); err == nil {
		s.guess = guess(prefix)
	}
	return err
}

// DetectMargins checks the start of the file for quotation signs, bullets or
// names before every line. No part of the file may have been dropped yet.
func (s *Source) DetectMargins() {
	prefix, err := s.Peek(wideBytes)
	if err != nil || s.wide != nil {
		return
	}
	margins, chat := mayHaveMargins(prefix), mayBeChat(prefix)
	if !margins && !chat {
		return
	}
	if prefix, err = s.Peek(guessBytes); err != nil {
		return
	}
	switch {
	case margins && hasMargins(prefix):
		s.margin = marginOf
	case chat && isChat(prefix):
		s.margin = writerOf
	}
}

// guessBytes is the length of a file's start from which its encoding is
// detected.
const guessBytes = 64 << 10

// guess returns the likeliest encoding of the lines of a text that are not
// UTF-8; "" if there are none.
func guess(prefix []byte) string {
	var other []byte
	for line := range bytes.Lines(prefix) {
		if !utf8.Valid(line) {
			other = append(other, line...)
		}
	}
	if len(other) == 0 || mostlyUTF8(other) {
		return ""
	}
	best, _ := likeliest(other, nil)
	return legacy()[best].name
}

// decode decodes the bytes of one record.
func (s *Source) decode(raw []byte, hint string) decoded {
	if s.Encoding != "" {
		return decodeNamed(raw, s.Encoding)
	}
	return Decode(raw, hint, s.guess)
}

// TextOf returns the text of some lines of the window, in which readers look
// for the beginnings of records.
func (s *Source) TextOf(lines []byte) []byte {
	if s.margin != nil {
		return withoutMargins(s.decodedLines(lines), s.margin)
	}
	return s.decodedLines(lines)
}

func (s *Source) decodedLines(lines []byte) []byte {
	switch {
	case s.wide != nil || s.Encoding == "" && utf8.Valid(lines):
		return lines
	case s.Encoding != "":
		return []byte(decodeNamed(lines, s.Encoding).Text)
	case s.guess != "":
		if d := decodeNamed(lines, s.guess); d.bad < 0 {
			return []byte(d.Text)
		}
	}
	return []byte(Decode(lines, s.guess).Text)
}

// Prefix returns the text of a file's first n bytes, for detecting its
// notation.
func (s *Source) Prefix(n int) ([]byte, error) {
	prefix, err := s.Peek(n)
	return s.TextOf(prefix), err
}

// widen makes the window show the text of a UTF-16 file. No part of it may have
// been dropped yet.
func (s *Source) widen(encoding string) {
	s.convert(func(in io.Reader) converter { return &wideReader{in: in, big: encoding == encodingUTF16BE} })
}

// convert makes the window show the text of a converter.
func (s *Source) convert(to func(io.Reader) converter) {
	read := io.Reader(bytes.NewReader(append([]byte(nil), s.Window()...)))
	if !s.eof {
		read = io.MultiReader(read, s.in)
	}
	s.wide = to(read)
	s.in, s.buf, s.lo, s.eof = s.wide, nil, 0, false
}

// dropLine drops the first line, whatever its length.
func (s *Source) dropLine() error {
	for {
		_, next, err := s.Line(0)
		if err == nil {
			s.drop(next, 1)
			return nil
		}
		if err != ErrFull {
			return err
		}
		// A carriage return at the end of the window may be followed by a line
		// feed that is not read yet.
		w := s.Window()
		n := len(w)
		if w[n-1] == '\r' {
			n--
		}
		s.drop(n, 0)
		if err := s.fill(); err != nil {
			return err
		}
	}
}
