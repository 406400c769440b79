package rules

// mustDrop makes drops compulsory while certain pieces are in hand (W-9).
type mustDrop struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"the pieces that have to be dropped first; all when left out"`
	pieces PieceTypeSet
}

var mustDropKind = moduleOf("must-drop", "A side that holds certain pieces has to drop one of them, if it can.",
	func(c *moduleContext, m *mustDrop) {
		m.pieces = c.piecesOr(m.Pieces, c.rules.allTypes())
		c.add(m)
	})

func (m *mustDrop) describe(r *Rules) string {
	what := "a piece in hand"
	if len(m.Pieces) > 0 {
		what = "a " + r.definition.PieceNames(m.Pieces, "or") + " in hand"
	}
	return "A side with " + what + " has to drop it, if it can"
}

// mustDrop reports whether the side to move has a piece that must be dropped.
func (m *mustDrop) mustDrop(p *Position) bool {
	for t, n := range p.hand[p.side] {
		if n > 0 && m.pieces.Has(PieceType(t)) {
			return true
		}
	}
	return false
}

func (m *mustDrop) generate(p *Position, ml *moveList) {
	legal := p.acquireLegality()
	defer p.releaseLegality(legal)
	if m.mustDrop(p) {
		if legal.dropsOf = m.pieces; p.handSize[p.side] > 0 && p.rules.drops {
			p.generateDrops(ml, legal)
		}
		if !ml.empty() {
			return
		}
		legal.dropsOf = noDrops
	}
	p.generateGuarded(ml, legal)
}

func (m *mustDrop) provesLegalMove(p *Position, mv Move) bool {
	return mv.Kind() == Drop || !m.mustDrop(p)
}

func (m *mustDrop) objection(p *Position, mv Move) (reason, message string) {
	if !m.mustDrop(p) || mv.Kind() == Drop && m.pieces.Has(p.droppedType(mv)) {
		return "", ""
	}
	if mv.Kind() != Drop {
		ml := moveList{counting: true, firstOnly: true}
		legal := p.acquireLegality()
		legal.dropsOf = m.pieces
		p.generateDrops(&ml, legal)
		p.releaseLegality(legal)
		if ml.empty() {
			return "", ""
		}
	}
	return "drop first", "a piece in hand has to be dropped first"
}
