package rules

import (
	"fmt"
	"slices"
)

// dropMate forbids drops that give checkmate (NE-13), or makes them lose
// (PSC-13).
type dropMate struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"the pieces that are dropped; every piece when left out"`
	Effect string   `yaml:"effect" says:"forbidden: there is no such drop; loses: it may be played, and loses"`
	pieces PieceTypeSet
}

// forbiddenDropMate is a dropMate that forbids.
type forbiddenDropMate struct {
	*dropMate
	checks [2][MaxSquares]Bitboard // by side and enemy royal: squares on which a drop may give check
}

// losingDropMate is a dropMate that loses.
type losingDropMate struct{ *dropMate }

var dropMateKind = moduleOf("drop-mate", "A drop that gives checkmate is forbidden or loses.",
	func(c *moduleContext, m *dropMate) {
		c.needsOneRoyal()
		c.checkOneOf("effect", m.Effect, "forbidden", "loses")
		m.pieces = c.piecesOr(m.Pieces, anyType)
		if m.Effect == "loses" {
			c.add(losingDropMate{m})
		} else {
			c.add(&forbiddenDropMate{dropMate: m})
		}
	})

func (m *dropMate) describe(r *Rules) string {
	drop := "drop"
	if len(m.Pieces) > 0 {
		drop += " of a " + r.definition.PieceNames(m.Pieces, "or")
	}
	if m.Effect == "loses" {
		return fmt.Sprintf("A side whose %s gives checkmate loses", drop)
	}
	return fmt.Sprintf("No %s may give checkmate", drop)
}

// prepare finds the squares from which a dropped piece could attack each square
// on some board, itself or as a hurdle.
func (m *forbiddenDropMate) prepare(r *Rules) {
	for _, side := range []Side{First, Second} {
		a := &r.attacks[side]
		rides := a.capturesOverHurdles()
		for s := range Square(r.squares) {
			b := &m.checks[side][s]
			for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
				if !m.pieces.Has(t) {
					continue
				}
				tab := r.tables[NewPiece(t, side)]
				rides = rides || tab.slideAny|tab.slideCapture != 0
				for from := range Square(r.squares) {
					if tab.captureLeapsFrom(from).Has(s) {
						*b = b.Or(bit(from))
					}
				}
			}
			for d := 0; rides && d < directions; d++ {
				*b = b.Or(r.rays[d][s])
			}
		}
	}
}

// capturesOverHurdles reports whether some piece captures over a hurdle.
func (a *reverseAttacks) capturesOverHurdles() bool {
	for i := range a.lame {
		for _, from := range a.lame[i].reverse {
			if slices.ContainsFunc(from, func(l lameLeap) bool { return l.hop }) {
				return true
			}
		}
	}
	return len(a.hops)+len(a.behinds) > 0
}

// captureLeapsFrom returns the squares on which a piece may capture by a leap from s on
// some board.
func (t *moveTable) captureLeapsFrom(s Square) Bitboard {
	out := leapsFrom(t.anyLeaps, s).Or(leapsFrom(t.captureLeaps, s))
	if t.lameLeaps != nil {
		for _, l := range t.lameLeaps[s] {
			if l.capture {
				out.Add(l.square)
			}
		}
	}
	return out
}

func (m *forbiddenDropMate) restrict(p *Position, legal *legality) {
	if royal := p.royal[p.side.Other()]; royal != NoSquare && (p.handSize[p.side] > 0 || p.pocket[p.side] != NoPieceType) {
		legal.testDropsOf |= m.pieces
		legal.testDropsTo = legal.testDropsTo.Or(m.checks[p.side][royal])
	}
}

func (m *forbiddenDropMate) forbids(p *Position, mv Move) bool {
	if !mv.isDrop() || !m.pieces.Has(p.landedType(mv)) {
		return false
	}
	royal := p.royal[p.side.Other()]
	if royal == NoSquare || !m.checks[p.side][royal].Has(mv.To()) {
		return false
	}
	history := p.playProbe(mv)
	mate := p.InCheck(p.side) && !p.HasMove()
	p.undoProbe(history)
	return mate
}

func (m *forbiddenDropMate) explain(p *Position, mv Move) (reason, message string) {
	return "drop mate", fmt.Sprintf("dropping the %s on %s gives checkmate",
		p.rules.pieceTypes[p.landedType(mv)].name, p.rules.SquareName(mv.To()))
}

// revise gives the game to the side mated by such a drop.
func (m losingDropMate) revise(p *Position) (Outcome, bool) {
	if len(p.states) == 0 {
		return Outcome{}, false
	}
	st := &p.states[len(p.states)-1]
	if !st.move.isDrop() || !m.pieces.Has(promoted(st.moved, st.move).Type()) {
		return Outcome{}, false
	}
	return Outcome{winFor[p.side], "pawn-drop mate", m.ruleID}, true
}
