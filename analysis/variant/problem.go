package variant

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing wrong with a definition.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line"`   // 1-based; 0 where the fault is in no single line
	Column  int    `json:"column"` // in characters, 1-based, of the word that the fault is about; 0 where that is not known
	Message string `json:"message"`
}

func (p Problem) Error() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// Warning returns the problem as a line that says it is no error.
func (p Problem) Warning() string {
	p.Message = "warning: " + p.Message
	return p.Error()
}

// Problems is everything wrong with a definition, in the order of its lines.
type Problems []Problem

func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Err is nil when there are no problems.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	slices.SortStableFunc(p, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return p
}
