package analysis

import (
	"fmt"
	"strings"

	"assay/parser"
	"assay/parser/record"
)

// Contradiction describes how the result of a record contradicts the board or
// itself; "" if it does not.
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
				return fmt.Sprintf("the record says %s, but the result on the board is %s (%s) after ply %d, %s",
					says, board, how, len(g.Moves), g.lastText())
			}
		}
	}
	if moves != "" && tag != "" && moves != tag {
		return fmt.Sprintf("the header says %s, but the moves end with %s", tag, moves)
	}
	return ""
}

// boardResult returns the result of the last position and its reason; "" if the
// record is illegal or the game is not over.
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

// lastText returns the last ply as written in the record.
func (g *Game) lastText() string {
	n := len(g.Moves)
	if n == 0 || n > len(g.Record.Moves) {
		return "the start"
	}
	return record.Clip(g.Record.Moves[n-1].Text)
}

// taggedResult returns the result of the header Result.
func taggedResult(rec *parser.Record) string {
	says, _ := rec.Tag("Result")
	return record.ReadResult(says)
}

// decided returns a result, or "" if it is open.
func decided(result string) string {
	if result == "*" {
		return ""
	}
	return result
}

// Place describes the place of the error: the ply, the number and side of the
// move, and its text; "" if it has no ply.
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
