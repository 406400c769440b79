package api

import (
	"context"

	"assay/analysis/notation"
	"assay/analysis/rules"
)

// RecordNotation stands for the notation in which a game's record is shown.
const RecordNotation = "record"

// SquareNames are the names that a notation gives the squares of one game, as
// people type and read them. JSON and archives have the game's own names.
type SquareNames struct {
	notation.Names
	rules *rules.Rules // nil for a game that cannot be played
}

// SquareNames returns the names of squares in a notation, one of Notations or
// RecordNotation. The error is an [*InputError] for others, and for one that
// does not suit the game.
func (a *Archive) SquareNames(ctx context.Context, game int64, name string) (*SquareNames, error) {
	replay, err := a.Replay(ctx, game)
	if err != nil {
		return nil, err
	}
	return replay.squareNames(name)
}

func (r *Replay) squareNames(name string) (*SquareNames, error) {
	of := r.game.Rules
	if of == nil {
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
	} else if _, err := MovesAs(name, of); err != nil {
		return nil, err
	}
	return &SquareNames{notation.NamesIn(style.Writer(of), of), of}, nil
}

// In gives the squares of an annotation that somebody typed the game's own
// names. The error is an *analysis.AnnotationError.
func (n *SquareNames) In(in *AnnotationInput) error {
	if n.rules == nil {
		return nil
	}
	return in.Rename(n.Names, n.rules)
}

// Out is an annotation with its squares named for people to read.
func (n *SquareNames) Out(v *AnnotationView) *AnnotationView {
	if n.rules == nil || v == nil {
		return v
	}
	out := *v
	out.Annotation = *v.Called(n.Names, n.rules)
	return &out
}
