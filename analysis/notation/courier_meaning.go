package notation

import (
	"assay/analysis/rules"
	"assay/parser/courier"
)

// meaning returns the move that the squares and cells of a text name.
func (c *Courier) meaning(p *rules.Position, w *courierParts) (rules.Move, *Fault) {
	part, side := w.main, p.Side()
	switch part.Kind {
	case courier.Pass:
		return rules.PassMove, nil
	case courier.Remove:
		return c.rifleCapture(p, part)
	}
	into, f := c.into(p, w)
	if f != nil {
		return 0, f
	}
	to := c.spot(part.To, side)
	if part.Kind == courier.Drop {
		return c.handDrop(p, part, to, into[0])
	}
	from := c.spot(part.From, side)
	switch {
	case from.kind == nowhere:
		return 0, fault("GC-1", "square", "%q is not a square of this variant", part.From)
	case from.kind == otherCell, from.kind == otherPocket:
		return 0, fault("G-1", "enemy piece", "%s belongs to %s", part.From, c.rules.SideName(side.Other()))
	case from.kind == ownCell && to.kind == ownPocket && c.rules.HasPocket():
		return 0, fault(c.rules.PocketApart(), "pocket", "pieces cannot go from the hand to the pocket")
	case from.kind == onBoard && to.kind == ownPocket:
		return rules.NewMove(rules.ToPocket, from.square, 0, into[0]), nil
	case to.kind != onBoard:
		return 0, fault("GC-1", "square", "a piece cannot move to %q", part.To)
	case from.kind == ownPocket:
		return rules.NewMove(rules.PocketDrop, 0, to.square, into[0]), nil
	case from.kind == ownCell:
		return c.cellDrop(p, part, from.cell, to.square, into[0])
	}
	return c.boardMove(p, w, from.square, to.square, into), nil
}

// into returns the piece types that the text may promote to, or NoPieceType if
// it has no promotion.
func (c *Courier) into(p *rules.Position, w *courierParts) ([]rules.PieceType, *Fault) {
	if w.change == nil {
		return []rules.PieceType{rules.NoPieceType}, nil
	}
	return c.typesOf(p.Side(), w.change)
}

// typesOf returns the piece types that a label may mean.
func (c *Courier) typesOf(side rules.Side, part *courier.Part) ([]rules.PieceType, *Fault) {
	if found := c.types[side][part.Label]; len(found) > 0 {
		return found, nil
	}
	if t, ok := c.foreign[part.Label]; ok {
		return []rules.PieceType{t}, nil
	}
	if len(c.types[side.Other()][part.Label]) > 0 {
		return nil, fault("GC-1", "label", "%q is a label for pieces of %s", part.Label, c.rules.SideName(side.Other()))
	}
	return nil, fault("GC-1", "label", "no piece of this variant has the label %q", part.Label)
}

// boardMove chooses the kind of a move between two squares.
func (c *Courier) boardMove(p *rules.Position, w *courierParts, from, to rules.Square,
	into []rules.PieceType) rules.Move {
	if w.second != nil && p.GoesOver(from, to) {
		if start, end := c.spot(w.second.From, p.Side()), c.spot(w.second.To, p.Side()); start.kind == onBoard &&
			end.kind == onBoard && start.square == to {
			return rules.NewMove(rules.Step, from, end.square, into[0]).With(rules.Via, to, rules.NoPieceType)
		}
	}
	kind := rules.Step
	step := func() bool { return p.Legal(rules.NewMove(rules.Step, from, to, into[0])) }
	aside := false // whether the text removes a piece elsewhere than on the destination
	if w.removed != nil {
		aside = c.spot(w.removed.From, p.Side()).square != to
	}
	switch {
	case p.EnPassantTo(from, to) && (aside || !step()):
		kind = rules.EnPassant
	case aside && p.At(to) == rules.NoPiece && p.CapturesEnPassant(from) && p.HasCrossed(to):
		// Written as en passant: the rules of the piece decide whether it is
		// legal.
		kind = rules.EnPassant
	case p.RifleCaptures(from, to) && (w.second != nil || !step()):
		kind = rules.RifleCapture
	case p.CastlingShape(from, to) && (w.second != nil || !step()):
		kind = rules.Castle
	}
	for _, t := range into {
		if m := rules.NewMove(kind, from, to, t); p.Legal(m) {
			return m
		}
	}
	return rules.NewMove(kind, from, to, into[0])
}

// rifleCapture finds the piece that makes a rifle capture.
func (c *Courier) rifleCapture(p *rules.Position, part *courier.Part) (rules.Move, *Fault) {
	at := c.spot(part.From, p.Side())
	if at.kind != onBoard {
		return 0, fault("GC-1", "square", "%q is not a square of this variant", part.From)
	}
	found := riflesOn(p, at.square)
	switch len(found) {
	case 0:
		return 0, fault("GC-3", "no piece moves", "no piece can capture on %s without moving", part.From)
	case 1:
		return rules.NewMove(rules.RifleCapture, found[0], at.square, rules.NoPieceType), nil
	}
	return 0, fault("GC-3", "ambiguous", "%d pieces can capture on %s without moving", len(found), part.From)
}

// riflesOn returns the squares of the pieces that can rifle-capture on a
// square.
func riflesOn(p *rules.Position, to rules.Square) []rules.Square {
	var found []rules.Square
	for s := range rules.Square(p.Rules().Files() * p.Rules().Ranks()) {
		if pc := p.At(s); pc != rules.NoPiece && pc.Side() == p.Side() && p.RifleCaptures(s, to) {
			found = append(found, s)
		}
	}
	return found
}

// handDrop reads a drop that names a piece but no cell (GC-4).
func (c *Courier) handDrop(p *rules.Position, part *courier.Part, to namedPlace, into rules.PieceType) (rules.Move,
	*Fault) {
	r, side := c.rules, p.Side()
	kinds, f := c.typesOf(side, part)
	if f != nil {
		return 0, f
	}
	t := kinds[0]
	for _, k := range kinds {
		if p.CanDrop(k) {
			t = k
			break
		}
	}
	switch {
	case to.kind == ownPocket:
		return 0, fault(r.PocketApart(), "pocket", "pieces cannot go from the hand to the pocket")
	case to.kind != onBoard:
		return 0, fault("GC-1", "square", "%q is not a square of this variant", part.To)
	case p.CanDrop(t):
	case r.HasPocket() && p.Pocket(side) == t:
		return 0, fault(r.PocketApart(), "pocket", "the %s is in the pocket, not in the hand", r.PieceName(t))
	case r.Demoted(t) != t && p.InHand(side, r.Demoted(t)) > 0:
		return 0, fault(r.DropPromoted(), "drop", "a %s cannot be dropped as a %s", r.PieceName(r.Demoted(t)),
			r.PieceName(t))
	default:
		return 0, fault("G-1", "empty source", "%s has no %s in hand", r.SideName(side), r.PieceName(t))
	}
	if r.Cells() > 0 {
		return c.onlyCell(p, t, to.square, into)
	}
	if c.page != nil {
		c.cell = noCell
		if s := c.reserve.at(p); !s.hasLoose(p, t) {
			c.cell, _ = s.find(side, t)
		}
	}
	return rules.NewDrop(rules.HandSlot(t), to.square, into), nil
}

// onlyCell returns the drop from the only bench cell with a piece type.
func (c *Courier) onlyCell(p *rules.Position, t rules.PieceType, to rules.Square, into rules.PieceType) (rules.Move,
	*Fault) {
	found := 0
	var m rules.Move
	for i := range c.rules.Cells() {
		if p.Cell(p.Side(), i) == t {
			m = rules.NewDrop(rules.HandSlot(i), to, into)
			found++
		}
	}
	if found > 1 {
		return 0, fault("GC-4", "ambiguous", "%d cells hold a %s; the drop must name one", found, c.rules.PieceName(t))
	}
	return m, nil
}

// cellDrop reads a drop that names its cell.
func (c *Courier) cellDrop(p *rules.Position, part *courier.Part, cell int, to rules.Square,
	into rules.PieceType) (rules.Move, *Fault) {
	if c.rules.Cells() > 0 {
		if p.Cell(p.Side(), cell) == rules.NoPieceType {
			return 0, fault("G-1", "empty source", "%s is empty", part.From)
		}
		return rules.NewDrop(rules.HandSlot(cell), to, into), nil
	}
	t := c.reserve.at(p).of(p.Side())[cell]
	if t == rules.NoPieceType {
		return 0, fault("G-1", "empty source", "%s is empty", part.From)
	}
	c.cell = cell
	return rules.NewDrop(rules.HandSlot(t), to, into), nil
}
