package zrf

import (
	"cmp"
	"slices"
	"strings"

	"assay/analysis/variant"
)

// game is a game or variant of a file.
type game struct {
	line         int
	title        string
	players      []string
	files, ranks int
	squares      map[string]variant.Square
	holes        map[variant.Square]bool
	directions   [2]map[string]*direction    // of each player
	sets         map[string][]variant.Square // by the names of their squares
	zones        map[string][2][]variant.Square
	pieces       []*piece
	setup        [2]map[string][]variant.Square
	conditions   []*node
	passes       string // the module of passes, or ""
	assumed      []string
}

// piece is a piece with its moves.
type piece struct {
	line   int
	name   string
	letter string
	blocks []*node
	moves  [2][]move
}

// ignored are the sections that do not change the rules.
var ignored = strings.Fields("title description history strategy help option default music solution " +
	"win-sound loss-sound draw-sound move-sound drop-sound capture-sound click-sound release-sound change-sound " +
	"opening-sound notation version image engine allow-flipping animate-captures animate-drops recycle-captures")

// build reads the sections of a game.
func build(sections []*node, line int) (*game, *fault) {
	g := &game{line: line, zones: map[string][2][]variant.Square{}, holes: map[variant.Square]bool{},
		sets: map[string][]variant.Square{}}
	var board, setup *node
	for _, s := range sections {
		switch head := s.head(); head {
		case "title":
			if len(s.list) > 1 {
				g.title = s.list[1].atom
			}
		case "players":
			g.players = words(s.list[1:])
		case "turn-order":
			if order := words(s.list[1:]); !slices.Equal(order, g.players) {
				return nil, faultAt(s.line, "the order of turns %s; definitions have two players in turn", s)
			}
		case "board":
			board = s
		case "board-setup":
			setup = s
		case "piece":
			p, err := readPiece(s)
			if err != nil {
				return nil, err
			}
			if at := slices.IndexFunc(g.pieces, func(o *piece) bool { return o.name == p.name }); at >= 0 {
				g.pieces[at] = p
			} else {
				g.pieces = append(g.pieces, p)
			}
		case "loss-condition", "win-condition", "draw-condition":
			g.conditions = append(g.conditions, s)
		case "option":
			if err := g.readOption(s); err != nil {
				return nil, err
			}
		default:
			if !slices.Contains(ignored, head) {
				return nil, faultAt(s.line, "a definition cannot express the section %s", cmp.Or(head, s.String()))
			}
		}
	}
	switch {
	case len(g.players) != 2:
		return nil, faultAt(line, "%d players; definitions have two", len(g.players))
	case board == nil || setup == nil:
		return nil, faultAt(line, "no board, or no board-setup")
	}
	if err := g.readBoard(board); err != nil {
		return nil, err
	}
	if err := g.readSetup(setup); err != nil {
		return nil, err
	}
	return g, g.readMoves()
}

// readOption reads an option that changes the rules. Those about drops and
// moves of several parts change nothing without them.
func (g *game) readOption(s *node) *fault {
	if len(s.list) < 3 || s.list[2].atom == "false" {
		return nil
	}
	switch name, value := s.list[1].atom, s.list[2].atom; name {
	case "pass turn":
		g.passes = map[string]string{"true": "{module: pass}", "forced": "{module: pass, stalemated: true}"}[value]
		if g.passes == "" {
			return faultAt(s.line, "the option %s", s)
		}
	case "maximal captures":
		return faultAt(s.line, "a definition cannot express the option %s", s)
	}
	return nil
}

// words returns the atoms of a list.
func words(list []*node) (out []string) {
	for _, n := range list {
		out = append(out, n.atom)
	}
	return out
}

func readPiece(s *node) (*piece, *fault) {
	p := &piece{line: s.line}
	for _, part := range s.list[1:] {
		switch head := part.head(); head {
		case "name":
			p.name = part.list[len(part.list)-1].atom
		case "moves":
			for _, block := range part.list[1:] {
				if block.head() == "move-type" {
					return nil, faultAt(block.line, "moves of several types (move-type)")
				}
				p.blocks = append(p.blocks, block)
			}
		case "drops":
			return nil, faultAt(part.line, "drops")
		case "attribute", "dummy":
			return nil, faultAt(part.line, "%s of pieces", head)
		}
	}
	if p.name == "" {
		return nil, faultAt(s.line, "a piece without a name")
	}
	return p, nil
}

func (g *game) readZone(zone *node) *fault {
	var name string
	players := g.players
	var squares []variant.Square
	for _, part := range zone.list[1:] {
		switch part.head() {
		case "name":
			name = part.list[len(part.list)-1].atom
		case "players":
			players = words(part.list[1:])
		case "positions":
			for _, p := range part.list[1:] {
				s, ok := g.squares[p.atom]
				if !ok {
					return faultAt(p.line, "the zone %s has the unknown square %s", name, p)
				}
				squares = append(squares, s)
			}
		}
	}
	both := g.zones[name]
	for side, player := range g.players {
		if slices.Contains(players, player) {
			both[side] = append(slices.Clone(both[side]), squares...)
		}
	}
	g.zones[name] = both
	return nil
}

// readSetup reads where the pieces start.
func (g *game) readSetup(setup *node) *fault {
	g.setup = [2]map[string][]variant.Square{{}, {}}
	for _, part := range setup.list[1:] {
		side := slices.Index(g.players, part.head())
		if side < 0 {
			return faultAt(part.line, "the starting position of %s, who is no player", part.head())
		}
		for _, p := range part.list[1:] {
			if !slices.ContainsFunc(g.pieces, func(known *piece) bool { return known.name == p.head() }) {
				return faultAt(p.line, "the starting position has the unknown piece %s", p.head())
			}
			for _, at := range p.list[1:] {
				s, ok := g.squares[at.atom]
				if !ok {
					return faultAt(at.line, "the starting position has the unknown square %s", at)
				}
				g.setup[side][p.head()] = append(g.setup[side][p.head()], s)
			}
		}
	}
	return nil
}

// readMoves runs the blocks of all pieces for both players.
func (g *game) readMoves() *fault {
	known := map[string]bool{}
	for name := range g.zones {
		known[name] = true
	}
	for _, p := range g.pieces {
		for side := range 2 {
			for _, block := range p.blocks {
				r := &runner{directions: g.directions[side], zones: known}
				if block.atom != "" {
					return faultAt(block.line, "%s: expected a block of moves", block)
				}
				if _, err := r.run(block.list, []*state{{holds: map[variant.Vector]condition{}}}); err != nil {
					return err
				}
				for i := range r.out {
					m, err := g.recognise(&r.out[i], side)
					if err != nil {
						return err
					}
					if m != (move{}) && !slices.Contains(p.moves[side], m) {
						p.moves[side] = append(p.moves[side], m)
					}
				}
			}
		}
	}
	for _, p := range g.pieces {
		if sameMoves(p.moves[0], p.moves[1]) {
			continue
		}
		owner := g.owner(p)
		if owner < 0 {
			return faultAt(p.line, "%s: the second player's moves are not the first player's, turned by 180°", p.name)
		}
		p.moves[1-owner] = nil
		for _, m := range p.moves[owner] {
			p.moves[1-owner] = append(p.moves[1-owner], m.reversed())
		}
	}
	return nil
}

// owner returns the only side that can have a piece, or -1.
func (g *game) owner(p *piece) int {
	for _, other := range g.pieces {
		for side := range 2 {
			if slices.ContainsFunc(other.moves[side], func(m move) bool {
				return slices.Contains(strings.Fields(m.becomes), p.name)
			}) {
				return -1
			}
		}
	}
	for side := range 2 {
		if len(g.setup[1-side][p.name]) == 0 {
			return side
		}
	}
	return -1
}

// board returns all squares except holes.
func (g *game) board() (out []variant.Square) {
	for i := range variant.Square(g.files * g.ranks) {
		if !g.holes[i] {
			out = append(out, i)
		}
	}
	return out
}

// set returns the name of a set of squares.
func (g *game) set(squares []variant.Square) string {
	squares = slices.Compact(slices.Sorted(slices.Values(squares)))
	board := variant.Board{Files: g.files, Ranks: g.ranks}
	name := strings.Join(board.SquareNames(squares), ", ")
	g.sets[name] = squares
	return name
}

// shifted returns the square a vector away.
func (g *game) shifted(s variant.Square, v variant.Vector) (variant.Square, bool) {
	file, rank := int(s)%g.files+v.Files, int(s)/g.files+v.Ranks
	to := variant.Square(rank*g.files + file)
	return to, file >= 0 && file < g.files && rank >= 0 && rank < g.ranks && !g.holes[to]
}
