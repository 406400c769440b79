package parser

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"assay/parser/source"
)

// Text gives the text of a file as a Reader of that format reads it, "" for the
// one that it detects, so that a line and column of a Record are a line and
// column of it.
func Text(raw []byte, f Format) string {
	if text, ok := source.WideText(raw); ok {
		return text
	}
	if utf8.Valid(raw) {
		return string(raw)
	}
	var b strings.Builder
	hint := ""
	r := NewReader(bytes.NewReader(raw), Options{Format: f, MaxRecord: int64(len(raw)) + 1})
	for {
		record, err := r.Next()
		if err != nil {
			break
		}
		b.WriteString(source.Decode(record.Bytes, record.Encoding).Text)
		raw, hint = raw[len(record.Bytes):], record.Encoding
	}
	b.WriteString(source.Decode(raw, hint).Text) // of a file without records
	return b.String()
}
