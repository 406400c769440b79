package analysis

import (
	"fmt"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser/record"
)

// SideLine is a proven side line: it leaves another line, the main line being
// number 0 and the game's first side line number 1, after so many plies from
// the start of the game. In it a turn may also pass.
type SideLine struct {
	Parent int
	From   int
	Moves  []rules.Move
}

// proveSides proves the side lines that begin instead of ply i, from 0, and
// theirs. The first ply of a line that does not hold is a warning, and the rest
// of that line is left as text.
func (g *Game) proveSides(w *walk, p *rules.Position, i int) {
	n := Node{Ply: g.Record.Moves[i], read: true}
	n.prove(p, w.source)
	g.branches = append(g.branches, branch{i, n.Sides})
	w.awaited = g.awaited
	w.fault = func(p *rules.Position, n *Node) {
		g.Report.warn(p.Ply()+1, n.Place, n.Fault.Rule, fmt.Sprintf("in a side line, %q: %s",
			record.Clip(n.Text), notation.Respell(w.source, g.Rules, n.Fault.Message)))
	}
	for _, line := range n.Sides {
		if w.visitor != nil {
			w.visitor.Open(p, &n)
		}
		if w.line(p, line) != nil {
			return // nobody waits any more
		}
		if w.visitor != nil {
			w.visitor.Close()
		}
	}
}

// readSide reads a ply of a side line, in which a turn may also pass. The fault
// says why the move does not hold, nil where it does.
func readSide(p *rules.Position, moves notation.Notation, text string) (rules.Move, *notation.Fault) {
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

// SideLines lists the side lines as far as they hold, each before those that
// begin after its first ply. The error is that of Awaited.
func (t *Tree) SideLines() ([]SideLine, error) {
	var s Sides
	s.Begin(nil)
	err := t.Walk(&s)
	return s.All, err
}

// Sides is the watcher that lists side lines.
type Sides struct {
	All  []SideLine
	open []openSide // the main line first
}

// openSide is a line that is being listed.
type openSide struct {
	parent int
	number int // 0 while it has no ply
}

// Begin begins a game.
func (s *Sides) Begin(*rules.Position) {
	s.All, s.open = s.All[:0], append(s.open[:0], openSide{})
}

// Line is the number of the line that is told of; 0 for the main line, and for
// one that has no ply yet.
func (s *Sides) Line() int { return s.open[len(s.open)-1].number }

// Main reports whether the main line is told of.
func (s *Sides) Main() bool { return len(s.open) == 1 }

// Open begins a line. One that begins where its parent does leaves the line
// that this one leaves.
func (s *Sides) Open(*rules.Position, *Node) bool {
	top := s.open[len(s.open)-1]
	if top.number == 0 {
		top.number = top.parent
	}
	s.open = append(s.open, openSide{parent: top.number})
	return true
}

// Close ends a line.
func (s *Sides) Close() { s.open = s.open[:len(s.open)-1] }

// Ply takes a ply that holds.
func (s *Sides) Ply(p *rules.Position, rest []Node) error {
	top := &s.open[len(s.open)-1]
	if s.Main() || !rest[0].Holds {
		return nil
	}
	if top.number == 0 {
		s.All = append(s.All, SideLine{Parent: top.parent, From: p.Ply()})
		top.number = len(s.All)
	}
	line := &s.All[top.number-1]
	line.Moves = append(line.Moves, rest[0].Move)
	return nil
}

// Played does nothing.
func (s *Sides) Played(*rules.Position, *Node) {}
