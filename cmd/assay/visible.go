package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isHidden reports whether a terminal would interpret a character: control
// characters, such as escape and the C1 introducers, and bidirectional
// controls.
func isHidden(c rune) bool {
	return unicode.IsControl(c) || c >= '\u2028' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069'
}

// visible escapes hidden characters as in JSON (\u001b) and invalid UTF-8 as
// \x9b. Characters in keep are not escaped.
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
func isPrintable[T string | []byte](text T, keep string) bool {
	for i := range len(text) {
		if c := text[i]; c-' ' > '~'-' ' && strings.IndexByte(keep, c) < 0 {
			return false
		}
	}
	return true
}

// layout contains the control characters of text layout.
const layout = "\n\t"

// lines is a text of several lines. Line ends within an element are escaped, so
// that the text of a record cannot begin a new line.
type lines []string

// maxLine is the number of characters shown of a line.
const maxLine = 500

func (l lines) String() string {
	shown := make([]string, len(l))
	for i, line := range l {
		shown[i] = cutLine(visible(line, "\t"))
	}
	return strings.Join(shown, "\n")
}

func cutLine(line string) string {
	if len(line) <= maxLine {
		return line
	}
	n := 0
	for i := range line {
		if n == maxLine {
			return line[:i] + "…"
		}
		n++
	}
	return line
}

// screen escapes text for a terminal.
type screen struct {
	to   io.Writer
	rest []byte // incomplete character at the end
}

// Write escapes hidden characters except line ends and tabs.
func (s *screen) Write(b []byte) (int, error) {
	if len(s.rest) == 0 && isPrintable(b, layout) {
		return s.to.Write(b)
	}
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

// end writes the rest of an incomplete character.
func (s *screen) end() error {
	_, err := io.WriteString(s.to, visible(string(s.rest), ""))
	s.rest = nil
	return err
}
