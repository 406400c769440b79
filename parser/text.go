package parser

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"assay/parser/pgn"
	"assay/parser/source"
)

// EncodingNamed returns the name that Record.Encoding uses for a label of the
// WHATWG Encoding Standard; false for other names.
func EncodingNamed(name string) (string, bool) { return source.EncodingNamed(name) }

// Encode returns a text in an encoding, and the characters that the encoding
// lacks, which become question marks. It returns false for a label that is
// unknown or of an encoding without plain ASCII, such as UTF-16.
func Encode(text, label string) (raw []byte, missing []rune, ok bool) {
	return source.Encode(text, label)
}

// Text returns the text of a file as a Reader of a format reads it ("" means
// the detected format). So lines and columns of its Records are lines and
// columns of this text. encoding is the encoding of the file, "" to detect it.
func Text(raw []byte, f Format, encoding string) string {
	if text, ok := source.WideText(raw); ok {
		return text
	}
	if utf8.Valid(raw) {
		return string(raw)
	}
	if encoding != "" {
		return source.DecodeAs(raw, encoding)
	}
	var b strings.Builder
	hint := ""
	r := NewReader(bytes.NewReader(raw), Options{Format: f, MaxRecord: int64(len(raw)) + 1})
	for {
		record, err := r.Next()
		if err != nil {
			break
		}
		b.WriteString(source.DecodeAs(record.Bytes, record.Encoding))
		raw, hint = raw[len(record.Bytes):], record.Encoding
	}
	b.WriteString(source.Decode(raw, hint).Text) // a file without records
	return b.String()
}

// TextIn returns the text of bytes in an encoding, which may have any label of
// the WHATWG Encoding Standard. The error is an *UnknownEncoding.
func TextIn(raw []byte, encoding string) (string, error) {
	name, ok := source.EncodingNamed(encoding)
	if !ok {
		return "", &UnknownEncoding{encoding}
	}
	return source.TextIn(raw, name), nil
}

// SecondBoard returns board B of a bughouse record with both boards as a record
// of its own; nil if there is none.
func SecondBoard(r *Record) *Record {
	b := pgn.SecondBoard(r)
	if b == nil {
		return nil
	}
	var text strings.Builder
	if Write(&text, b) != nil {
		return nil
	}
	second, err := readOne(strings.TrimRight(text.String(), "\n")+"\n", b.Format)
	if err != nil {
		return nil
	}
	second.Game, second.Place = r.Game, r.Place
	return second
}
