package rules

import (
	"fmt"
	"slices"
)

// dropMate forbids drops that give checkmate (NE-13).
type dropMate struct {
	ruled
	dropMateParams
	pieces PieceTypeSet
	checks [2][MaxSquares]Bitboard // by side and enemy royal: where a drop may give check
}

// losingDropMate lets a side lose by a drop that gives checkmate (PSC-13).
type losingDropMate struct {
	ruled
	dropMateParams
	pieces PieceTypeSet
}

type dropMateParams struct {
	Pieces []string `yaml:"pieces" says:"the pieces that are dropped; every piece when left out"`
	Effect string   `yaml:"effect" says:"forbidden: there is no such drop; loses: it may be played, and loses"`
}

var dropMateKind = moduleOf("drop-mate", "A drop that gives checkmate is forbidden or loses.",
	func(c *moduleContext, params dropMateParams) {
		c.oneRoyal()
		c.oneOf("effect", params.Effect, "forbidden", "loses")
		pieces := c.pieces(params.Pieces)
		if len(params.Pieces) == 0 {
			pieces = anyType
		}
		if params.Effect == "loses" {
			c.add(&losingDropMate{c.ruled, params, pieces})
			return
		}
		c.add(&dropMate{ruled: c.ruled, dropMateParams: params, pieces: pieces})
	})

func (m *dropMate) says(r *Rules) string {
	return fmt.Sprintf("No %s may give checkmate", m.drop(r))
}

func (m *losingDropMate) says(r *Rules) string {
	return fmt.Sprintf("A side whose %s gives checkmate loses", m.drop(r))
}

// drop names the drops that the rule is about.
func (m *dropMateParams) drop(r *Rules) string {
	if len(m.Pieces) == 0 {
		return "drop"
	}
	return "drop of a " + r.definition.PieceNames(m.Pieces, "or")
}

// prepare finds from where a dropped piece could attack each square, itself or
// as another's hurdle, on any board.
func (m *dropMate) prepare(r *Rules) {
	for _, side := range []Side{First, Second} {
		a := &r.attacks[side]
		rides := a.overPieces()
		for s := range Square(r.squares) {
			b := &m.checks[side][s]
			for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
				if !m.pieces.Has(t) {
					continue
				}
				tab := r.tables[NewPiece(t, side)]
				rides = rides || tab.slideAny|tab.slideCapture != 0
				for from := range Square(r.squares) {
					if tab.leaps(from).Has(s) {
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

// overPieces reports whether some piece captures over another one.
func (a *attacks) overPieces() bool {
	for i := range a.lame {
		for _, from := range a.lame[i].reverse {
			if slices.ContainsFunc(from, func(l lame) bool { return l.hop }) {
				return true
			}
		}
	}
	return len(a.hops)+len(a.behinds) > 0
}

// leaps is every square that a piece may capture on by leaping from s on some
// board.
func (t *table) leaps(s Square) Bitboard {
	var out Bitboard
	if t.any != nil {
		out = t.any[s]
	}
	if t.capture != nil {
		out = out.Or(t.capture[s])
	}
	if t.lame != nil {
		for _, l := range t.lame[s] {
			if l.capture {
				out = out.Or(bit(l.square))
			}
		}
	}
	return out
}

func (m *dropMate) restrain(p *Position, g *guard) {
	if royal := p.royal[p.side.Other()]; royal != NoSquare && (p.held[p.side] > 0 || p.pocket[p.side] != NoPieceType) {
		g.eachDrop |= m.pieces
		g.eachDropOn = g.eachDropOn.Or(m.checks[p.side][royal])
	}
}

func (m *dropMate) bans(p *Position, mv Move) bool {
	k := mv.Kind()
	if k != Drop && k != PocketDrop || !m.pieces.Has(p.landed(mv)) {
		return false
	}
	royal := p.royal[p.side.Other()]
	if royal == NoSquare || !m.checks[p.side][royal].Has(mv.To()) {
		return false
	}
	history := p.try(mv)
	mate := p.InCheck(p.side) && !p.HasMove()
	p.untry(history)
	return mate
}

func (m *dropMate) fault(p *Position, mv Move) (reason, message string) {
	return "drop mate", fmt.Sprintf("dropping the %s on %s gives checkmate",
		p.rules.pieceTypes[p.landed(mv)].name, p.rules.SquareName(mv.To()))
}

// revise gives the game to the side that was mated by such a drop.
func (m *losingDropMate) revise(p *Position) (Outcome, bool) {
	if len(p.stack) == 0 {
		return Outcome{}, false
	}
	u := &p.stack[len(p.stack)-1]
	if k := u.move.Kind(); k != Drop && k != PocketDrop || !m.pieces.Has(promoted(u.moved, u.move).Type()) {
		return Outcome{}, false
	}
	return Outcome{winFor[p.side], "pawn-drop mate", m.ruling}, true
}
