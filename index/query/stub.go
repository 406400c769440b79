// Package query stub.
package query

import (
	"fmt"

	"assay/analysis/rules"
	"assay/index/pattern"
)

type Query struct{ s string }

func (q *Query) String() string { return q.s }

type Error struct {
	Column             int
	Reason, Suggestion string
}

func (e *Error) Error() string { return fmt.Sprint(e.Column, e.Reason) }

func Parse(s string) (*Query, error) { return &Query{s}, nil }

func Bind(q *Query, r *rules.Rules) (pattern.Node, error) {
	return pattern.Header{Words: []string{q.s}}, nil
}
