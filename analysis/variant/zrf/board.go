package zrf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/variant"
	"assay/parser/scan"
)

// direction is a step from some squares to others.
type direction struct {
	vector variant.Vector
	links  map[variant.Square]bool // the squares from which it leads to another
	whole  bool                    // it leads from every square whose end is on the board
	uneven bool                    // its links are not all the same step
}

// links are the links of the directions of a board.
type links struct {
	to      map[string]map[variant.Square]variant.Square
	vectors map[string]variant.Vector // of a grid
	outside map[string]bool           // directions that lead to squares beside the grid
}

// readBoard reads the squares, the directions and the zones.
func (g *game) readBoard(board *node) *fault {
	l := &links{map[string]map[variant.Square]variant.Square{}, map[string]variant.Vector{}, map[string]bool{}}
	swapped := map[string]string{}
	positions := 0
	for _, part := range board.list[1:] {
		if part.head() == "grid" {
			if err := g.readGrid(part, l); err != nil {
				return err
			}
		}
	}
	for _, part := range board.list[1:] {
		if part.head() == "positions" && g.squares == nil {
			if err := g.readPositions(part); err != nil {
				return err
			}
			positions = part.line
		}
	}
	if g.squares == nil {
		return faultAt(board.line, "a board without a grid or positions")
	}
	for _, part := range board.list[1:] {
		switch head := part.head(); head {
		case "image", "grid", "zone", "dummy":
		case "positions":
			if positions > 0 && part.line != positions {
				return faultAt(part.line, "positions a second time")
			}
		case "kill-positions":
			for _, p := range part.list[1:] {
				if s, ok := g.squares[p.atom]; ok {
					g.holes[s] = true
					delete(g.squares, p.atom)
				}
			}
		case "links":
			l.read(part, g.squares)
		case "symmetry":
			if len(part.list) < 2 || part.list[1].atom != g.players[1] {
				return faultAt(part.line, "a symmetry of another than the second player")
			}
			for _, pair := range part.list[2:] {
				if len(pair.list) == 2 {
					swapped[pair.list[0].atom] = pair.list[1].atom
				}
			}
		default:
			return faultAt(part.line, "%s: no such part of a board is understood", head)
		}
	}
	for _, part := range board.list[1:] {
		if part.head() == "zone" {
			if err := g.readZone(part); err != nil {
				return err
			}
		}
	}
	g.directions = [2]map[string]*direction{{}, {}}
	for name := range l.to {
		g.directions[0][name] = g.direction(l, name)
	}
	for name, d := range g.directions[0] {
		if to, ok := g.directions[0][swapped[name]]; ok {
			d = to
		}
		g.directions[1][name] = d
	}
	return nil
}

// read reads the links of a direction.
func (l *links) read(part *node, squares map[string]variant.Square) {
	if len(part.list) < 2 {
		return
	}
	name := part.list[1].atom
	if l.to[name] == nil {
		l.to[name] = map[variant.Square]variant.Square{}
	}
	for _, pair := range part.list[2:] {
		if len(pair.list) != 2 {
			l.outside[name] = true
			continue
		}
		from, known := squares[pair.list[0].atom]
		to, ends := squares[pair.list[1].atom]
		if !known || !ends {
			l.outside[name] = true
			continue
		}
		l.to[name][from] = to
	}
}

// direction returns what the links of a direction have in common.
func (g *game) direction(l *links, name string) *direction {
	vector, known := l.vectors[name]
	d := &direction{links: map[variant.Square]bool{}, uneven: l.outside[name], whole: true}
	for _, from := range g.board() {
		to, linked := l.to[name][from]
		if !linked || g.holes[to] {
			continue
		}
		v := variant.Vector{Files: int(to)%g.files - int(from)%g.files, Ranks: int(to)/g.files - int(from)/g.files}
		if !known {
			vector, known = v, true
		}
		d.links[from] = true
		d.uneven = d.uneven || v != vector
	}
	d.vector, d.uneven = vector, d.uneven || !known
	for _, from := range g.board() {
		_, ok := g.shifted(from, vector)
		d.whole = d.whole && ok == d.links[from]
	}
	return d
}

func (g *game) readGrid(grid *node, l *links) *fault {
	if g.squares != nil {
		return faultAt(grid.line, "a second grid")
	}
	g.squares = map[string]variant.Square{}
	var names [][]string
	for _, part := range grid.list[1:] {
		switch part.head() {
		case "dimensions":
			for _, d := range part.list[1:] {
				if len(d.list) < 1 {
					return faultAt(part.line, "dimensions without names")
				}
				names = append(names, strings.Split(d.list[0].atom, "/"))
			}
		case "directions":
			for _, d := range part.list[1:] {
				var step [2]int
				if len(d.list) != 3 {
					return faultAt(d.line, "a direction of another than two dimensions: %s", d)
				}
				for i := range step {
					if _, err := fmt.Sscan(d.list[i+1].atom, &step[i]); err != nil {
						return faultAt(d.line, "a direction without numbers: %s", d)
					}
				}
				l.vectors[d.list[0].atom] = variant.Vector{Files: step[0], Ranks: -step[1]}
			}
		}
	}
	if len(names) != 2 {
		return faultAt(grid.line, "a board of %d dimensions", len(names))
	}
	if err := g.sized(grid.line, len(names[0]), len(names[1])); err != nil {
		return err
	}
	for f, file := range names[0] {
		for r, rank := range names[1] {
			g.squares[file+rank] = variant.Square((g.ranks-1-r)*g.files + f)
		}
	}
	for name, v := range l.vectors {
		l.to[name] = map[variant.Square]variant.Square{}
		for _, from := range g.board() {
			if to, ok := g.shifted(from, v); ok {
				l.to[name][from] = to
			}
		}
	}
	return nil
}

// sized sets the size of the board.
func (g *game) sized(line, files, ranks int) *fault {
	if files > variant.MaxSide || ranks > variant.MaxSide {
		return faultAt(line, "%d by %d squares; definitions have at most %d", files, ranks, variant.MaxSide)
	}
	g.files, g.ranks = files, ranks
	return nil
}

var squareName = scan.NewPattern(`^([A-Za-z])([1-9][0-9]?)$`)

// readPositions reads squares without a grid. Their names place them.
func (g *game) readPositions(part *node) *fault {
	type place struct {
		name       string
		file, rank int
	}
	var places []place
	files, ranks := 0, 0
	for _, p := range part.list[1:] {
		found := squareName.FindStringSubmatch(p.head())
		if found == nil {
			return faultAt(p.line, "the position %s: only names such as a1 place a square", p.head())
		}
		rank, _ := strconv.Atoi(found[2])
		at := place{p.head(), int(strings.ToLower(found[1])[0] - 'a'), rank - 1}
		if slices.ContainsFunc(places, func(o place) bool { return o.file == at.file && o.rank == at.rank }) {
			return faultAt(p.line, "the position %s twice", p.head())
		}
		places = append(places, at)
		files, ranks = max(files, at.file+1), max(ranks, rank)
	}
	if err := g.sized(part.line, files, ranks); err != nil {
		return err
	}
	for i := range variant.Square(files * ranks) {
		g.holes[i] = true
	}
	g.squares = map[string]variant.Square{}
	for _, p := range places {
		s := variant.Square(p.rank*files + p.file)
		g.squares[p.name] = s
		delete(g.holes, s)
	}
	return nil
}
