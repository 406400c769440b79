package analysis

import (
	"slices"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// Tree is a game as its record and the annotations beside it have it: the main
// line with the side lines that begin instead of its plies, and theirs. Every
// move is proved once, by the first [Tree.Walk] that comes to it.
type Tree struct {
	Record   *parser.Record   // that it was made of
	Comments []parser.Comment // before the first ply
	Main     *Line
	Awaited  func() error      // asked before every ply of a walk whether to go on; nil for always
	game     *Game             // nil where nothing can be played
	source   notation.Notation // in which the record writes its moves; nil where none can be read
	stranded int               // annotated lines without a place in the tree
}

// Line is plies one after the other, up to its end in the record.
type Line struct{ Nodes []Node }

// Node is a ply of a tree.
type Node struct {
	// Ply is what is written. Its Variations are those of the record, which
	// stand in Sides as far as they can be played, with those of annotations.
	parser.Ply
	Move  rules.Move      // where it holds
	Holds bool            // the move is legal; a turn may also pass in side lines
	Fault *notation.Fault // why a ply of a side line does not hold, as all behind it
	Sides []*Line         // that begin instead of it

	read, spread, owned bool // Move, Sides, Beside are this node's own
}

// Visitor is told of a tree's plies. The lines that begin instead of a ply come
// before it.
type Visitor interface {
	// Open begins a line that stands instead of a ply, in the position before
	// it. It reports whether the line is to be walked.
	Open(p *rules.Position, instead *Node) bool
	// Ply is told of rest[0] in the position before it, which may not be kept.
	// Where that does not hold the line ends with it. An error ends the walk.
	Ply(p *rules.Position, rest []Node) error
	// Played is told of the position after a ply that holds.
	Played(p *rules.Position, n *Node)
	// Close ends the line that was opened last.
	Close()
}

// Tree is the tree of a record that the game was proved from, or of one that
// differs from it in what is said beside the moves, with annotations as if the
// record had been written with them; the record stays as it is. Plies that the
// record lacks have no text.
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
				n.own().Comments = append(n.own().Comments, parser.Comment{Text: s.says()})
			}
		}
		if rec == g.Record && len(said) == 0 {
			for _, b := range g.branches {
				n := &t.Main.Nodes[b.ply]
				n.Sides, n.spread = b.lines, true
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

// Rest is plies as the record has them.
func Rest(nodes []Node) parser.Line {
	out := make(parser.Line, len(nodes))
	for i := range nodes {
		out[i] = nodes[i].Ply
	}
	return out
}

// Readable reports whether the record's moves can be read.
func (t *Tree) Readable() bool { return t.source != nil }

// Start is the position before the first ply; nil where nothing can be played.
func (t *Tree) Start() *rules.Position {
	if t.game == nil {
		return nil
	}
	return t.game.Start()
}

// Written is the move of a ply as the record's notation shows it to people, in
// the position before it.
func (t *Tree) Written(p *rules.Position, n *Node) string {
	return string(notation.Shown(t.source).Append(nil, p, n.Move))
}

// Style is that in which the record's moves are shown.
func (t *Tree) Style() *notation.Style { return notation.StyleIn(t.Record, t.source) }

// MarkNames are the names of squares in the marks and arrows of the tree.
func (t *Tree) MarkNames() notation.Names { return notation.MarkNames(t.source, t.game.Rules) }

// Walk plays through the tree. The error is that of the visitor, or of Awaited.
// Nothing is told of a game that cannot be played.
func (t *Tree) Walk(v Visitor) error {
	if t.game == nil {
		return nil
	}
	w := walk{source: t.source, visitor: v, awaited: t.Awaited}
	return w.line(t.game.Start(), t.Main)
}

// Annotated is the tree as a record has it.
func (t *Tree) Annotated() *parser.Record {
	out := *t.Record
	out.Comments = t.Comments
	// Lines lie thousands deep. Those within a line come after it here, and so
	// are done before it.
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

// own lets the notes of a node be added to without changing its record's.
func (n *Node) own() *parser.Notes {
	if !n.owned {
		notes := *n.Notes()
		notes.Before, notes.Comments, notes.NAGs = slices.Clip(notes.Before), slices.Clip(notes.Comments), slices.Clip(notes.NAGs)
		notes.Marks, notes.Commands = slices.Clip(notes.Marks), slices.Clip(notes.Commands)
		n.Beside, n.owned = &notes, true
	}
	return n.Beside
}
