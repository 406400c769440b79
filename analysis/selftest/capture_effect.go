package selftest

import (
	"slices"

	"assay/analysis/rules"
)

// affect applies what captures do to the captor and the victim, which was
// captured on a square (modules turn-captor, absorb and rebirth), in the order
// of the definition.
func (b *board) affect(m rules.Move, victim rules.Piece, on int) {
	captor := int(m.To())
	if m.Kind() == rules.RifleCapture {
		captor = int(m.From())
	}
	for i := range b.definition.Rules {
		rule := &b.definition.Rules[i]
		var of struct{ Pieces, File []string }
		switch rule.Name {
		case "turn-captor", "absorb", "rebirth":
			_ = rule.Params.Decode(&of) // the definition was compiled
		default:
			continue
		}
		affects := func(pc rules.Piece) bool {
			return pc > rules.Walled && !b.kinds[pc.Type()].Royal && (len(of.Pieces) == 0 || b.isAmong(pc, of.Pieces))
		}
		switch pc := b.at[captor]; {
		case rule.Name == "rebirth":
			if home := b.homeOf(victim, on, slices.Contains(of.File, b.letters[victim.Type()-1])); affects(victim) &&
				home >= 0 && b.at[home] == rules.NoPiece {
				b.at[home] = victim
			}
		case !affects(pc):
		case rule.Name == "turn-captor":
			b.at[captor] = rules.NewPiece(pc.Type(), pc.Side().Other())
		case m.Into() == rules.NoPieceType && !b.kinds[victim.Type()].Royal:
			b.at[captor] = rules.NewPiece(victim.Type(), pc.Side())
		}
	}
}

// homeOf returns the square of the starting position to which a piece that was
// captured on a square returns, or -1.
func (b *board) homeOf(pc rules.Piece, on int, byFile bool) int {
	var starts []int
	start := b.rules.Start()
	for s := range b.at {
		if start.At(rules.Square(s)) == pc {
			starts = append(starts, s)
		}
	}
	colour := func(s int) int { return (s%b.files + s/b.files) % 2 }
	if byFile || len(starts) > 1 {
		starts = slices.DeleteFunc(starts, func(s int) bool {
			return byFile && s%b.files != on%b.files || !byFile && colour(s) != colour(on)
		})
	}
	if len(starts) == 0 {
		return -1
	}
	return slices.MinFunc(starts, func(a, o int) int { return b.distance(a, on) - b.distance(o, on) })
}

// distance orders squares by their distance in files, then in ranks.
func (b *board) distance(s, o int) int {
	return abs(s%b.files-o%b.files)*len(b.at) + abs(s/b.files-o/b.files)
}
