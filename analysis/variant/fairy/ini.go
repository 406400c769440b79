// Package fairy reads the .ini files in which Fairy-Stockfish keeps games, and
// makes of each section a definition of ours. What a section says that cannot
// be said here refuses the section; nothing is guessed.
package fairy

import (
	"fmt"
	"strings"

	"assay/parser/record"
)

// Limits of a file that is read.
const (
	maxSections = 1000
	longestLine = 8192 // bytes
)

// section is a game as its file says it.
type section struct {
	name, parent string
	line         int
	entries      map[string]entry
	faults       []Refusal
}

// entry is the value of a key, and its line.
type entry struct {
	value string
	line  int
}

// Refusal is a section that is no definition here, or a line of no section, and
// why.
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

// readSections reads a file. What precedes the first section is passed over, as
// Fairy-Stockfish does; a key that stands twice has its last value.
func readSections(text string) (out []*section, faults []Refusal) {
	var current *section
	number := 0
	for line := range strings.Lines(text) {
		number++
		if len(line) > longestLine {
			faults = append(faults, Refusal{number, "", fmt.Sprintf("a line longer than the limit of %d bytes", longestLine)})
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
		s.refuse(number, "a section begins as [name] or [name:parent], alone in its line")
	}
	return s
}

// read takes a line of the form `key = value`.
func (s *section) read(line string, number int) {
	key, value, found := strings.Cut(line, "=")
	key = strings.TrimSpace(key)
	if !found || key == "" {
		s.refuse(number, "%q is no key with its value", record.Clip(line))
		return
	}
	if value = strings.TrimSpace(value); value == "" {
		return // as if it were not there
	}
	s.entries[key] = entry{value, number}
}

func (s *section) refuse(line int, format string, args ...any) {
	s.faults = append(s.faults, Refusal{line, s.name, fmt.Sprintf(format, args...)})
}
