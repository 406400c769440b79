package api

import (
	"context"

	"assay/analysis/notation"
	"assay/analysis/rules"
)

// RecordNotation stands for the notation of a game's record.
const RecordNotation = "record"

// SquareNames are the square names of a game in a notation, as people read and
// type them. JSON and archives use the variant's own names.
type SquareNames struct {
	notation.Names
	rules *rules.Rules // nil for a game that cannot be played
}

// SquareNames returns the square names in a notation, one of Notations or
// RecordNotation. The error is an [*request.InputError] for an unknown or
// unsuitable notation.
func (a *Archive) SquareNames(ctx context.Context, game int64, name string) (*SquareNames, error) {
	replay, err := a.Replay(ctx, game)
	if err != nil {
		return nil, err
	}
	return replay.squareNames(name)
}

func (r *Replay) squareNames(name string) (*SquareNames, error) {
	gameRules := r.game.Rules
	if gameRules == nil {
		return &SquareNames{}, nil
	}
	style := notation.StyleNamed(name)
	if name == RecordNotation {
		record, err := r.record()
		if err != nil {
			return nil, err
		}
		style = notation.StyleOf("")
		if tree := r.game.Tree(record, nil); tree.Readable() {
			style = tree.Style()
		}
	} else if _, err := MovesAs(name, gameRules); err != nil {
		return nil, err
	}
	return &SquareNames{notation.NamesIn(style.Writer(gameRules), gameRules), gameRules}, nil
}

// In translates the squares of a typed annotation to the variant's own names.
// The error is an *analysis.AnnotationError.
func (n *SquareNames) In(in *AnnotationInput) error {
	if n.rules == nil {
		return nil
	}
	return in.Rename(n.Names, n.rules)
}

// Out translates the squares of an annotation for display.
func (n *SquareNames) Out(v *AnnotationView) *AnnotationView {
	if n.rules == nil || v == nil {
		return v
	}
	out := *v
	out.Annotation = *v.Called(n.Names, n.rules)
	return &out
}
