package analysis

import (
	"fmt"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// sideLine is a line being replayed: the next ply of it, the next variation
// that replaces that ply, and how many plies were played.
type sideLine struct {
	line           parser.Line
	ply, variation int
	played         int
}

// replaySideLines proves the variations of a ply, and theirs, however deep
// they nest. The first ply of a line that does not hold is a warning, and the
// rest of that line is left as text.
func (g *Game) replaySideLines(p *rules.Position, moves notation.Notation, ply *parser.Ply, n int) {
	for _, line := range ply.Notes().Variations {
		stack := []sideLine{{line: line}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.ply == len(top.line) {
				for ; top.played > 0; top.played-- {
					p.Undo()
				}
				stack = stack[:len(stack)-1]
				continue
			}
			at := &top.line[top.ply]
			if top.variation < len(at.Notes().Variations) {
				top.variation++
				stack = append(stack, sideLine{line: at.Notes().Variations[top.variation-1]})
				continue
			}
			if fault := playSide(p, moves, at); fault != nil {
				g.Report.warn(n+len(stack)-1, at.Place, fault.Rule, fmt.Sprintf("in a side line, %q: %s", clip(at.Text), fault.Message))
				top.ply = len(top.line)
				continue
			}
			top.played++
			top.ply, top.variation = top.ply+1, 0
		}
	}
}

func playSide(p *rules.Position, moves notation.Notation, at *parser.Ply) *notation.Fault {
	m, known, _, fault := moves.Read(p, at.Text)
	if o, over := p.OutcomeBefore(known || fault == nil); over {
		return gameOver(o)
	}
	if fault == nil {
		p.Play(m)
	}
	return fault
}
