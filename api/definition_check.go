package api

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"

	"assay/analysis/variant"
)

// CheckedDefinition is what a check of an inventor's definition found.
type CheckedDefinition struct {
	Problems []DefinitionProblem `json:"problems"` // none where it holds
	Card     *VariantCard        `json:"card"`     // null where it does not
	Diagram  string              `json:"diagram"`  // the start as SVG, "" where it does not hold
}

// DefinitionProblem is one thing wrong with a definition.
type DefinitionProblem struct {
	Line    int    `json:"line"` // from 1; 0 where the fault is in no single line
	Message string `json:"message"`
}

// CheckDefinition reads a definition of a user's as [CheckVariant] does, against
// the definitions that the arbiter knows. Nothing of it is kept. The error is a
// [*LimitError], or the system's.
func (a *Arbiter) CheckDefinition(text []byte) (*CheckedDefinition, error) {
	if len(text) > variant.MaxDefinition {
		return nil, &LimitError{What: "bytes for a definition", Limit: variant.MaxDefinition}
	}
	folder, err := os.MkdirTemp("", "definition")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "definition.yaml")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return nil, err
	}
	checked := &CheckedDefinition{Problems: []DefinitionProblem{}}
	card, err := CheckVariant(path, a.config.VariantsDir)
	var problems variant.Problems
	switch {
	case errors.As(err, &problems):
		for _, p := range problems {
			checked.Problems = append(checked.Problems, DefinitionProblem{Line: p.Line, Message: p.Message})
		}
		return checked, nil
	case err != nil:
		return nil, err
	}
	var drawn bytes.Buffer
	if err := WriteDiagram(&drawn, card.rules.Start()); err != nil {
		return nil, err
	}
	checked.Card, checked.Diagram = card, drawn.String()
	return checked, nil
}
