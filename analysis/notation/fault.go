// Package notation turns one move's text into a move of a position and back,
// for each notation.
package notation

import (
	"fmt"

	"assay/analysis/rules"
	"assay/parser/record"
)

// Fault is why a move's text names no legal move, or names one wrongly.
type Fault struct {
	Rule    string // ruling broken: the game's, or the notation's own
	Reason  string // a word or two, stable
	Message string
	// Squares are those that the text names, from and to or one of them, where
	// no move can be told from it: squares and cells by the game's names.
	Squares []string
	// Candidates are the legal moves that the text may mean, where there are
	// several.
	Candidates []rules.Move
}

func (f *Fault) Error() string { return f.Rule + ": " + f.Message }

// OtherSide is the reason of a fault of a text that names the side that is not
// to move.
const OtherSide = "side"

// The reasons of faults of texts that are not understood.
const (
	Syntax = "syntax"
	// NoPiece is that of a letter that no piece of the game has.
	NoPiece = "piece"
)

// Understood reports whether a fault of a reason is that of a move whose text
// was understood.
func Understood(reason string) bool { return reason != Syntax && reason != NoPiece }

// Warning is something left out or doubtful in the text of a legal move.
type Warning struct {
	Rule    string
	Message string
}

// fault quotes no more of a record than a person reads.
func fault(rule, reason, format string, args ...any) *Fault {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = record.Clip(text)
		}
	}
	return &Fault{Rule: rule, Reason: reason, Message: fmt.Sprintf(format, args...)}
}

// judged is what reading gives whose text means a move: the rules are asked
// about it.
func judged(p *rules.Position, m rules.Move) (rules.Move, bool, []Warning, *Fault) {
	v := p.Judge(m)
	if v == nil {
		return m, true, nil, nil
	}
	return m, false, nil, broken(v)
}

// broken is the fault of a move that breaks a rule.
func broken(v *rules.Violation) *Fault {
	return &Fault{Rule: v.Rule, Reason: v.Reason, Message: v.Message}
}

// movementRule is the number of the ruling on the movement of pieces.
func movementRule(p *rules.Position) string { return p.Rules().Definition().Number("") }
