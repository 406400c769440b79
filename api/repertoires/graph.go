package repertoires

import (
	"context"
	"fmt"
	"slices"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/puzzles"
	"assay/api/request"
	"assay/store"
)

// Line is a sequence of moves from a position.
type Line struct {
	Source string   `json:"source"`          // the record that it comes from
	Start  string   `json:"start,omitempty"` // "" for the variant's starting position
	Moves  []string `json:"moves"`           // in UCI
}

// maxPositions bounds the positions of a repertoire.
const maxPositions = 500_000

// Graph is the positions of a repertoire. Different orders of moves lead to the
// same position.
type Graph struct {
	rules *rules.Rules
	side  rules.Side
	lines int
	at    map[uint64]*node // by position key
	order []*node          // in the order of the lines
	cards map[string]*node // own positions by ID
}

// node is a position of a repertoire.
type node struct {
	id      string
	start   string // of the first line that leads here
	path    []rules.Move
	own     bool // whether the side of the repertoire moves
	over    bool // whether the game is over
	choices []choice
}

// choice is a move of a line.
type choice struct {
	move    rules.Move
	sources []string
}

// maxSources bounds the sources that are named for a move.
const maxSources = 3

// maxMoves bounds the moves of all lines, so that their text can be stored.
const maxMoves = store.MaxRepertoire / 8

// linesOf returns the lines of a game's tree, without illegal plies and null
// moves. Each line begins at the start, so a small record can have many moves:
// more than left are a [*request.LimitError].
func linesOf(source string, t *analysis.Tree, moves []rules.Move, left int) ([]Line, error) {
	variations, err := t.Variations()
	if err != nil || t.Start() == nil {
		return nil, err
	}
	start := t.Start()
	base := start.Ply()
	all := [][]rules.Move{moves}
	left -= len(moves)
	for _, v := range variations {
		if left -= v.From - base + len(v.Moves); left < 0 {
			break
		}
		all = append(all, slices.Concat(all[v.Parent][:v.From-base], v.Moves))
	}
	if left < 0 {
		return nil, &request.LimitError{What: "moves of a repertoire", Limit: maxMoves}
	}
	text := start.Text()
	if text == start.Rules().StartText() {
		text = ""
	}
	var lines []Line
	for _, path := range all {
		line := Line{Source: source, Start: text}
		p := start.Clone()
		for _, m := range path {
			if !m.Ruled() && !p.Legal(m) { // a null move of a variation
				break
			}
			line.Moves = append(line.Moves, notation.UCI{}.Format(p, m))
			p.Play(m)
		}
		if len(line.Moves) > 0 {
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// newGraph reads lines. The error is an [*request.InputError] that names the
// wrong move, a [*request.LimitError], or from ctx.
func newGraph(ctx context.Context, r *rules.Rules, side rules.Side, lines []Line) (*Graph, error) {
	g := &Graph{rules: r, side: side, at: map[uint64]*node{}, cards: map[string]*node{},
		lines: len(lines)}
	var p *rules.Position
	var played []string // from the start of the former line
	var moves []rules.Move
	var nodes []*node // before each of these moves
	for i := range lines {
		line := &lines[i]
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		same := 0
		if i == 0 || line.Start != lines[i-1].Start {
			var err error
			if p, err = startOf(r, line.Start); err != nil {
				return nil, &request.InputError{Field: "start", Value: line.Start, Want: "a position: " + err.Error()}
			}
			played, moves, nodes = nil, nil, nil
		}
		for same < min(len(played), len(line.Moves)) && played[same] == line.Moves[same] {
			same++
		}
		for range len(played) - same {
			p.Undo()
		}
		played, moves, nodes = line.Moves, moves[:same], nodes[:same]
		for k, n := range nodes {
			n.add(moves[k], line.Source)
		}
		for _, text := range line.Moves[same:] {
			n := g.node(p, line.Start, moves)
			m, ok := findMove(p, text)
			if !ok {
				return nil, &request.InputError{Field: "moves", Value: text,
					Want: fmt.Sprintf("a legal move; %s, ply %d", line.Source, len(moves)+1)}
			}
			n.add(m, line.Source)
			p.Play(m)
			moves, nodes = append(moves, m), append(nodes, n)
		}
		g.node(p, line.Start, moves)
		if len(g.order) > maxPositions {
			return nil, &request.LimitError{What: "positions of a repertoire", Limit: maxPositions}
		}
	}
	return g, nil
}

// startOf returns the starting position of a line.
func startOf(r *rules.Rules, text string) (*rules.Position, error) {
	if text == "" {
		return r.Start(), nil
	}
	return r.ParsePosition(text)
}

// findMove returns the legal move with this text in UCI.
func findMove(p *rules.Position, text string) (rules.Move, bool) {
	for _, m := range p.Moves(nil) {
		if (notation.UCI{}).Format(p, m) == text {
			return m, true
		}
	}
	return 0, false
}

// node returns the node of a position, and adds a new one.
func (g *Graph) node(p *rules.Position, start string, path []rules.Move) *node {
	n := g.at[p.Key()]
	if n == nil {
		_, over := p.Outcome()
		n = &node{id: puzzles.PositionID(g.rules.Definition().ID, "", p.Key()), start: start,
			path: slices.Clone(path), own: p.Side() == g.side, over: over}
		g.at[p.Key()] = n
		if n.own {
			g.cards[n.id] = n
		}
		g.order = append(g.order, n)
	}
	return n
}

func (n *node) add(m rules.Move, source string) {
	i := slices.IndexFunc(n.choices, func(c choice) bool { return c.move == m })
	if i < 0 {
		i = len(n.choices)
		n.choices = append(n.choices, choice{move: m})
	}
	c := &n.choices[i]
	if len(c.sources) < maxSources && !slices.Contains(c.sources, source) {
		c.sources = append(c.sources, source)
	}
}

// position returns the position of a node.
func (g *Graph) position(n *node) *rules.Position {
	p, err := startOf(g.rules, n.start)
	if err != nil {
		panic(err) // newGraph has read it
	}
	for _, m := range n.path {
		p.Play(m)
	}
	return p
}

// Place is a position of a repertoire.
type Place struct {
	ID       string   `json:"id"`
	Position string   `json:"position"`
	Ply      int      `json:"ply"`  // plies from the start of its first line
	Line     string   `json:"line"` // moves that lead there, as people write them; "" at the start
	Choices  []Choice `json:"choices"`
}

// Choice is a move of a repertoire.
type Choice struct {
	Move    string   `json:"move"` // in UCI
	Text    string   `json:"text"` // as people write it
	Sources []string `json:"sources"`
}

// place returns a node as it is shown.
func (g *Graph) place(n *node) Place {
	p := g.position(n)
	v := Place{ID: n.id, Position: p.Text(), Ply: len(n.path), Choices: []Choice{}}
	if len(n.path) > 0 {
		start, _ := startOf(g.rules, n.start)
		v.Line = puzzles.LineText(start, n.path)
	}
	for _, c := range n.choices {
		v.Choices = append(v.Choices, Choice{Move: notation.UCI{}.Format(p, c.move), Text: puzzles.MoveText(p, c.move),
			Sources: c.sources})
	}
	return v
}

// Rules returns the rules of the repertoire.
func (g *Graph) Rules() *rules.Rules { return g.rules }

// Cards returns the IDs of the positions in which the side of the repertoire
// has a move, in the order of the lines.
func (g *Graph) Cards() (ids []string) {
	for _, n := range g.order {
		if isCard(n) {
			ids = append(ids, n.id)
		}
	}
	return ids
}

// Card returns a position of [Graph.Cards], with the position before the move
// that led there and that move in UCI, "" at a start.
func (g *Graph) Card(id string) (v Place, before, played string, ok bool) {
	n := g.cards[id]
	if n == nil || !isCard(n) {
		return v, "", "", false
	}
	v = g.place(n)
	if last := len(n.path) - 1; last >= 0 {
		p := g.position(&node{start: n.start, path: n.path[:last]})
		before, played = p.Text(), notation.UCI{}.Format(p, n.path[last])
	}
	return v, before, played, true
}

// places returns the nodes that a condition is true for, up to a limit, and
// their number.
func (g *Graph) places(is func(*node) bool, limit int) (found []Place, total int) {
	found = []Place{}
	for _, n := range g.order {
		if is(n) {
			if total++; len(found) < limit {
				found = append(found, g.place(n))
			}
		}
	}
	return found, total
}

// isCard reports whether a node is a card: the side of the repertoire has a
// move there.
func isCard(n *node) bool { return n.own && len(n.choices) > 0 }

// isConflict reports whether lines disagree about the move of a node.
func isConflict(n *node) bool { return n.own && len(n.choices) > 1 }

// isGap reports whether the lines end although the side of the repertoire is
// to move.
func isGap(n *node) bool { return n.own && len(n.choices) == 0 && !n.over }

// size returns roughly how much memory the graph needs, in bytes.
func (g *Graph) size() int64 {
	size := int64(0)
	for _, n := range g.order {
		size += int64(200 + 8*len(n.path) + 100*len(n.choices))
	}
	return size
}
