package api

import (
	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// Node is a ply of a game's move tree.
type Node struct {
	Ply        int           // from the start of the game, 1 for the first
	Number     int           // of the move
	Side       rules.Side    // whose ply it is
	Move       string        // as numbered lists write it; as the record does where it does not hold
	Written    string        // as the record writes its moves
	Holds      bool          // the move is legal
	Notes      *parser.Notes // what is said of it; never nil
	Parent     *Node         // the ply before it, nil at the start
	Variations [][]*Node     // that begin instead of it
	before     *rules.Position
}

// Tree is a game with all its side lines. Each line ends with the first ply that
// does not hold.
type Tree struct {
	Start    *rules.Position
	Comments []parser.Comment // before the first ply
	Main     []*Node
}

// Tree plays through a game with the side lines and the annotations that which
// names. see is given every ply that holds with the position after it, which it
// may not keep: the main line first, no ply before the one it goes on from. The
// error is a [*ReplayError] where there is nothing to play, or that of the context
// that the game was asked for with.
func (r *Replay) Tree(which Annotations, see func(*Node, *rules.Position)) (*Tree, error) {
	if r.game == nil {
		return nil, r.unplayable()
	}
	record, _, err := r.Record(which)
	if err != nil {
		return nil, err
	}
	t := &Tree{Start: r.game.Start().Clone(), Comments: record.Comments}
	reader, _ := notation.For(record, r.game.Rules)
	g := treeReader{moves: r.game.Moves, notation: reader, shown: notation.Shown(reader), see: see, awaited: r.awaited}
	t.Main = g.plies(t.Start.Clone(), nil, record.Moves, true)
	// One level after the other: records nest side lines thousands deep.
	for len(g.waiting) > 0 && g.err == nil {
		n := g.waiting[0]
		g.waiting = g.waiting[1:]
		for _, side := range n.Notes.Variations {
			if line := g.plies(n.before.Clone(), n.Parent, side, false); len(line) > 0 {
				n.Variations = append(n.Variations, line)
			}
		}
		n.before = nil
	}
	if g.err != nil {
		return nil, g.err
	}
	return t, nil
}

// treeReader plays the lines of a record.
type treeReader struct {
	moves    []rules.Move      // of the main line
	notation notation.Notation // nil where the format has none for the game
	shown    notation.Notation // nil where notation is
	see      func(*Node, *rules.Position)
	waiting  []*Node // whose side lines are still to be read
	awaited  func() error
	err      error // of awaited
}

// plies plays a line on p.
func (g *treeReader) plies(p *rules.Position, parent *Node, line parser.Line, main bool) []*Node {
	var nodes []*Node
	for i := range line {
		if g.err = g.awaited(); g.err != nil {
			return nodes
		}
		ply := &line[i]
		n := &Node{Ply: p.Ply() + 1, Number: p.Number(), Side: p.Side(), Move: ply.Text, Written: ply.Text, Notes: ply.Notes(), Parent: parent}
		nodes = append(nodes, n)
		if len(n.Notes.Variations) > 0 {
			n.before = p.Clone()
			g.waiting = append(g.waiting, n)
		}
		var m rules.Move
		if m, n.Holds = g.move(p, ply, main, i); !n.Holds {
			return nodes
		}
		n.Move = notation.Numbered{}.Format(p, m)
		n.Written = n.Move
		if g.shown != nil {
			n.Written = string(g.shown.Append(nil, p, m))
		}
		p.Play(m)
		g.see(n, p)
		parent = n
	}
	return nodes
}

// move is the move of a ply where it holds.
func (g *treeReader) move(p *rules.Position, ply *parser.Ply, main bool, i int) (rules.Move, bool) {
	if main {
		if i < len(g.moves) {
			return g.moves[i], true
		}
		return 0, false
	}
	if g.notation == nil {
		return 0, false
	}
	m, fault := analysis.ReadSide(p, g.notation, ply.Text)
	return m, fault == nil
}
