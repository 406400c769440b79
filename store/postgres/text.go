package postgres

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// text is a string that PostgreSQL stores in escaped form. Invalid UTF-8 and
// zero bytes become the escape character and two hexadecimal digits; the escape
// character is doubled.
type text string

const escape = "\x1a"

var errText = errors.New("invalid escape sequence in a text")

// Value returns the escaped form.
func (t text) Value() (driver.Value, error) {
	s := string(t)
	if utf8.ValidString(s) && !strings.ContainsAny(s, "\x00"+escape) {
		return s, nil
	}
	var b strings.Builder
	for s != "" {
		r, width := utf8.DecodeRuneInString(s)
		switch {
		case s[:width] == escape:
			b.WriteString(escape + escape)
		case r == 0, r == utf8.RuneError && width == 1:
			fmt.Fprintf(&b, escape+"%02x", s[0])
		default:
			b.WriteString(s[:width])
		}
		s = s[width:]
	}
	return b.String(), nil
}

// Scan reads the escaped form.
func (t *text) Scan(value any) error {
	s, ok := value.(string)
	if !ok {
		return fmt.Errorf("cannot read a text from a %T", value)
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, escape)
		b.WriteString(before)
		if !found {
			*t = text(b.String())
			return nil
		}
		if s, found = strings.CutPrefix(rest, escape); found {
			b.WriteString(escape)
			continue
		}
		if len(rest) < 2 {
			return errText
		}
		value, err := strconv.ParseUint(rest[:2], 16, 8)
		if err != nil {
			return errText
		}
		b.WriteByte(byte(value))
		s = rest[2:]
	}
}
