package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isHidden reports whether a terminal would obey a character instead of showing
// it: controls, among them escape and the sequence introducers of C1, and the
// signs that turn the direction of what follows.
func isHidden(c rune) bool {
	return unicode.IsControl(c) || c >= '\u2028' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069'
}

// visible is a text in which hidden characters are written as JSON escapes
// them, \u001b, and bytes that are no UTF-8 as \x9b. Those in keep stay.
func visible(text, keep string) string {
	if isPrintable(text, keep) || utf8.ValidString(text) && strings.IndexFunc(text, isHidden) < 0 {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case c == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[i])
		case isHidden(c) && !strings.ContainsRune(keep, c):
			fmt.Fprintf(&out, `\u%04x`, c)
		default:
			out.WriteString(text[i : i+size])
		}
		i += size
	}
	return out.String()
}

// isPrintable reports whether a text is printable ASCII and characters of keep
// alone, as nearly all output is.
func isPrintable(text, keep string) bool {
	for i := range len(text) {
		if c := text[i]; (c < ' ' || c > '~') && strings.IndexByte(keep, c) < 0 {
			return false
		}
	}
	return true
}

// layout are the controls that lay text out.
const layout = "\n\t"

// lines is text of several lines. What a record says in one of them does not
// begin another.
type lines []string

// longestLine is how much of a line is shown, in characters.
const longestLine = 500

func (l lines) String() string {
	shown := make([]string, len(l))
	for i, line := range l {
		shown[i] = cutLine(visible(line, "\t"))
	}
	return strings.Join(shown, "\n")
}

func cutLine(line string) string {
	if len(line) <= longestLine {
		return line
	}
	n := 0
	for i := range line {
		if n == longestLine {
			return line[:i] + "…"
		}
		n++
	}
	return line
}

// screen writes text so that a terminal shows it and does not obey it.
type screen struct {
	to   io.Writer
	rest []byte // a character of which more is to come
}

// Write makes what is hidden visible, but for line ends and tabs.
func (s *screen) Write(b []byte) (int, error) {
	text := append(s.rest, b...)
	end := len(text)
	for back := 1; back < utf8.UTFMax && back <= end; back++ {
		if at := end - back; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				end = at
			}
			break
		}
	}
	s.rest = append([]byte(nil), text[end:]...)
	_, err := io.WriteString(s.to, visible(string(text[:end]), layout))
	return len(b), err
}

// end writes what is left of a character that never came whole.
func (s *screen) end() error {
	_, err := io.WriteString(s.to, visible(string(s.rest), ""))
	s.rest = nil
	return err
}
