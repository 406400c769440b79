package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"assay/parser/record"
	"assay/parser/scan"
)

// Objects returns the opener of files in which each JSON object is a record. No
// record is found after an object above the limit.
func Objects(read func(text string, place scan.Place, m *Meter) *record.Record) func(*Source) func() (*record.Record,
	error) {
	return func(src *Source) func() (*record.Record, error) {
		var o object
		c := &Cutter{Src: src, Begins: o.begins, Missing: "no JSON object found", Last: true}
		c.Forget = func() { o, c.Encoding = object{}, EncodingUTF8 }
		c.Read = func(text string, _ int, place scan.Place) *record.Record {
			if strings.TrimSpace(text) == "" {
				return nil
			}
			return read(text, place, &src.Meter)
		}
		return c.Next
	}
}

// SyntaxOffset returns the byte of a text at which it stops being JSON. A
// decoder that reads tokens counts the bytes of its last value only.
func SyntaxOffset(text string) int {
	var err *json.SyntaxError
	if errors.As(json.Unmarshal([]byte(text), new(json.RawMessage)), &err) {
		return int(err.Offset) - 1
	}
	return len(text)
}

// object is the state of reading the lines of an object.
type object struct {
	depth           int
	quoted, escaped bool
	seen            bool // a line that is not blank
}

// begins reports whether a line is not blank and follows the object.
func (o *object) begins(line []byte) bool {
	if len(bytes.TrimSpace(line)) > 0 {
		if o.seen && o.depth <= 0 && !o.quoted {
			return true
		}
		o.seen = true
	}
	for _, c := range line {
		switch {
		case o.escaped:
			o.escaped = false
		case o.quoted:
			o.escaped, o.quoted = c == '\\', c != '"'
		case c == '"':
			o.quoted = true
		case c == '{' || c == '[':
			o.depth++
		case c == '}' || c == ']':
			o.depth--
		}
	}
	return false
}
