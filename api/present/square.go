package present

import (
	"assay/analysis"
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

func (r *Replay) SquareNames(name string) (*SquareNames, error) {
	gameRules := r.Game.Rules
	if gameRules == nil {
		return &SquareNames{}, nil
	}
	style := notation.StyleNamed(name)
	if name == RecordNotation {
		record, err := r.Record()
		if err != nil {
			return nil, err
		}
		style = notation.StyleOf("")
		if tree := r.Game.Tree(record, nil); tree.Readable() {
			style = tree.Style()
		}
	} else if _, err := MovesAs(name, gameRules); err != nil {
		return nil, err
	}
	return &SquareNames{notation.NamesIn(style.Writer(gameRules), gameRules), gameRules}, nil
}

// In translates the squares of a typed annotation to the variant's own names.
// The error is an *analysis.AnnotationError.
func (n *SquareNames) In(in *analysis.Annotation) error {
	if n.rules == nil {
		return nil
	}
	return in.Rename(n.Names, n.rules)
}

// Out returns an annotation with its squares translated for display.
func (n *SquareNames) Out(a analysis.Annotation) analysis.Annotation {
	if n.rules == nil {
		return a
	}
	return *a.WithSquareNames(n.Names, n.rules)
}
