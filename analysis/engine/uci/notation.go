package uci

import (
	"assay/analysis/engine"
	"assay/analysis/rules"
)

// Notation writes moves and lines as UCI does, for programs that receive them
// by other means than a session.
type Notation struct{ dialect dialect }

// NewNotation returns the notation of UCI, or of UCI_Chess960, which writes
// castling as king takes rook.
func NewNotation(chess960 bool) Notation {
	if chess960 {
		return Notation{speaksUCI.freeCastling()}
	}
	return Notation{speaksUCI}
}

// Play plays moves, up to the first illegal one. Castling may be written in
// both ways.
func (n Notation) Play(p *rules.Position, moves []string) error { return n.dialect.play(p, moves) }

// Moves returns moves from a position, separated by blanks.
func (n Notation) Moves(p *rules.Position, moves []rules.Move) string {
	return joinMoves(p, n.dialect, moves)
}

// Info returns the info command for a line of a position.
func (n Notation) Info(p *rules.Position, line engine.Line) string { return n.dialect.info(p, line) }

// BestMove returns the bestmove command for a result, after the score of a
// finished game.
func (n Notation) BestMove(p *rules.Position, result engine.Result) string {
	return n.dialect.bestMove(p, result)
}

// MateMoves converts plies to a mate into moves, as UCI counts them.
func MateMoves(plies int) int {
	if plies > 0 {
		return (plies + 1) / 2
	}
	return (plies - 1) / 2
}

// IsDecided reports whether a game is over and has a winner.
func IsDecided(p *rules.Position) bool {
	o, over := p.Outcome()
	return over && (o.WonBy(rules.First) || o.WonBy(rules.Second))
}
