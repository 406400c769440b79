package puzzle

import (
	"fmt"
	"slices"

	"assay/analysis/engine"
	"assay/analysis/rules"
)

// The themes that no query finds, because they depend on the values of pieces,
// on the kind of a move or on the whole solution. Those that lichess also has
// have its names. Package puzzles adds themes by queries.
const (
	ThemeFork           = "fork"
	ThemePin            = "pin"
	ThemeSacrifice      = "sacrifice"
	ThemeUnderPromotion = "underPromotion"
	ThemePocket         = "pocket"
	ThemeCastling       = "castling"
	ThemeEnPassant      = "enPassant"
	ThemeQuietMove      = "quietMove"
	ThemeHangingPiece   = "hangingPiece"
	ThemePoints         = "points" // a pass ends the game, and points decide
	ThemeOneMove        = "oneMove"
	ThemeShort          = "short"    // two moves
	ThemeLong           = "long"     // three moves
	ThemeVeryLong       = "veryLong" // more
)

// values are the values of piece types in centipawns; a royal has the highest.
type values []int

const (
	royalValue = 10_000
	sacrificed = 180 // material that makes a sacrifice
)

func newValues(r *rules.Rules) values {
	v := make(values, r.Types()+1)
	for _, value := range engine.DefaultFit(r).Values {
		if t, ok := r.PieceTypeNamed(value.Piece); ok {
			v[t] = value.Board
		}
	}
	for t := range v {
		if t > 0 && r.Royal(rules.PieceType(t)) {
			v[t] = royalValue
		}
	}
	return v
}

// balance returns the material of a side less the other's, on board and
// in hand.
func (v values) balance(p *rules.Position, side rules.Side) (sum int) {
	for t := rules.PieceType(1); int(t) < len(v); t++ {
		if v[t] == royalValue {
			continue
		}
		for s, sign := range map[rules.Side]int{side: 1, side.Other(): -1} {
			sum += sign * v[t] * (p.Where(rules.NewPiece(t, s)).Len() + p.InHand(s, t))
		}
	}
	return sum
}

// isQuiet reports whether a move neither captures, promotes, drops nor checks.
func isQuiet(p *rules.Position, m rules.Move) bool {
	if p.Captured(m) != rules.NoPiece || m.Kind() != rules.Step && m.Kind() != rules.Castle || promotes(p, m) {
		return false
	}
	p.Play(m)
	defer p.Undo()
	return !p.InCheck(p.Side())
}

// promotes reports whether a legal move promotes the piece that it moves.
func promotes(p *rules.Position, m rules.Move) bool {
	switch m.Kind() {
	case rules.Step, rules.EnPassant:
		return m.Into() != rules.NoPieceType && m.Into() != p.Moved(m).Type()
	}
	return false
}

// FindThemes sets the themes of the solution, as a [Finder] does. A win by
// points that an earlier version took for a mate becomes a win.
func (z *Puzzle) FindThemes() {
	if z.Kind == Mate && z.byPoints() {
		z.Kind = Win
	}
	z.Themes = z.themes(newValues(z.Position.Rules()))
}

// themes returns the sorted themes of the solution.
func (z *Puzzle) themes(v values) []string {
	found := map[string]bool{string(z.Kind): true}
	n := z.SolverMoves()
	switch {
	case z.Kind == Mate:
		found[fmt.Sprintf("mateIn%d", n)] = true
	case z.byPoints():
		found[ThemePoints] = true
	}
	found[[]string{ThemeOneMove, ThemeShort, ThemeLong, ThemeVeryLong}[min(n, 4)-1]] = true
	p, side := z.Position.Clone(), z.Position.Side()
	began := v.balance(p, side)
	for i, m := range z.Moves {
		if i%2 == 0 {
			if i > 0 && v.balance(p, side) <= began-sacrificed {
				found[ThemeSacrifice] = true
			}
			moveThemes(p, m, v, i == 0, z.Kind == Mate && i == len(z.Moves)-1, found)
		}
		p.Play(m)
	}
	var all []string
	for theme := range found {
		all = append(all, theme)
	}
	slices.Sort(all)
	return all
}

// moveThemes adds the themes of one move of the solver; mates is set for the
// last one of a mate.
func moveThemes(p *rules.Position, m rules.Move, v values, first, mates bool, found map[string]bool) {
	victim := p.Captured(m)
	for theme, is := range map[string]bool{
		ThemeQuietMove: isQuiet(p, m),
		ThemePocket:    m.Kind() == rules.PocketDrop || m.Kind() == rules.ToPocket,
		ThemeCastling:  m.Kind() == rules.Castle,
		ThemeEnPassant: m.Kind() == rules.EnPassant,
		ThemeUnderPromotion: promotes(p, m) && slices.ContainsFunc(p.Rules().PromotesTo(p.Moved(m)),
			func(t rules.PieceType) bool { return v[t] > v[m.Into()] }),
		ThemeHangingPiece: first && takesUnprotected(p, m) && v[victim.Type()] >= sacrificed,
	} {
		if is {
			found[theme] = true
		}
	}
	p.Play(m)
	defer p.Undo()
	side := p.Side() // the opponent
	if to := m.To(); p.At(to) > rules.Walled && p.At(to).Side() != side {
		if !mates && forks(p, to, v) {
			found[ThemeFork] = true
		}
		if pins(p, to) {
			found[ThemePin] = true
		}
	}
}

// forks reports whether the piece on a square attacks two or more pieces of the
// side to move with a higher value than its own or without protection.
func forks(p *rules.Position, from rules.Square, v values) bool {
	targets, side := 0, p.Side()
	for s := range rules.Square(p.Rules().Files() * p.Rules().Ranks()) {
		pc := p.At(s)
		if pc <= rules.Walled || pc.Side() != side || v[pc.Type()] < sacrificed ||
			!p.Attackers(s, pc.Type(), side.Other(), p.Occupied()).Has(from) {
			continue
		}
		mover := p.At(from).Type()
		if v[pc.Type()] > v[mover] || p.Attackers(s, mover, side, p.Occupied()).Empty() {
			targets++
		}
	}
	return targets > 1
}

// pins reports whether a pinned piece of the side to move would capture on a
// square if it could, or is attacked from there.
func pins(p *rules.Position, at rules.Square) bool {
	side := p.Side()
	royal := p.Royal(side)
	if royal == rules.NoSquare || p.InCheck(side) {
		return false
	}
	occupied := p.Occupied()
	for s := range rules.Square(p.Rules().Files() * p.Rules().Ranks()) {
		pc := p.At(s)
		if pc <= rules.Walled || pc.Side() != side || s == royal {
			continue
		}
		without := occupied.AndNot(square(s))
		if p.Attackers(royal, p.At(royal).Type(), side.Other(), without).Empty() {
			continue
		}
		if p.Attackers(at, p.At(at).Type(), side, occupied).Has(s) ||
			p.Attackers(s, pc.Type(), side.Other(), occupied).Has(at) {
			return true
		}
	}
	return false
}

func square(s rules.Square) (b rules.Bitboard) {
	b.Add(s)
	return b
}
