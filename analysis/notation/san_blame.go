package notation

import (
	"slices"

	"assay/analysis/rules"
)

// blame returns the error of a text that means no move or several.
func (n *SAN) blame(p *rules.Position, w *sanText) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	if w.several {
		fits := n.fitting(p, w)
		f = fault(ruleSAN, "ambiguous", "%q fits %d legal moves", w.text, len(fits))
		f.Candidates = fits
	} else if f = n.cannotChange(p, w); f == nil {
		if m, ok := n.probable(p, w); ok {
			if v := p.Judge(m); v != nil {
				if f = broken(v); !w.several {
					return m, false, nil, f
				}
			}
		}
		if f == nil {
			f = fault(movementRule(p), "illegal", "no legal move is written %q", w.text)
		}
	}
	if to, ok := n.square(w.to); ok {
		f.Squares = []string{n.rules.SquareName(to)}
	}
	return 0, false, nil, f
}

// cannotChange returns the error of two squares with an impossible promotion,
// such as that of a gold in shogi or of a castling royal.
func (n *SAN) cannotChange(p *rules.Position, w *sanText) *Fault {
	from, ok := n.square(w.from)
	if !ok || !w.changes() || w.demotes || w.kind != sanBoard {
		return nil
	}
	pc := p.At(from)
	if pc <= rules.Walled || pc.Side() != p.Side() {
		return nil
	}
	into := n.rules.PromotesTo(pc)
	if w.crossed && ownPromotion(n.rules, into) == rules.NoPieceType || len(into) == 0 {
		return fault(movementRule(p), "promotion", "the %s on %s does not promote", n.rules.PieceName(pc.Type()),
			n.rules.SquareName(from))
	}
	return nil
}

// fitting lists the legal moves from square to square, or the drops, that fit a
// text.
func (n *SAN) fitting(p *rules.Position, w *sanText) (fits []rules.Move) {
	types := w.types
	if types == nil {
		types = n.pawns
	}
	for _, m := range p.Moves(nil) {
		to := n.written(m.To())
		switch m.Kind() {
		case rules.Step, rules.EnPassant, rules.RifleCapture:
			if w.kind == sanDrop {
				continue
			}
		case rules.Drop:
			if w.kind == sanDrop && to == w.to &&
				(w.names(m.Into()) || m.Into() == rules.NoPieceType && w.names(p.Moved(m).Type())) {
				fits = append(fits, m)
			}
			continue
		default:
			continue
		}
		switch {
		case to.file != w.to.file || w.to.rank >= 0 && to.rank != w.to.rank,
			w.to.rank < 0 && p.Captured(m) == rules.NoPiece,
			!slices.Contains(types, p.Moved(m).Type()) || !n.fits(w, m.From()),
			w.walled && m != m.Plain().With(rules.Wall, w.wall, rules.NoPieceType),
			w.gates != nil && m != w.gated(p, m.Plain()), w.gates == nil && m.Use() == rules.Gate:
		case w.promotes && m.Into() != rules.NoPieceType, m.Into() == rules.NoPieceType && len(w.into) == 0 &&
			!w.promotes,
			slices.Contains(w.into, m.Into()):
			fits = append(fits, m)
		}
	}
	return fits
}

// written returns a square with its rank counted as in the record.
func (n *SAN) written(s rules.Square) sanSquare {
	at := squareText(n.rules, s)
	if n.fromZero {
		at.rank--
	}
	return at
}

// probable returns the most probable meaning of a text that fits no legal move.
// If several pieces are equally probable, it sets w.several.
func (n *SAN) probable(p *rules.Position, w *sanText) (rules.Move, bool) {
	m, ok := n.probablePlain(p, w)
	if !ok {
		return 0, false
	}
	return w.with(p, m), true
}

func (n *SAN) probablePlain(p *rules.Position, w *sanText) (rules.Move, bool) {
	to, toOK := n.square(w.to)
	switch w.kind {
	case sanPass:
		return rules.PassMove, true
	case sanCastle:
		return p.CastleToward(w.higher)
	case sanDrop:
		m, held := n.cellDrop(p, w, to)
		switch cells := n.rules.Cells(); {
		case held:
			return m, toOK
		case len(w.types) == 0 || cells > 0:
			return rules.NewDrop(rules.HandSlot(cells), to, rules.NoPieceType), toOK && cells > 0
		}
		if held, into, ok := p.Held(w.types[0]); ok {
			return rules.NewDrop(rules.HandSlot(held), to, into), toOK
		}
		return rules.NewDrop(rules.HandSlot(w.types[0]), to, rules.NoPieceType), toOK
	case sanFromPocket:
		return rules.NewMove(rules.PocketDrop, 0, to, rules.NoPieceType), toOK && n.rules.HasPocket()
	case sanToPocket:
		from, ok := n.square(w.from)
		return rules.NewMove(rules.ToPocket, from, 0, rules.NoPieceType), ok
	}
	if !toOK {
		return 0, false
	}
	if from, ok := n.square(w.from); ok && (w.types == nil || w.names(p.At(from).Type())) {
		if castle, ok := p.CastlingOf(from, to); ok && !w.changes() {
			return castle, true
		}
		return rules.NewMove(rules.Step, from, to, w.becoming(p, from)), true
	}
	types := w.types
	if types == nil {
		types = n.pawns
	}
	// A piece that can move there, else the only piece of these types.
	for _, t := range types {
		for _, c := range p.Candidates(n.found[:0], t, to) {
			if n.fits(w, c.From) {
				return rules.NewMove(c.Kind, c.From, to, w.becoming(p, c.From)), true
			}
		}
	}
	return n.nearestBanned(p, w, types, to)
}

// becoming returns the most probable piece type to which a text promotes the
// piece on a square.
func (w *sanText) becoming(p *rules.Position, from rules.Square) rules.PieceType {
	own := p.Rules().PromotesTo(p.At(from))
	if w.crossed {
		return ownPromotion(p.Rules(), own)
	}
	for _, t := range own {
		if w.promotes || slices.Contains(w.into, t) {
			return t
		}
	}
	if len(w.into) == 0 {
		return rules.NoPieceType
	}
	return w.into[0]
}

// nearestBanned returns the move of the nearest piece that a text may mean, if
// one rule forbids the moves of all of them.
func (n *SAN) nearestBanned(p *rules.Position, w *sanText, types []rules.PieceType, to rules.Square) (rules.Move,
	bool) {
	var (
		meant rules.Move
		rule  string
		least int
	)
	for _, t := range types {
		n.squares = p.Standing(n.squares[:0], t)
		for _, s := range n.squares {
			if !n.fits(w, s) {
				continue
			}
			m := rules.NewMove(rules.Step, s, to, w.becoming(p, s))
			v := p.Judge(w.with(p, m))
			if v == nil || rule != "" && v.Rule != rule {
				return 0, false
			}
			far := n.distance(s, to, slices.Contains(n.pawns, t))
			switch {
			case rule == "" || far < least:
				meant, rule, least, w.several = m, v.Rule, far, false
			case far == least:
				w.several = true
			}
		}
	}
	return meant, rule != ""
}

// distance returns the distance of a piece from a square, for comparisons. A
// pawn on the file of the square is the nearest.
func (n *SAN) distance(from, to rules.Square, pawn bool) int {
	files, ranks := int(from)%n.rules.Files()-int(to)%n.rules.Files(), int(from)/n.rules.Files()-int(to)/n.rules.Files()
	files, ranks = max(files, -files), max(ranks, -ranks)
	if pawn {
		return n.rules.Ranks()*files + ranks
	}
	return files*files + ranks*ranks
}
