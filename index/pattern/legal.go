package pattern

import "assay/analysis/rules"

// all reports whether every legal move counts.
func (n *Legal) all() bool { return n.Moved == (Moved{}) && !n.Checks && !n.Mates }

func (n Legal) in(p *rules.Position) (int, rules.Bitboard) {
	var squares rules.Bitboard
	if n.all() {
		return int(p.Count()), squares
	}
	count := 0
	for _, m := range p.Moves(nil) {
		ply := plyOf(p, m)
		if !n.Moved.matches(ply) || !n.checksOrMates(p, m) {
			continue
		}
		count++
		for _, s := range [2]rules.Square{ply.from, ply.to} {
			if s != rules.NoSquare {
				squares.Add(s)
			}
		}
	}
	return count, squares
}

// checksOrMates reports whether a legal move is the required check or mate.
func (n *Legal) checksOrMates(p *rules.Position, m rules.Move) bool {
	if !n.Checks && !n.Mates {
		return true
	}
	p.Play(m)
	defer p.Undo()
	return p.InCheck(p.Side()) && (!n.Mates || stuck(p))
}

// stuck reports whether the side to move has no legal move and the game has not
// ended for another reason.
func stuck(p *rules.Position) bool {
	_, over := p.Ended()
	return !over && !p.HasMove()
}

// ply holds the properties of a ply that [Moved] tests.
type ply struct {
	moved, taken, gated rules.Piece
	from, to, walled    rules.Square
}

// plyOf returns the properties of a legal move as tapes record them.
func plyOf(p *rules.Position, m rules.Move) ply {
	out := ply{moved: p.Moved(m), taken: p.Captured(m), from: m.From(), to: m.To(), walled: rules.NoSquare}
	switch m.Kind() {
	case rules.Drop:
		out.from = rules.NoSquare
		if m.Into() != rules.NoPieceType {
			out.moved = rules.NewPiece(m.Into(), p.Side())
		}
	case rules.PocketDrop:
		out.from = rules.NoSquare
	case rules.ToPocket:
		out.to = rules.NoSquare
	case rules.Pass:
		out.from, out.to = rules.NoSquare, rules.NoSquare
	}
	switch m.Use() {
	case rules.Gate:
		out.gated = rules.NewPiece(m.Gated(), p.Side())
	case rules.Wall:
		out.walled = m.Second()
	case rules.Via:
		if out.from == out.to && out.taken != rules.NoPiece {
			out.to = m.Second()
		}
	}
	return out
}

// matches reports whether a ply meets the condition.
func (n *Moved) matches(p ply) bool {
	if p.moved == rules.NoPiece && p.walled == rules.NoSquare {
		return false
	}
	return (n.Pieces == nil || n.Pieces.Has(p.moved)) &&
		(n.From == nil || p.from != rules.NoSquare && n.From.Has(p.from)) &&
		(n.To == nil || p.to != rules.NoSquare && n.To.Has(p.to)) &&
		(n.Takes == nil || p.taken != rules.NoPiece && n.Takes.Has(p.taken)) &&
		(n.Gates == nil || p.gated != rules.NoPiece && n.Gates.Has(p.gated)) &&
		(n.Walls == nil || p.walled != rules.NoSquare && n.Walls.Has(p.walled))
}
