package card

import (
	"bytes"
	"context"
	"errors"

	"assay/analysis/optional"
	"assay/analysis/variant"
	"assay/api"
	"assay/api/present"
)

// Checked is the result of checking a definition.
type Checked struct {
	Problems []Problem     `json:"problems"` // empty if the definition is valid
	Warnings []Problem     `json:"warnings"` // probable mistakes in a valid definition
	Card     *Card         `json:"card"`     // null if the definition is invalid
	Diagram  optional.Text `json:"diagram"`  // starting position as SVG; none if invalid
	Variant  optional.Text `json:"variant"`  // name under which it can be played; none if invalid
}

// Problem is an error or warning about a definition.
type Problem struct {
	Line    optional.Number `json:"line"`   // from 1; none if no single line is at fault
	Column  optional.Number `json:"column"` // of the word at fault, in characters from 1; none if unknown
	Message string          `json:"message"`
}

// Check checks a definition and returns its card or its problems. Other errors
// are from [define.Library.CheckDefinition].
func Check(ctx context.Context, a *api.Arbiter, text []byte) (*Checked, error) {
	checked := &Checked{Problems: []Problem{}, Warnings: []Problem{}}
	sound, err := a.CheckDefinition(ctx, text)
	var problems variant.Problems
	switch {
	case errors.As(err, &problems):
		for _, p := range problems {
			checked.Problems = append(checked.Problems, problem(p))
		}
		return checked, nil
	case err != nil:
		return nil, err
	}
	for _, p := range sound.Warnings {
		checked.Warnings = append(checked.Warnings, problem(p))
	}
	if checked.Card, err = New(sound.Rules); err != nil {
		return nil, err
	}
	name, err := a.Try(ctx, text)
	if err != nil {
		return nil, err
	}
	checked.Variant = optional.Text(name)
	var drawn bytes.Buffer
	if err := present.WriteDiagram(&drawn, sound.Rules.Start(), present.Look{}); err != nil {
		return nil, err
	}
	checked.Diagram = optional.Text(drawn.String())
	return checked, nil
}

func problem(p variant.Problem) Problem {
	return Problem{optional.Number(p.Line), optional.Number(p.Column), p.Message}
}
