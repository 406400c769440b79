package parser

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

// Text gives the text of a file, each record in the encoding that a Reader finds
// it in, so that a line and column of a Record are a line and column of it.
func Text(raw []byte) string {
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
	r := NewReader(bytes.NewReader(raw), Options{MaxRecord: int64(len(raw)) + 1})
	for {
		record, err := r.Next()
		if err != nil {
			break
		}
		at := bytes.Index(raw, record.Bytes)
		if at < 0 {
			break
		}
		b.WriteString(decode(raw[:at], hint).text) // what stands between records
		b.WriteString(decode(record.Bytes, record.Encoding).text)
		raw, hint = raw[at+len(record.Bytes):], record.Encoding
	}
	b.WriteString(decode(raw, hint).text)
	return b.String()
}
