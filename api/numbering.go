package api

import "assay/analysis/rules"

// CountsPlies reports whether each ply of a game has a number of its own.
func CountsPlies(r *rules.Rules) bool { return r.Definition().Sfen }

// PlyNumber is the number of the ply that is made in a position, and whether it
// is the second of that number. The games of shogi count plies, others pairs
// of them.
func PlyNumber(p *rules.Position) (number int, second bool) {
	if CountsPlies(p.Rules()) {
		return p.Ply() + 1, false
	}
	return p.Number(), p.Side() == rules.Second
}
