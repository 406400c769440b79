package notation

import (
	"assay/analysis/rules"
)

// blame tells why no move, or no single one, is meant.
func (n *SAN) blame(p *rules.Position, w *sanText) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	if w.several {
		f = fault(ruleSAN, "ambiguous", 0, "%q fits several legal moves", w.text)
	} else {
		if m, ok := n.probable(p, w); ok {
			if v := p.Judge(m); v != nil {
				f = &Fault{Rule: v.Rule, Reason: v.Reason, Message: v.Message}
				if !w.several {
					return m, false, nil, f
				}
			}
		}
		if f == nil {
			f = fault(movementRule(p), "illegal", 0, "no legal move is written %q", w.text)
		}
	}
	if to, ok := n.square(w.to); ok {
		f.Squares = []string{n.rules.SquareName(to)}
	}
	return 0, false, nil, f
}

// probable is the move most probably meant by a text that fits no legal one.
// Where it is as much that of other pieces, w.several then says so.
func (n *SAN) probable(p *rules.Position, w *sanText) (rules.Move, bool) {
	if n.ranks == ranksUnknown {
		n.ranks = ranksFromOne
		defer func() { n.ranks = ranksUnknown }()
	}
	to, toOK := n.square(w.to)
	switch w.kind {
	case sanPass:
		return rules.NewMove(rules.Pass, 0, 0, rules.NoType), true
	case sanCastle:
		return p.CastleToward(w.higher)
	case sanDrop:
		if len(w.types) == 0 || n.rules.Cells() > 0 && !n.holds(p, w) {
			return rules.NewMove(rules.Drop, rules.Square(n.rules.Cells()), to, rules.NoType), toOK && n.rules.Cells() > 0
		}
		return n.drop(p, w, to), toOK
	case sanFromPocket:
		return rules.NewMove(rules.PocketDrop, 0, to, rules.NoType), toOK && n.rules.HasPocket()
	case sanToPocket:
		from, ok := n.square(w.from)
		return rules.NewMove(rules.ToPocket, from, 0, rules.NoType), ok
	}
	if !toOK {
		return 0, false
	}
	into := rules.NoType
	if len(w.into) > 0 {
		into = w.into[0]
	}
	if from, ok := n.square(w.from); ok && (w.types == nil || w.names(p.At(from).Type())) {
		if p.CastlingShape(from, to) {
			return rules.NewMove(rules.Castle, from, to, into), true
		}
		return rules.NewMove(rules.Step, from, to, into), true
	}
	types := w.types
	if types == nil {
		types = n.pawns
	}
	// A piece that goes there, else the only one there is.
	for _, t := range types {
		for _, c := range p.Candidates(n.found[:0], t, to) {
			if n.fits(w, c.From) {
				return rules.NewMove(c.Kind, c.From, to, into), true
			}
		}
	}
	// No piece goes there: any of them, if all are refused by one ruling.
	var (
		meant rules.Move
		rule  string
	)
	for _, t := range types {
		n.squares = p.Standing(n.squares[:0], t)
		for _, s := range n.squares {
			if !n.fits(w, s) {
				continue
			}
			m := rules.NewMove(rules.Step, s, to, into)
			v := p.Judge(m)
			if v == nil || rule != "" && v.Rule != rule {
				return 0, false
			}
			w.several = rule != ""
			meant, rule = m, v.Rule
		}
	}
	return meant, rule != ""
}

// holds says whether a bench cell holds what a text drops.
func (n *SAN) holds(p *rules.Position, w *sanText) bool {
	for i := range n.rules.Cells() {
		if t := p.Cell(p.Side(), i); t != rules.NoType && w.names(t) && (w.cell == "" || w.cell == n.rules.CellName(p.Side(), i)) {
			return true
		}
	}
	return false
}

// drop is the drop of a text that names a piece, in hand or not.
func (n *SAN) drop(p *rules.Position, w *sanText, to rules.Square) rules.Move {
	if n.rules.Cells() == 0 {
		return rules.NewMove(rules.Drop, rules.Square(w.types[0]), to, rules.NoType)
	}
	for i := range n.rules.Cells() {
		if t := p.Cell(p.Side(), i); t != rules.NoType && w.names(t) && (w.cell == "" || w.cell == n.rules.CellName(p.Side(), i)) {
			return rules.NewMove(rules.Drop, rules.Square(i), to, rules.NoType)
		}
	}
	return rules.NewMove(rules.Drop, 0, to, rules.NoType)
}
