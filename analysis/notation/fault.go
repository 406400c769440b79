// Package notation reads and writes moves in every supported notation.
package notation

import (
	"fmt"

	"assay/analysis/rules"
	"assay/parser/record"
)

// Fault is the error of a move's text: it is unreadable, illegal, or wrong in a
// detail.
type Fault struct {
	Rule    string // ID of the broken rule, of the variant or the notation
	Reason  string // stable reason code
	Message string
	// Squares are the squares or cells that the text names, by the variant's
	// names, if it does not determine a move.
	Squares []string
	// Candidates are the legal moves that an ambiguous text may mean.
	Candidates []rules.Move
}

func (f *Fault) Error() string { return f.Rule + ": " + f.Message }

// OtherSide is the reason for a text that names the side not to move.
const OtherSide = "side"

// The reasons for texts that are not understood.
const (
	Syntax = "syntax"
	// NoPiece is the reason for a letter that is no piece of the variant.
	NoPiece = "piece"
)

// Understood reports whether a move's text was understood, given the reason of
// its error.
func Understood(reason string) bool { return reason != Syntax && reason != NoPiece }

// Warning is a missing or doubtful detail in the text of a legal move.
type Warning struct {
	Rule    string
	Message string
}

// fault returns an error with quoted text of limited length.
func fault(rule, reason, format string, args ...any) *Fault {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = record.Clip(text)
		}
	}
	return &Fault{Rule: rule, Reason: reason, Message: fmt.Sprintf(format, args...)}
}

// judged returns the result of Read for a move, after judging it.
func judged(p *rules.Position, m rules.Move) (rules.Move, bool, []Warning, *Fault) {
	v := p.Judge(m)
	if v == nil {
		return m, true, nil, nil
	}
	return m, false, nil, broken(v)
}

// broken returns the error of an illegal move.
func broken(v *rules.Violation) *Fault {
	return &Fault{Rule: v.Rule, Reason: v.Reason, Message: v.Message}
}

// movementRule returns the ID of the rule on the movement of pieces.
func movementRule(p *rules.Position) string { return p.Rules().Definition().Number("") }
