// Package puzzle finds positions with one good move in games of any variant,
// and proves that the other moves are worse.
package puzzle

import (
	"slices"

	"assay/analysis/notation"
	"assay/analysis/rules"
)

// Kind is what the solver achieves.
type Kind string

// The kinds of puzzles.
const (
	Mate    Kind = "mate"    // a forced win by the rules, in as few moves as possible
	Win     Kind = "win"     // a decisive advantage, or a forced win by points
	Defence Kind = "defence" // the only move that does not lose
	Draw    Kind = "draw"    // the same, and the engine's evaluation is exactly a draw
	Mistake Kind = "mistake" // a better move than that of a game; without proof, and never archived
)

// Puzzle is a position in which one move is good, for the side to move.
type Puzzle struct {
	Kind     Kind
	Position *rules.Position // without the history of a game
	// Moves are the solution: the solver's moves and the replies in turn. It
	// begins and ends with a move of the solver.
	Moves []rules.Move
	// Also are further moves that end a forced win in place of the last move.
	// No other move of the solver has an alternative.
	Also   []rules.Move
	Themes []string // sorted
	Rating int      // difficulty by search effort
	Proof  Proof
}

// byPoints reports whether the solution ends the game by a pass, after which
// points decide.
func (z *Puzzle) byPoints() bool {
	if z.Moves[len(z.Moves)-1].Kind() != rules.Pass {
		return false
	}
	p := z.Position.Clone()
	for _, m := range z.Moves {
		p.Play(m)
	}
	_, over := p.Outcome()
	return over
}

// SolverMoves returns the number of the solver's moves.
func (z *Puzzle) SolverMoves() int { return (len(z.Moves) + 1) / 2 }

// Proof says how the alternatives were refuted.
type Proof struct {
	Method string `json:"method"` // Complete, ByEngine or ByAnalysis
	// Nodes are the nodes of all searches. By an engine, each refutation
	// searched Each nodes, Factor times as many as at first.
	Nodes  uint64 `json:"nodes"`
	Each   uint64 `json:"each,omitempty"`
	Factor int    `json:"factor,omitempty"`
}

// The methods of proofs.
const (
	Complete = "complete search" // no other move wins in as few moves
	ByEngine = "engine"          // every other move is worse in a longer search
	// ByAnalysis is no proof: the analysis of a game prefers another move than
	// that played. Nodes are those of a position.
	ByAnalysis = "analysis"
)

// Standing returns a position without the history of its game. The error is a
// [*rules.TextError].
func Standing(p *rules.Position) (*rules.Position, error) { return p.Rules().ParsePosition(p.Text()) }

// others returns the legal moves that differ from m in more than the bench cell
// that a piece is dropped from.
func others(p *rules.Position, m rules.Move) []rules.Move {
	text := notation.UCI{}.Format(p, m)
	return slices.DeleteFunc(p.Moves(nil), func(o rules.Move) bool {
		return o == m || m.Kind() == rules.Drop && notation.UCI{}.Format(p, o) == text
	})
}

// wins reports whether a side has won.
func wins(p *rules.Position, side rules.Side) bool {
	o, over := p.Outcome()
	return over && o.WonBy(side)
}
