package analysis

import (
	"fmt"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/record"
)

// SideLine is a proven side line: it leaves another line, the main line being
// number 0 and the game's first side line number 1, after so many plies from the
// start of the game. In it a turn may also pass.
type SideLine struct {
	Parent int
	From   int
	Moves  []rules.Move
}

// sideLine is a line being replayed: the next ply of it, the next variation
// that replaces that ply, and how many plies were played.
type sideLine struct {
	line           parser.Line
	ply, variation int
	played         int
	parent         int // the line that it leaves
	number         int // among the game's lines, 0 while it has no ply
}

// replaySideLines proves the variations of a ply, and theirs, however deep
// they nest. The first ply of a line that does not hold is a warning, and the
// rest of that line is left as text.
func (g *Game) replaySideLines(p *rules.Position, moves notation.Notation, ply *parser.Ply) {
	for _, line := range ply.Notes().Variations {
		stack := []sideLine{{line: line}} // leaves the main line
		for len(stack) > 0 {
			if g.ended() {
				return
			}
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
				parent := top.number
				if parent == 0 {
					parent = top.parent // the two begin at the same place
				}
				stack = append(stack, sideLine{line: at.Notes().Variations[top.variation-1], parent: parent})
				continue
			}
			m, fault := ReadSide(p, moves, at.Text)
			if fault != nil {
				g.Report.warn(p.Ply()+1, at.Place, fault.Rule, fmt.Sprintf("in a side line, %q: %s", record.Clip(at.Text), notation.Respell(moves, g.Rules, fault.Message)))
				top.ply = len(top.line)
				continue
			}
			if top.number == 0 {
				g.Side = append(g.Side, SideLine{Parent: top.parent, From: p.Ply()})
				top.number = len(g.Side)
			}
			side := &g.Side[top.number-1]
			side.Moves = append(side.Moves, m)
			p.Play(m)
			top.played++
			top.ply, top.variation = top.ply+1, 0
		}
	}
}

// ReadSide reads a ply of a side line, in which a turn may also pass. The fault
// says why the move does not hold, nil where it does.
func ReadSide(p *rules.Position, moves notation.Notation, text string) (rules.Move, *notation.Fault) {
	m, known, _, fault := moves.Read(p, text)
	null := fault != nil && m.Kind() == rules.Pass
	if o, over := p.OutcomeBefore(!null && (known || fault == nil)); over {
		return m, gameOver(o)
	}
	if null {
		if v := p.JudgeNull(); v != nil {
			return m, &notation.Fault{Rule: v.Rule, Reason: v.Reason, Message: v.Message}
		}
		return m, nil
	}
	return m, fault
}
