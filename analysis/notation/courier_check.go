package notation

import (
	"assay/analysis/rules"
	"assay/parser/courier"
)

// check compares the written details with a legal move.
func (c *Courier) check(p *rules.Position, m rules.Move, w *courierParts) ([]Warning, *Fault) {
	if f := c.checkLabel(w.main, p.Moved(m)); f != nil {
		return nil, f
	}
	var warnings []Warning
	for _, detail := range []func(*rules.Position, rules.Move, *courierParts) (*Warning, *Fault){
		c.checkSecond, c.checkChange, c.checkRemoved, c.checkReceived,
	} {
		warning, f := detail(p, m, w)
		if f != nil {
			return nil, f
		}
		if warning != nil {
			warnings = append(warnings, *warning)
		}
	}
	return warnings, nil
}

// checkLabel checks an optional piece label (GC-1).
func (c *Courier) checkLabel(part *courier.Part, pc rules.Piece) *Fault {
	if part.Label == "" || pc == rules.NoPiece || part.Label == c.label(pc) || c.isForeign(part.Label, pc) {
		return nil
	}
	where := part.From
	if where == "" {
		where = "hand"
	}
	return fault("GC-1", "label", "the piece on %s is a %s, not a %s", where, c.label(pc), part.Label)
}

// checkSecond checks the castling partner's move (GC-2). A rifle capture may be
// written as a move there and back.
func (c *Courier) checkSecond(p *rules.Position, m rules.Move, w *courierParts) (*Warning, *Fault) {
	var from, to rules.Square
	switch m.Kind() {
	case rules.Castle:
		from, to = p.CastlingPartner(m)
		if w.second == nil {
			return &Warning{"GC-2", "the castling partner's move " + c.squareName(from) + "-" + c.squareName(to) +
				" is missing"}, nil
		}
	case rules.RifleCapture:
		from, to = m.To(), m.From()
	default:
		if m.Use() == rules.Via {
			from, to = m.Second(), m.To()
		} else if w.second != nil {
			return nil, fault("GC-2", "second move", "a turn moves one piece, but %s-%s moves a second one",
				w.second.From, w.second.To)
		}
	}
	if w.second == nil {
		return nil, nil
	}
	start, end := c.spot(w.second.From, p.Side()), c.spot(w.second.To, p.Side())
	if start.kind != onBoard || end.kind != onBoard || start.square != from || end.square != to {
		return nil, fault("GC-2", "second move", "the second part of this move is %s-%s, not %s-%s",
			c.squareName(from), c.squareName(to), w.second.From, w.second.To)
	}
	if m.Kind() == rules.Castle {
		return nil, c.checkLabel(w.second, p.At(from))
	}
	return nil, c.checkLabel(w.second, p.Moved(m))
}

// checkChange checks the square of a promotion (GC-2).
func (c *Courier) checkChange(p *rules.Position, m rules.Move, w *courierParts) (*Warning, *Fault) {
	if w.change == nil {
		return nil, nil
	}
	if at := c.spot(w.change.To, p.Side()); at.kind != onBoard || at.square != m.To() {
		return nil, fault("GC-2", "promotion square", "the piece promotes on %s, not on %s", w.main.To, w.change.To)
	}
	return nil, nil
}

// checkRemoved checks a removed piece (GC-3).
func (c *Courier) checkRemoved(p *rules.Position, m rules.Move, w *courierParts) (*Warning, *Fault) {
	at := p.CapturedOn(m)
	if w.removed == nil {
		if m.Kind() == rules.EnPassant {
			return &Warning{"GC-3", "the en passant capture lacks " + c.squareName(at) + "-"}, nil
		}
		return nil, nil
	}
	if s := c.spot(w.removed.From, p.Side()); s.kind != onBoard || s.square != at {
		return nil, fault("GC-3", "removed piece", "this move does not capture the piece on %s", w.removed.From)
	}
	if w.removed.Label != "" {
		return nil, c.checkLabel(w.removed, p.Captured(m))
	}
	return nil, nil
}

// checkReceived checks the piece put into a cell against the captured one.
func (c *Courier) checkReceived(p *rules.Position, m rules.Move, w *courierParts) (*Warning, *Fault) {
	if w.received == nil {
		return nil, nil
	}
	part := w.received
	t, cell, ok := p.Received(m)
	if !ok {
		return nil, fault("GC-2", "captured piece", "this move puts no captured piece into %s", part.To)
	}
	if f := c.checkLabel(&courier.Part{Label: part.Label, From: part.To}, rules.NewPiece(t, p.Side())); f != nil {
		return nil, f
	}
	if c.page != nil {
		if cell, ok = c.reserve.at(p).find(p.Side(), rules.NoPieceType); !ok {
			return nil, fault("GC-2", "captured cell", "the reserve has no free cell")
		}
	}
	if at := c.spot(part.To, p.Side()); at.kind != ownCell || at.cell != cell {
		return nil, fault("GC-2", "captured cell", "the captured piece does not go to %s", part.To)
	}
	return nil, nil
}
