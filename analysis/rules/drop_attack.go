package rules

import "fmt"

// dropAttack forbids dropping a piece so that it attacks a royal and no move of
// the opponent's pieces removes the attack (AC-19).
type dropAttack struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"the pieces that are dropped"`
	pieces PieceTypeSet
}

var dropAttackKind = moduleOf("drop-attack", "The pieces may not be dropped so that they attack a royal which no move of the other side saves.",
	func(c *moduleContext, m *dropAttack) {
		m.pieces = c.requiredPieces(m.Pieces)
		c.add(m)
	})

func (m *dropAttack) describe(r *Rules) string {
	return fmt.Sprintf("No %s may be dropped so that it attacks a royal piece which no move of the other side saves",
		r.definition.PieceNames(m.Pieces, "or"))
}

func (m *dropAttack) restrict(p *Position, legal *legality) {
	legal.testDropsOf |= m.pieces
	legal.testDropsTo = p.rules.all
}

func (m *dropAttack) forbids(p *Position, mv Move) bool {
	if !mv.isDrop() || !m.pieces.Has(p.landedType(mv)) {
		return false
	}
	pc := NewPiece(p.landedType(mv), p.side)
	if !p.rules.tables[pc].captureLeapsFrom(mv.To()).Meets(p.royals(p.side.Other())) {
		return false
	}
	history := p.playProbe(mv)
	lost := false
	for royals := p.reach(pc, mv.To()).And(p.royals(p.side)); !lost && !royals.Empty(); {
		lost = !p.canSave(royals.Pop())
	}
	p.undoProbe(history)
	return lost
}

// canSave reports whether some move of the side to move leaves the royal on s
// unattacked.
func (p *Position) canSave(s Square) bool {
	royal := p.board[s].Type()
	ml := moveList{}
	p.generateGuarded(&ml, &legality{targets: p.rules.all})
	for _, m := range ml.moves {
		at := s
		if k := m.Kind(); (k == Step || k == Castle) && m.From() == s {
			at = m.To()
		}
		p.Play(m)
		saved := !p.attacked(at, royal, p.side, p.occupied, p.own[p.side])
		p.Undo()
		if saved {
			return true
		}
	}
	return false
}

func (m *dropAttack) explain(p *Position, mv Move) (reason, message string) {
	return "drop attack", fmt.Sprintf("the %s dropped on %s attacks a royal that no reply could save",
		p.rules.pieceTypes[p.landedType(mv)].name, p.rules.SquareName(mv.To()))
}
