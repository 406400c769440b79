package rules

// mustDrop makes drops compulsory while certain pieces are in hand (W-9).
type mustDrop struct {
	ruled
	Pieces []string `yaml:"pieces" says:"the pieces that have to be dropped first; all when left out"`
	pieces PieceTypeSet
}

var mustDropKind = moduleOf("must-drop", "A side that holds certain pieces has to drop one of them, if it can.",
	func(c *moduleContext, m *mustDrop) {
		m.pieces = c.piecesOr(m.Pieces, c.rules.allTypes())
		c.add(m)
	})

func (m *mustDrop) says(r *Rules) string {
	what := "a piece in hand"
	if len(m.Pieces) > 0 {
		what = "a " + r.definition.PieceNames(m.Pieces, "or") + " in hand"
	}
	return "A side with " + what + " has to drop it, if it can"
}

// holds reports whether the side to move has a piece that must be dropped.
func (m *mustDrop) holds(p *Position) bool {
	for t, n := range p.hand[p.side] {
		if n > 0 && m.pieces.Has(PieceType(t)) {
			return true
		}
	}
	return false
}

func (m *mustDrop) generate(p *Position, ml *sink) {
	legal := p.guard()
	defer p.release(legal)
	if m.holds(p) {
		if legal.dropping = m.pieces; p.held[p.side] > 0 && p.rules.drops {
			p.generateDrops(ml, legal)
		}
		if !ml.empty() {
			return
		}
		legal.dropping = noDrops
	}
	p.generateGuarded(ml, legal)
}

func (m *mustDrop) admits(p *Position, mv Move) bool { return mv.Kind() == Drop || !m.holds(p) }

func (m *mustDrop) objection(p *Position, mv Move) (reason, message string) {
	if !m.holds(p) || mv.Kind() == Drop && m.pieces.Has(p.dropped(mv)) {
		return "", ""
	}
	if mv.Kind() != Drop {
		ml := sink{counting: true, any: true}
		legal := p.guard()
		legal.dropping = m.pieces
		p.generateDrops(&ml, legal)
		p.release(legal)
		if ml.empty() {
			return "", ""
		}
	}
	return "drop first", "a piece in hand has to be dropped first"
}
