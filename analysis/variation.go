package analysis

import (
	"fmt"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser/record"
)

// Variation is a verified variation. Parent is the number of its parent line (0
// for the main line), and From the number of plies before it. Variations are
// numbered from 1. A turn may be passed.
type Variation struct {
	Parent int
	From   int
	Moves  []rules.Move
}

// proveSides verifies the variations that replace ply i, counted from 0. The
// first illegal ply of a variation is a warning; the rest of the variation is
// kept as text.
func (g *Game) proveSides(w *walk, p *rules.Position, i int) {
	n := Node{Ply: g.Record.Moves[i], read: true}
	n.verify(p, w.source)
	g.branches = append(g.branches, branch{i, n.Sides})
	w.canceled = g.awaited
	w.fault = func(p *rules.Position, n *Node) {
		g.Report.warn(p.Ply()+1, n.Place, n.Fault.Rule, fmt.Sprintf("in a variation, %q: %s",
			record.Clip(n.Text), notation.Respell(w.source, g.Rules, n.Fault.Message)))
	}
	for _, line := range n.Sides {
		if w.visitor != nil {
			w.visitor.Open(p, &n)
		}
		if w.line(p, line) != nil {
			return // cancelled
		}
		if w.visitor != nil {
			w.visitor.Close()
		}
	}
}

// readSide reads a ply of a variation, in which a turn may be passed. It
// returns an error if the move is illegal.
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

// Variations returns the legal parts of the variations, each before those
// nested in it. It returns an error of Awaited.
func (t *Tree) Variations() ([]Variation, error) {
	var s Sides
	s.Begin(nil)
	err := t.Walk(&s)
	return s.All, err
}

// Sides is the watcher that collects variations.
type Sides struct {
	All  []Variation
	open []openVariation // the main line first
}

// openVariation is a variation being collected.
type openVariation struct {
	parent int
	number int // 0 before its first ply
}

// Begin starts a game.
func (s *Sides) Begin(*rules.Position) {
	s.All, s.open = s.All[:0], append(s.open[:0], openVariation{})
}

// Line returns the number of the current line; 0 for the main line, and for a
// variation without plies.
func (s *Sides) Line() int { return s.open[len(s.open)-1].number }

// Main reports whether the current line is the main line.
func (s *Sides) Main() bool { return len(s.open) == 1 }

// Open begins a variation. If its parent has no ply yet, both leave the same
// line.
func (s *Sides) Open(*rules.Position, *Node) bool {
	top := s.open[len(s.open)-1]
	if top.number == 0 {
		top.number = top.parent
	}
	s.open = append(s.open, openVariation{parent: top.number})
	return true
}

// Close ends a line.
func (s *Sides) Close() { s.open = s.open[:len(s.open)-1] }

// Ply adds a legal ply.
func (s *Sides) Ply(p *rules.Position, rest []Node) error {
	top := &s.open[len(s.open)-1]
	if s.Main() || !rest[0].Holds {
		return nil
	}
	if top.number == 0 {
		s.All = append(s.All, Variation{Parent: top.parent, From: p.Ply()})
		top.number = len(s.All)
	}
	line := &s.All[top.number-1]
	line.Moves = append(line.Moves, rest[0].Move)
	return nil
}

// Played does nothing.
func (s *Sides) Played(*rules.Position, *Node) {}
