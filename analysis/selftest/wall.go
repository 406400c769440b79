package selftest

import (
	"slices"

	"assay/analysis/rules"
)

// wallRule holds the parameters of module walls.
type wallRule struct {
	By, Within string
	Instead    bool
}

// withWalls returns the moves combined with the walls that each may place.
func (b *board) withWalls(p *rules.Position, moves []rules.Move) []rules.Move {
	var rule wallRule
	if !b.rule("walls", &rule) {
		return moves
	}
	var out []rules.Move
	if rule.Instead {
		out = moves
		if p.InCheck(p.Side()) {
			return out
		}
		moves = []rules.Move{rules.PassMove}
	}
	for _, m := range moves {
		after := b.after(p, m)
		for s, there := range after.at {
			if there == rules.NoPiece && b.inRegion(rule.Within, p.Side(), s) && after.wallFits(rule.By, m, s) {
				out = append(out, m.With(rules.Wall, rules.Square(s), rules.NoPieceType))
			}
		}
	}
	return out
}

// wallFits reports whether a wall may be placed on an empty square after a
// move.
func (b *board) wallFits(by string, m rules.Move, s int) bool {
	switch by {
	case "past":
		return s == int(m.From())
	case "arrow":
		return slices.ContainsFunc(b.destinations(int(m.To())), func(w destination) bool { return w.to == s })
	case "edge":
		file, rank := s%b.files, s/b.files
		if file == 0 || rank == 0 || file == b.files-1 || rank == b.ranks-1 {
			return true
		}
		return slices.ContainsFunc([]int{s - 1, s + 1, s - b.files, s + b.files},
			func(o int) bool { return b.at[o] == rules.Walled })
	}
	return true
}

// putWall places the wall of a move and returns the crossed squares that it
// leaves open.
func (b *board) putWall(m rules.Move, crossed []int) []int {
	if m.Use() != rules.Wall {
		return crossed
	}
	var rule wallRule
	if b.rule("walls", &rule) && rule.By == "single" {
		for s, there := range b.at {
			if there == rules.Walled {
				b.at[s] = rules.NoPiece
			}
		}
	}
	wall := int(m.Second())
	b.at[wall] = rules.Walled
	return slices.DeleteFunc(slices.Clone(crossed), func(s int) bool { return s == wall })
}

// petrify turns a capturing piece into a wall (module petrify).
func (b *board) petrify(captor rules.Piece, m rules.Move) {
	var of struct{ Pieces []string }
	if !b.rule("petrify", &of) || !b.isAmong(captor, of.Pieces) {
		return
	}
	if m.Kind() == rules.RifleCapture {
		b.at[m.From()] = rules.Walled
	} else {
		b.at[m.To()] = rules.Walled
	}
}
