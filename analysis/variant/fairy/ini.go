// Package fairy reads and writes the .ini files of Fairy-Stockfish: each
// section becomes a definition. A section with an unsupported setting is
// rejected; nothing is guessed.
package fairy

import (
	"fmt"
	"strings"

	"assay/parser/record"
)

// Limits of a file.
const (
	maxSections = 1000
	maxLine     = 8192 // bytes
)

// section is a variant as written in its file.
type section struct {
	name, parent string
	line         int
	entries      map[string]entry
	refusals     []Refusal
}

// entry is the value of a key with its line.
type entry struct {
	value string
	line  int
}

// Refusal reports a rejected section, or a line outside sections.
type Refusal struct {
	Line    int
	Section string // "" for none
	Message string
}

func (r Refusal) Error() string {
	if r.Section == "" {
		return r.Message
	}
	return fmt.Sprintf("[%s]: %s", record.Clip(r.Section), r.Message)
}

// readSections parses a file. Like Fairy-Stockfish, it ignores text before the
// first section and uses the last value of a repeated key.
func readSections(text string) (out []*section, faults []Refusal) {
	var current *section
	number := 0
	for line := range strings.Lines(text) {
		number++
		if len(line) > maxLine {
			faults = append(faults, Refusal{number, "", fmt.Sprintf("line longer than the limit of %d bytes", maxLine)})
			return out, faults
		}
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "["):
			if len(out) == maxSections {
				return out, append(faults, Refusal{number, "", fmt.Sprintf("more than %d sections", maxSections)})
			}
			current = newSection(line, number)
			out = append(out, current)
		case current == nil || line == "" || line[0] == '#' || line[0] == ';':
		default:
			current.read(line, number)
		}
	}
	return out, faults
}

func newSection(line string, number int) *section {
	s := &section{line: number, entries: map[string]entry{}}
	inside, rest, closed := strings.Cut(line[1:], "]")
	s.name, s.parent, _ = strings.Cut(inside, ":")
	if !closed || rest != "" || s.name == "" {
		s.refuse(number, "expected [name] or [name:parent] alone on its line")
	}
	return s
}

// read parses a line of the form `key = value`.
func (s *section) read(line string, number int) {
	key, value, found := strings.Cut(line, "=")
	key = strings.TrimSpace(key)
	if !found || key == "" {
		s.refuse(number, "expected key = value, found %q", record.Clip(line))
		return
	}
	if value = strings.TrimSpace(value); value == "" {
		return // ignored
	}
	s.entries[key] = entry{value, number}
}

func (s *section) refuse(line int, format string, args ...any) {
	s.refusals = append(s.refusals, Refusal{line, s.name, fmt.Sprintf(format, args...)})
}
