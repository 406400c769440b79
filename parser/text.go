package parser

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

// Text gives the text of a file as a Reader of that format reads it, "" for the
// one that it detects, so that a line and column of a Record are a line and
// column of it.
func Text(raw []byte, f Format) string {
	var b strings.Builder
	if encoding, ok := detectWide(raw[:min(len(raw), wideBytes)]); ok {
		wide := &wideReader{in: bytes.NewReader(raw), big: encoding == encodingUTF16BE}
		_, _ = io.CopyBuffer(&b, wide, make([]byte, block)) // memory is read and written
		return b.String()
	}
	if utf8.Valid(raw) {
		return string(raw)
	}
	hint := ""
	r := NewReader(bytes.NewReader(raw), Options{Format: f, MaxRecord: int64(len(raw)) + 1})
	for {
		record, err := r.Next()
		if err != nil {
			break
		}
		b.WriteString(record.text)
		raw, hint = raw[len(record.Bytes):], record.Encoding
	}
	b.WriteString(decode(raw, hint).text) // of a file without records
	return b.String()
}
