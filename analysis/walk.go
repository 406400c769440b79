package analysis

import (
	"assay/analysis/notation"
	"assay/analysis/rules"
)

// walk plays through a line and its variations. It verifies the plies that
// earlier walks did not visit.
type walk struct {
	source   notation.Notation
	visitor  Visitor                      // may be nil
	fault    func(*rules.Position, *Node) // called with each ply newly found illegal; may be nil
	canceled func() error                 // may be nil
	lines    []walkedLine                 // open lines, the innermost last
}

// walkedLine is the state of an open line.
type walkedLine struct {
	*Line
	at, side int  // next ply, and its next variation
	fresh    bool // this walk verified the next ply
	over     bool
}

// follower is a notation that depends on earlier moves. Follow must be
// called with each of them.
type follower interface {
	Follow(p *rules.Position, text string)
}

// line walks a line that begins in p, which is left unchanged.
func (w *walk) line(p *rules.Position, line *Line) error {
	follow, _ := w.source.(follower)
	w.lines = append(w.lines[:0], walkedLine{Line: line})
	for len(w.lines) > 0 {
		if w.canceled != nil {
			if err := w.canceled(); err != nil {
				w.leave(p)
				return err
			}
		}
		top := &w.lines[len(w.lines)-1]
		if top.over || top.at == len(top.Nodes) {
			w.close(p)
			continue
		}
		n := &top.Nodes[top.at]
		if n.verify(p, w.source) {
			top.fresh = true
		}
		if top.side < len(n.Sides) {
			side := n.Sides[top.side]
			top.side++
			if w.visitor == nil || w.visitor.Open(p, n) {
				w.lines = append(w.lines, walkedLine{Line: side})
			}
			continue
		}
		switch {
		case top.fresh && n.Fault != nil && w.fault != nil:
			w.fault(p, n)
		case follow != nil && n.Holds:
			follow.Follow(p, n.Text)
		}
		if w.visitor != nil {
			if err := w.visitor.Ply(p, top.Nodes[top.at:]); err != nil {
				w.leave(p)
				return err
			}
		}
		if top.over = !n.Holds; top.over {
			continue
		}
		p.Play(n.Move)
		top.at, top.side, top.fresh = top.at+1, 0, false
		if w.visitor != nil {
			w.visitor.Played(p, n)
		}
	}
	return nil
}

// verify reads the move of a ply in the position before it and converts the
// record's variations. It reports whether the move was newly read.
func (n *Node) verify(p *rules.Position, source notation.Notation) bool {
	if !n.sidesOwned {
		n.sidesOwned = true
		for _, line := range n.Notes().Variations {
			n.Sides = append(n.Sides, newLine(line))
		}
	}
	if n.read || source == nil {
		return false
	}
	n.read = true
	n.Move, n.Fault = readSide(p, source, n.Text)
	n.Holds = n.Fault == nil
	return true
}

// close undoes the moves of the innermost line and closes it.
func (w *walk) close(p *rules.Position) {
	last := len(w.lines) - 1
	for range w.lines[last].at {
		p.Undo()
	}
	w.lines = w.lines[:last]
	if last > 0 && w.visitor != nil {
		w.visitor.Close()
	}
}

// leave closes all lines.
func (w *walk) leave(p *rules.Position) {
	w.visitor = nil
	for len(w.lines) > 0 {
		w.close(p)
	}
}
