package analysis

import (
	"fmt"
	"strings"

	"assay/parser"
	"assay/parser/record"
)

// Contradiction says how the result that a record states contradicts the board
// or itself, "" if it does not.
func (g *Game) Contradiction() string {
	if g.Record == nil {
		return ""
	}
	moves := decided(g.Record.Result)
	if g.Record.Inferred {
		moves = ""
	}
	tag := decided(taggedResult(g.Record))
	if board, how := g.boardResult(); board != "" {
		for _, says := range []string{moves, tag} {
			if says != "" && says != board {
				return fmt.Sprintf("the record says %s, and the board says %s (%s) after ply %d, %s",
					says, board, how, len(g.Moves), g.lastText())
			}
		}
	}
	if moves != "" && tag != "" && moves != tag {
		return fmt.Sprintf("the header says %s, and the moves end with %s", tag, moves)
	}
	return ""
}

// boardResult is the result that the last position decides, and how; "" if the
// record does not hold or the position decides nothing.
func (g *Game) boardResult() (result, how string) {
	if !g.Playable() || !g.Report.Holds() {
		return "", ""
	}
	p, err := g.At(len(g.Moves))
	if err != nil {
		return "", ""
	}
	if o, over := p.Outcome(); over {
		return o.Result, o.Termination
	}
	return "", ""
}

// lastText is the last ply as the record writes it.
func (g *Game) lastText() string {
	n := len(g.Moves)
	if n == 0 || n > len(g.Record.Moves) {
		return "the start"
	}
	return record.Clip(g.Record.Moves[n-1].Text)
}

// taggedResult is what the header Result says.
func taggedResult(rec *parser.Record) string {
	says, _ := rec.Tag("Result")
	return record.ReadResult(says)
}

// decided is a result, "" for one that is open.
func decided(result string) string {
	if result == "*" {
		return ""
	}
	return result
}

// Place is where the error is in the game, in words: its ply, the number and
// side of its move, and what is written there; "" if it is at no ply.
func (e *Error) Place() string {
	if e.Ply == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "ply %d", e.Ply)
	if e.Number > 0 && e.Side != "" {
		fmt.Fprintf(&b, " (move %d of %s)", e.Number, e.Side)
	}
	if e.Text != "" {
		b.WriteString(", " + record.Clip(e.Text))
	}
	return b.String()
}
