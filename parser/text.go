package parser

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"assay/parser/source"
)

// EncodingNamed returns how Record.Encoding spells the encoding of a name,
// which may be any of the web's encoding standard; false for other names.
func EncodingNamed(name string) (string, bool) { return source.EncodingNamed(name) }

// Text returns the text of a file as a Reader of that format reads it, "" for
// the one that it detects, so that a line and column of a Record are a line and
// column of it. Encoding is the file's, "" to detect it.
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
	b.WriteString(source.Decode(raw, hint).Text) // of a file without records
	return b.String()
}
