package analysis

import (
	"slices"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/record"
)

// Tree is the tree of a record's main line and variations, including the ones
// in annotations. [Tree.Walk] verifies each move on the first visit.
type Tree struct {
	Record   *parser.Record   // original record
	Comments []parser.Comment // before the first ply
	Main     *Line
	Awaited  func() error      // called before every ply of a walk; an error stops it; may be nil
	game     *Game             // nil if nothing can be played
	source   notation.Notation // notation of the record; nil if its moves cannot be read
	grows    bool              // lines may be added to the end of the main line
	misfits  int               // annotated lines that do not fit
	authors  []string          // of annotations, in their order
	credited int               // annotations with an author
	silent   int               // of them, those without a comment
	by       *record.Author    // of the annotation being added
}

// Line is a sequence of plies up to its end in the record.
type Line struct{ Nodes []Node }

// Node is a ply of a tree.
type Node struct {
	// Ply is the text of the record. Its Variations are in Sides if they can be
	// played, together with the variations of annotations.
	parser.Ply
	Move  rules.Move      // if legal
	Holds bool            // whether the move is legal; variations may pass
	Fault *notation.Fault // why a ply of a variation is illegal
	Sides []*Line         // variations that replace it

	read, sidesOwned, owned bool // whether Move, Sides and Beside are this node's own
}

// Visitor visits the plies of a tree. Variations of a ply come before it.
type Visitor interface {
	// Open begins a variation that replaces a ply; p is the position before it.
	// It reports whether to visit the variation.
	Open(p *rules.Position, instead *Node) bool
	// Ply visits rest[0] in the position before it and must not keep p. An
	// illegal ply ends the line. An error stops the walk.
	Ply(p *rules.Position, rest []Node) error
	// Played is called after a legal ply, with the position after it.
	Played(p *rules.Position, n *Node)
	// Close ends the innermost line.
	Close()
}

// Tree returns the tree of the game's record, or of a record with other
// annotations but the same moves. It adds annotations as if they were part of
// the record; the record is not changed. Plies that the record lacks have no
// text.
func (g *Game) Tree(rec *parser.Record, said []Annotation) *Tree {
	t := &Tree{Record: rec, Comments: slices.Clip(rec.Comments), Main: newLine(rec.Moves)}
	if g != nil && g.Playable() {
		t.game = g
		t.source, _ = notation.For(rec, g.Start())
		for len(t.Main.Nodes) < len(g.Moves) {
			t.Main.Nodes = append(t.Main.Nodes, Node{})
		}
		for i := range t.Main.Nodes {
			n := &t.Main.Nodes[i]
			n.read = true
			if n.Holds = i < len(g.Moves); n.Holds {
				n.Move = g.Moves[i]
			}
		}
		for i := range g.Report.Rulings {
			if s := &g.Report.Rulings[i]; s.Ply <= len(t.Main.Nodes) {
				n := &t.Main.Nodes[s.Ply-1]
				n.own().Comments = append(n.own().Comments, parser.Comment{Text: s.comment()})
			}
		}
		if rec == g.Record && len(said) == 0 {
			for _, b := range g.branches {
				n := &t.Main.Nodes[b.ply]
				n.Sides, n.sidesOwned = b.lines, true
			}
		}
	}
	for i := range said {
		t.add(&said[i])
	}
	return t
}

func newLine(plies parser.Line) *Line {
	line := &Line{Nodes: make([]Node, len(plies))}
	for i := range plies {
		line.Nodes[i].Ply = plies[i]
	}
	return line
}

// Rest returns the plies of nodes.
func Rest(nodes []Node) parser.Line {
	out := make(parser.Line, len(nodes))
	for i := range nodes {
		out[i] = nodes[i].Ply
	}
	return out
}

// Readable reports whether the record's moves can be read.
func (t *Tree) Readable() bool { return t.source != nil }

// Start returns the position before the first ply, or nil if nothing can be
// played.
func (t *Tree) Start() *rules.Position {
	if t.game == nil {
		return nil
	}
	return t.game.Start()
}

// Written formats the move of a ply for display in the record's notation; p is
// the position before it.
func (t *Tree) Written(p *rules.Position, n *Node) string {
	return string(notation.Shown(t.source, p.Rules()).Append(nil, p, n.Move))
}

// Style returns the style in which the record's moves are displayed.
func (t *Tree) Style() *notation.Style { return notation.StyleIn(t.Record, t.source) }

// MarkNames returns the names of squares in the tree's marks and arrows.
func (t *Tree) MarkNames() notation.Names { return notation.MarkNames(t.source, t.game.Rules) }

// Walk plays through the tree. It returns an error of the visitor or of
// Awaited. If the game cannot be played, it does nothing.
func (t *Tree) Walk(v Visitor) error {
	if t.game == nil {
		return nil
	}
	w := walk{source: t.source, visitor: v, canceled: t.Awaited}
	return w.line(t.game.Start(), t.Main)
}

// Annotated converts the tree to a record.
func (t *Tree) Annotated() *parser.Record {
	out := *t.Record
	out.Comments = t.Comments
	// Variations can nest thousands deep, so avoid recursion: nested lines come
	// later in the list and are done first.
	lines := []*Line{t.Main}
	for i := 0; i < len(lines); i++ {
		for k := range lines[i].Nodes {
			lines = append(lines, lines[i].Nodes[k].Sides...)
		}
	}
	done := map[*Line]parser.Line{}
	for _, line := range slices.Backward(lines) {
		plies := Rest(line.Nodes)
		for i := range line.Nodes {
			n := &line.Nodes[i]
			if len(n.Sides) == 0 {
				continue
			}
			notes := *n.Notes()
			notes.Variations = make([]parser.Line, len(n.Sides))
			for k, side := range n.Sides {
				notes.Variations[k] = done[side]
			}
			plies[i].Beside = &notes
		}
		done[line] = plies
	}
	out.Moves = done[t.Main]
	return &out
}

// own returns the notes of a node for writing, as a copy of the record's.
func (n *Node) own() *parser.Notes {
	if !n.owned {
		notes := *n.Notes()
		notes.Before, notes.Comments, notes.NAGs = slices.Clip(notes.Before), slices.Clip(notes.Comments),
			slices.Clip(notes.NAGs)
		notes.Marks, notes.Commands = slices.Clip(notes.Marks), slices.Clip(notes.Commands)
		n.Beside, n.owned = &notes, true
	}
	return n.Beside
}
