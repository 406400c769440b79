package selftest

import (
	"cmp"
	"slices"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

// destination is a pseudo-legal destination of a piece.
type destination struct {
	kind    rules.MoveKind // Step, EnPassant or RifleCapture
	to      int
	via     int   // square visited first by a two-step move, or -1
	crossed []int // squares on which it can be captured en passant
}

// destinations returns the destinations of the piece on a square.
func (b *board) destinations(from int) []destination { return b.walkFrom(from, false) }

func (b *board) walkFrom(from int, aiming bool) []destination {
	pc := b.at[from]
	side, piece := pc.Side(), &b.kinds[pc.Type()]
	w := walk{board: b, side: side, from: from, piece: piece, aiming: aiming}
	for i := range piece.Moves {
		w.movement = &piece.Moves[i]
		for _, c := range w.movement.Components {
			for _, path := range c.Paths {
				if w.inRegion(w.movement.From, side, from) {
					w.follow(&c, path)
				}
			}
			for i, v := range c.Vectors {
				if c.Again != nil {
					if !aiming { // its other movements attack the same squares
						w.twoSteps(v, c.Again[i])
					}
					continue
				}
				w.vector(&c, v)
			}
		}
	}
	return w.found
}

// walk collects the destinations of one piece.
type walk struct {
	*board
	side     rules.Side
	from     int
	piece    *variant.Piece
	movement *variant.Movement
	aiming   bool // whether to return attacked squares: any piece there counts as an opposing one
	found    []destination
}

// Aims computes attacked squares with the reference implementation.
type Aims struct{ board *board }

// NewAims returns the Aims of a variant.
func NewAims(r *rules.Rules) *Aims { return &Aims{newBoard(r.Start(), r)} }

// Of returns the squares that the piece on from attacks, without en passant
// captures. Pieces on attacked squares count as opposing ones. at is the board.
func (a *Aims) Of(at []rules.Piece, from rules.Square) (found rules.Bitboard) {
	b := *a.board
	b.at = at
	if at[from] <= rules.Walled {
		return found
	}
	for _, w := range b.walkFrom(int(from), true) {
		if w.kind != rules.EnPassant {
			found.Add(rules.Square(w.to))
		}
	}
	return found
}

// vector follows one direction of a component.
func (w *walk) vector(c *variant.Component, v variant.Vector) {
	m := w.movement
	switch {
	case len(m.TakesEnPassant) > 0:
		to, ok := w.offset(w.from, v, w.side)
		if ok && slices.Contains(w.crossed, to) && w.isAmong(w.at[w.stepped], m.TakesEnPassant) &&
			w.at[w.stepped].Side() != w.side {
			w.found = append(w.found, destination{kind: rules.EnPassant, to: to, via: -1})
		}
	case len(m.Takes) > 0:
		if s, ok := w.firstPiece(w.from, v); ok && w.isAmong(w.at[s], m.Takes) &&
			(w.aiming || w.at[s].Side() != w.side) {
			kind := rules.Step
			if m.InPlace {
				kind = rules.RifleCapture
			}
			w.found = append(w.found, destination{kind: kind, to: s, via: -1})
		}
	case !w.inRegion(m.From, w.side, w.from), m.First && !w.hasFirstMove(w.from):
	case c.Hop == variant.NoHop:
		w.ride(c, v)
	default:
		w.hop(c, v)
	}
}

// twoSteps makes a step and then each of the second steps.
func (w *walk) twoSteps(v variant.Vector, then []variant.Vector) {
	via, ok := w.offset(w.from, v, w.side)
	if !ok || !w.canLand(via) {
		return
	}
	for _, v := range then {
		if to, ok := w.offset(via, v, w.side); ok && (to == w.from || w.canLand(to)) {
			w.found = append(w.found, destination{kind: rules.Step, to: to, via: via})
		}
	}
}

// canLand reports whether the piece may step to a square, capturing or not.
func (w *walk) canLand(s int) bool {
	there := w.at[s]
	return there == rules.NoPiece || there != rules.Walled && there.Side() != w.side &&
		!w.isAmong(there, w.movement.Spares)
}

// firstPiece returns the first occupied square in a direction.
func (w *walk) firstPiece(s int, v variant.Vector) (int, bool) {
	for {
		next, ok := w.offset(s, v, w.side)
		if !ok || w.at[next] != rules.NoPiece {
			return next, ok
		}
		s = next
	}
}

// ride repeats a leap over empty squares up to the component's range.
func (w *walk) ride(c *variant.Component, v variant.Vector) {
	s := w.from
	var crossed []int
	for n := 0; c.Range == variant.Unlimited || n < c.Range; n++ {
		to, ok := w.offset(s, v, w.side)
		if !ok {
			return
		}
		if c.Lame {
			for _, between := range w.between(s, v) {
				if w.at[between] != rules.NoPiece {
					return
				}
				crossed = append(crossed, between)
			}
		}
		w.addDestination(c, to, crossed)
		if w.at[to] != rules.NoPiece {
			return
		}
		crossed = append(crossed[:len(crossed):len(crossed)], to)
		s = to
	}
}

// follow goes along a path over empty squares.
func (w *walk) follow(c *variant.Component, path variant.Path) {
	s, ok := w.from, true
	for i, step := range path.Steps {
		if i > 0 && s != w.from && w.at[s] != rules.NoPiece {
			return
		}
		if s, ok = w.offset(s, step, w.side); !ok {
			return
		}
	}
	for onward := path.Steps[len(path.Steps)-1]; ok; s, ok = w.offset(s, onward, w.side) {
		if s != w.from {
			w.addDestination(c, s, nil)
		}
		if !path.Rides || s != w.from && w.at[s] != rules.NoPiece {
			return
		}
	}
}

// between returns the squares that a lame leap passes: orthogonal steps first,
// then diagonal ones.
func (w *walk) between(s int, v variant.Vector) []int {
	var out []int
	files, ranks := v.Files, v.Ranks
	for {
		var step variant.Vector
		if abs(files) >= abs(ranks) {
			step.Files = cmp.Compare(files, 0)
		}
		if abs(ranks) >= abs(files) {
			step.Ranks = cmp.Compare(ranks, 0)
		}
		files, ranks = files-step.Files, ranks-step.Ranks
		if files == 0 && ranks == 0 {
			return out
		}
		s, _ = w.offset(s, step, w.side)
		out = append(out, s)
	}
}

// hop jumps over exactly one piece.
func (w *walk) hop(c *variant.Component, v variant.Vector) {
	step, far := variant.Vector{Files: cmp.Compare(v.Files, 0), Ranks: cmp.Compare(v.Ranks, 0)},
		c.Range == variant.Unlimited
	over, ok := w.offset(w.from, step, w.side)
	if far {
		over, ok = w.firstPiece(w.from, step)
	}
	if !ok || w.at[over] == rules.NoPiece || w.isAmong(w.at[over], w.movement.HopsNot) {
		return
	}
	for to, ok := w.offset(over, step, w.side); ok; to, ok = w.offset(to, step, w.side) {
		w.addDestination(c, to, nil)
		if w.at[to] != rules.NoPiece || !far || c.Hop == variant.HopBehind {
			return
		}
	}
}

// addDestination adds a destination if the piece may end its move there.
func (w *walk) addDestination(c *variant.Component, to int, crossed []int) {
	m, there := w.movement, w.at[to]
	switch {
	case !w.inRegion(m.Within, w.side, to) || !w.inRegion(w.piece.Within, w.side, to):
		return
	case w.aiming:
		if !c.Capture || there == rules.Walled || w.isAmong(there, m.Spares) {
			return
		}
	case there == rules.NoPiece && !c.Quiet,
		there != rules.NoPiece &&
			(!c.Capture || there == rules.Walled || there.Side() == w.side || w.isAmong(there, m.Spares)):
		return
	case !m.EnPassant:
		crossed = nil
	}
	w.found = append(w.found, destination{rules.Step, to, -1, crossed})
}

// attacked reports whether a side could capture on a square.
func (b *board) attacked(s int, by rules.Side) bool {
	for from, pc := range b.at {
		if pc <= rules.Walled || pc.Side() != by {
			continue
		}
		for _, w := range b.destinations(from) {
			if w.to == s && w.kind != rules.EnPassant {
				return true
			}
		}
	}
	return false
}

// royalAttacked reports whether an attackable royal of a side is attacked.
func (b *board) royalAttacked(side rules.Side) bool {
	for s, pc := range b.at {
		if pc > rules.Walled && pc.Side() == side && b.kinds[pc.Type()].Royal && !b.isExempt(s, side) &&
			b.attacked(s, side.Other()) {
			return true
		}
	}
	return false
}

// isExempt reports whether a royal cannot be captured in a variant with
// explosions: the other side has no royal left, or one that would explode too.
func (b *board) isExempt(s int, side rules.Side) bool {
	var spared struct{ Spares, Immune []string }
	if !b.rule("explosion", &spared) {
		return false
	}
	left := false
	for o, pc := range b.at {
		if pc > rules.Walled && pc.Side() != side && b.kinds[pc.Type()].Royal {
			if left = true; b.isBeside(s, o) && !b.isAmong(pc, spared.Spares) && !b.isAmong(pc, spared.Immune) {
				return true
			}
		}
	}
	return !left
}

func abs(n int) int { return max(n, -n) }
