package rules

import "fmt"

// explosion removes the capturing piece and its neighbours together with the
// captured piece (W-9). A move may not explode its own royal. A royal may be
// left attacked if the opponent's royal explodes or is adjacent to it.
type explosion struct {
	ruleCited
	Spares []string `yaml:"spares" says:"pieces that survive an explosion next to them"`
	Immune []string `yaml:"immune" says:"pieces that stand their own explosions, too"`
	spares PieceTypeSet
	immune PieceTypeSet
}

var explosionKind = moduleOf("explosion", "What is captured explodes, with the capturing piece and all around it.",
	func(c *moduleContext, m *explosion) {
		c.rules.playCapturesToTest, c.rules.explodes = true, true
		if c.rules.cells > 0 {
			c.report("is for hands without cells")
		}
		m.spares, m.immune = c.pieces(m.Spares), c.pieces(m.Immune)
		c.add(m)
	})

func (m *explosion) describe(r *Rules) string {
	says := "What is captured explodes: the capturing piece and all pieces on the squares around leave the board with it"
	if len(m.Spares) > 0 {
		says += fmt.Sprintf(", but for a %s there", r.definition.PieceNames(m.Spares, "or"))
	}
	if len(m.Immune) > 0 {
		says += fmt.Sprintf(", and for any %s", r.definition.PieceNames(m.Immune, "or"))
	}
	if r.keepsAll || r.keepsVictims|r.keepsCaptors != 0 {
		says += ", each into the hand of the side that it was not of"
	}
	royal := r.royalNames()
	if royal == "" {
		return says
	}
	if m.sparesRoyal(r) {
		return says
	}
	return says + fmt.Sprintf(". No move may blow up one's own %s. A %s that stands beside the other one is not attacked", royal, royal)
}

// sparesRoyal reports whether royals survive explosions next to them.
func (m *explosion) sparesRoyal(r *Rules) bool { return (m.spares|m.immune)&r.royals != 0 }

func (m *explosion) apply(p *Position, st *stateInfo) {
	if st.captured == NoPiece {
		return
	}
	centre := st.move.To()
	if pc := p.board[centre]; pc > Walled && !m.immune.Has(pc.Type()) {
		m.remove(p, st, centre)
	}
	for around := p.rules.around[centre].And(p.own[First].Or(p.own[Second])); !around.Empty(); {
		if s := around.Pop(); !(m.spares | m.immune).Has(p.board[s].Type()) {
			m.remove(p, st, s)
		}
	}
}

// remove takes a piece off the board, and gives it to the opponent's hand if
// captures are kept.
func (m *explosion) remove(p *Position, st *stateInfo, s Square) {
	p.liftByEffect(st, s)
	gone := &p.changed[len(p.changed)-1]
	if t := gone.piece.Type(); p.rules.keeps(st.moved.Type(), t) {
		side := gone.piece.Side().Other()
		gone.toHand = p.rules.pieceTypes[t].demotes
		p.setHand(side, gone.toHand, p.hand[side][gone.toHand]+1)
	}
}

func (m *explosion) restrict(p *Position, legal *legality) { legal.effectsTo = p.own[p.side.Other()] }

func (m *explosion) safe(p *Position, v *boardView) bool {
	if v.royal != NoSquare || !p.rules.needsRoyalOf[v.side] {
		return true
	}
	// it may have exploded earlier, by an overruled move
	return !v.played || p.states[len(p.states)-1].royal[v.side] == NoSquare
}

func (m *explosion) explain(p *Position) (reason, message string) {
	return "royal exploded", fmt.Sprintf("it blows up the own %s", p.rules.royalNames())
}

func (m *explosion) exempt(p *Position, side Side, s Square) bool {
	theirs := p.royal[side.Other()]
	return theirs == NoSquare || !m.sparesRoyal(p.rules) && p.rules.around[s].Has(theirs)
}
