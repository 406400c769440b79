package rules

import "fmt"

// saveRoyals is for games with several royals a side: a move that leaves the
// guarded one attacked when it was not is illegal, and of the moves that
// remain only those that leave the fewest royals attacked are legal; taking
// the opponent's last royal always is (AC-7).
type saveRoyals struct {
	ruled
	guarded Type
}

type saveRoyalsParams struct {
	Guarded string `yaml:"guarded"`
}

// burden is what a move leaves of the mover's royals.
type burden struct {
	wins     bool // it takes the last royal
	exposes  bool // it leaves the guarded royal attacked
	attacked int
}

func (m *saveRoyals) weigh(p *Position, mv Move) burden {
	history := p.history
	p.history = nil
	side := p.side
	p.Play(mv)
	b := burden{
		wins:     p.ended == royalsCaptured,
		exposes:  m.exposed(p, side),
		attacked: p.attackedRoyals(side, true),
	}
	p.Undo()
	p.history = history
	return b
}

// exposed reports whether the guarded royal is on the board and attacked.
func (m *saveRoyals) exposed(p *Position, side Side) bool {
	s := p.pieces[NewPiece(m.guarded, side)]
	return !s.empty() && p.attacked(s.first(), m.guarded, side.Other(), p.occupied(), p.own[side.Other()])
}

// mustShield reports whether the guarded royal may not be left attacked.
func (m *saveRoyals) mustShield(p *Position) bool {
	return !p.pieces[NewPiece(m.guarded, p.side)].empty() && !m.exposed(p, p.side)
}

// candidates is the moves of the pieces that no ban forbids, with what they
// leave, and the least number of royals that one of them leaves attacked.
func (m *saveRoyals) candidates(p *Position) (moves []Move, burdens []burden, least int) {
	k := sink{}
	g := p.guard()
	p.generateGuarded(&k, &g)
	shield := m.mustShield(p)
	least = len(p.board)
	burdens = make([]burden, len(k.moves))
	for i, mv := range k.moves {
		b := m.weigh(p, mv)
		burdens[i] = b
		if !(shield && b.exposes) {
			least = min(least, b.attacked)
		}
	}
	return k.moves, burdens, least
}

func (m *saveRoyals) generate(p *Position, k *sink) {
	moves, burdens, least := m.candidates(p)
	shield := m.mustShield(p)
	for i, mv := range moves {
		b := burdens[i]
		if b.wins || !(shield && b.exposes) && b.attacked == least {
			k.add(mv)
			if k.done() {
				return
			}
		}
	}
}

// objection says why a move of the pieces is not legal, "" if it is.
func (m *saveRoyals) objection(p *Position, mv Move) string {
	b := m.weigh(p, mv)
	if b.wins {
		return ""
	}
	if b.exposes && m.mustShield(p) {
		return fmt.Sprintf("it leaves the %s attacked, which was not", p.rules.kinds[m.guarded].name)
	}
	if b.attacked == 0 {
		return ""
	}
	if _, _, least := m.candidates(p); b.attacked > least {
		return fmt.Sprintf("it leaves %d royal pieces attacked, and another move leaves only %d", b.attacked, least)
	}
	return ""
}
