package rules

import "fmt"

// dropAttack forbids dropping a piece so that it attacks a royal and no move of
// the opponent's pieces removes the attack (AC-19).
type dropAttack struct {
	ruled
	Pieces []string `yaml:"pieces" says:"the pieces that are dropped"`
	pieces PieceTypeSet
}

var dropAttackKind = moduleOf("drop-attack", "The pieces may not be dropped so that they attack a royal which no move of the other side saves.",
	func(c *moduleContext, m *dropAttack) {
		m.pieces = c.someOf(m.Pieces)
		c.add(m)
	})

func (m *dropAttack) says(r *Rules) string {
	return fmt.Sprintf("No %s may be dropped so that it attacks a royal piece which no move of the other side saves",
		r.definition.PieceNames(m.Pieces, "or"))
}

func (m *dropAttack) restrain(p *Position, legal *guard) {
	legal.eachDrop |= m.pieces
	legal.eachDropOn = p.rules.all
}

func (m *dropAttack) bans(p *Position, mv Move) bool {
	if !mv.drops() || !m.pieces.Has(p.landed(mv)) {
		return false
	}
	pc := NewPiece(p.landed(mv), p.side)
	if !p.rules.tables[pc].leaps(mv.To()).Meets(p.royals(p.side.Other())) {
		return false
	}
	history := p.try(mv)
	lost := false
	for royals := p.reach(pc, mv.To()).And(p.royals(p.side)); !lost && !royals.Empty(); {
		lost = !p.canSave(royals.Pop())
	}
	p.untry(history)
	return lost
}

// canSave reports whether some move of the side to move leaves the royal on s
// unattacked.
func (p *Position) canSave(s Square) bool {
	royal := p.board[s].Type()
	ml := sink{}
	p.generateGuarded(&ml, &guard{open: p.rules.all})
	for _, m := range ml.moves {
		at := s
		if k := m.Kind(); (k == Step || k == Castle) && m.From() == s {
			at = m.To()
		}
		p.Play(m)
		saved := !p.attacked(at, royal, p.side, p.filled, p.own[p.side])
		p.Undo()
		if saved {
			return true
		}
	}
	return false
}

func (m *dropAttack) fault(p *Position, mv Move) (reason, message string) {
	return "drop attack", fmt.Sprintf("the %s dropped on %s attacks a royal that no reply could save",
		p.rules.pieceTypes[p.landed(mv)].name, p.rules.SquareName(mv.To()))
}
