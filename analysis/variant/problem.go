package variant

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is an error or warning about a definition.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line"`   // from 1; 0 if no single line is at fault
	Column  int    `json:"column"` // of the word at fault, in characters from 1; 0 if unknown
	Message string `json:"message"`
}

func (p Problem) Error() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// Warning returns the problem as a line that marks it as a warning.
func (p Problem) Warning() string {
	p.Message = "warning: " + p.Message
	return p.Error()
}

// Problems are the problems of a definition, sorted by line.
type Problems []Problem

func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.Error()
	}
	return strings.Join(lines, "\n")
}

// Err returns p as an error, nil if there are no problems.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	slices.SortStableFunc(p, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return p
}
