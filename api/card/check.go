package card

import (
	"bytes"
	"context"
	"errors"

	"assay/analysis/variant"
	"assay/api"
)

// Checked is what a check of an inventor's definition found.
type Checked struct {
	Problems []Problem `json:"problems"` // none where it holds
	Warnings []Problem `json:"warnings"` // of a sound definition: what was probably not meant
	Card     *Card     `json:"card"`     // null where it does not
	Diagram  string    `json:"diagram"`  // the start as SVG, "" where it does not hold
	Variant  string    `json:"variant"`  // the name by which it can be played, "" where it does not hold
}

// Problem is one thing wrong with a definition.
type Problem struct {
	Line    int    `json:"line"`   // from 1; 0 where the fault is in no single line
	Column  int    `json:"column"` // in characters from 1, of the word that it is about; 0 where that is not known
	Message string `json:"message"`
}

// Check draws the card of a definition of a user's, or says what is wrong with
// it. The error is that of [api.Arbiter.CheckDefinition] where that is none of
// variant.Problems.
func Check(ctx context.Context, a *api.Arbiter, text []byte) (*Checked, error) {
	checked := &Checked{Problems: []Problem{}, Warnings: []Problem{}}
	sound, err := a.CheckDefinition(ctx, text)
	var problems variant.Problems
	switch {
	case errors.As(err, &problems):
		for _, p := range problems {
			checked.Problems = append(checked.Problems, Problem{p.Line, p.Column, p.Message})
		}
		return checked, nil
	case err != nil:
		return nil, err
	}
	for _, p := range sound.Warnings {
		checked.Warnings = append(checked.Warnings, Problem{p.Line, p.Column, p.Message})
	}
	if checked.Card, err = New(sound.Rules); err != nil {
		return nil, err
	}
	if checked.Variant, err = a.Try(ctx, text); err != nil {
		return nil, err
	}
	var drawn bytes.Buffer
	if err := api.WriteDiagram(&drawn, sound.Rules.Start(), api.Look{}); err != nil {
		return nil, err
	}
	checked.Diagram = drawn.String()
	return checked, nil
}
