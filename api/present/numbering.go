package present

import "assay/analysis/rules"

// countsPlies reports whether a variant numbers every ply, as shogi does.
func countsPlies(r *rules.Rules) bool { return r.Definition().Sfen }

// PlyNumber returns the number of the next ply, and whether it is the second
// with that number. Shogi variants number plies, others pairs of plies.
func PlyNumber(p *rules.Position) (number int, second bool) {
	if countsPlies(p.Rules()) {
		return p.Ply() + 1, false
	}
	return p.Number(), p.Side() == rules.Second
}
