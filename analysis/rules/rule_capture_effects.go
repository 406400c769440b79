package rules

import (
	"fmt"
	"slices"
)

// captorEffect is a rule by which a capture changes the capturing piece.
type captorEffect struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"the pieces that change when they capture; all but royals if omitted"`
	pieces PieceTypeSet
}

func (m *captorEffect) restrict(p *Position, legal *legality) {
	legal.effectsTo = p.own[p.side.Other()]
}

// turnCaptor makes a capturing piece change sides, as in Andernach chess. A
// promoting piece changes sides as what it becomes. Royals keep their side.
type turnCaptor struct{ captorEffect }

var turnCaptorKind = moduleOf("turn-captor", "A piece that captures changes sides, after its promotion.",
	func(c *moduleContext, m *turnCaptor) {
		m.pieces = c.effectPieces(m.Pieces)
		c.rules.plan.playPromotionsToTest = true
		c.add(m)
	})

func (m *turnCaptor) describe(r *Rules) string {
	return r.capturing(m.Pieces) + " changes sides, after its promotion"
}

func (m *turnCaptor) apply(p *Position, st *stateInfo) {
	if s := p.captorSquare(st, m.pieces); s != NoSquare {
		p.turnByEffect(st, s)
	}
}

// absorb makes a capturing piece move like the captured one from then on, as in
// cannibal chess.
type absorb struct{ captorEffect }

var absorbKind = moduleOf("absorb",
	"A piece that captures becomes a piece of the captured type, unless it promotes in this move.",
	func(c *moduleContext, m *absorb) {
		m.pieces = c.effectPieces(m.Pieces)
		c.add(m)
	})

func (m *absorb) describe(r *Rules) string {
	return r.capturing(m.Pieces) + " becomes a piece of the captured type, unless it promotes in this move"
}

func (m *absorb) apply(p *Position, st *stateInfo) {
	s := p.captorSquare(st, m.pieces)
	if s == NoSquare || st.move.Into() != NoPieceType {
		return
	}
	if pc, t := p.board[s], st.captured.Type(); pc.Type() != t && !p.rules.royals.Has(t) {
		p.replaceByEffect(st, s, NewPiece(t, pc.Side()))
	}
}

// rebirth puts captured pieces back on a square of the starting position, as in
// Circe chess.
type rebirth struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"the pieces that return; all but royals if omitted"`
	File   []string `yaml:"file" says:"those of them, such as pawns, that return on the file of the capture; others return to the starting square of the capture's colour, or to their only one"`
	pieces PieceTypeSet
	file   PieceTypeSet
}

var rebirthKind = moduleOf("rebirth",
	"A captured piece returns at once to its starting square, the nearest one of the colour on which it was "+
		"captured, if that square is empty after the move. A piece that has only one starting square returns to it. "+
		"A piece that returned does not castle.",
	func(c *moduleContext, m *rebirth) {
		m.pieces, m.file = c.effectPieces(m.Pieces), c.pieces(m.File)
		switch d := c.rules.definition; {
		case d.Array != nil || d.Start == "":
			c.report("needs one starting position")
		case d.Hand != nil:
			c.report("is not available in variants with pieces in hand")
		}
		c.add(m)
	})

func (m *rebirth) describe(r *Rules) string {
	captured := "A captured piece"
	if len(m.Pieces) > 0 {
		captured = fmt.Sprintf("A captured %s", r.definition.PieceNames(m.Pieces, "or"))
	} else if royal := r.royalNames(); royal != "" {
		captured = fmt.Sprintf("A captured piece other than the %s", royal)
	}
	says := captured + " returns at once to its starting square, the nearest one of the colour on which it was captured"
	if len(m.File) > 0 {
		says += fmt.Sprintf(". A %s returns on the file on which it was captured",
			r.definition.PieceNames(m.File, "or"))
	}
	return says + ". Nothing returns to a square that is not empty after the move, and a piece that returned does " +
		"not castle"
}

// home returns the starting square to which a piece that is captured on s
// returns, or NoSquare.
func (m *rebirth) home(r *Rules, pc Piece, s Square) Square {
	if r.start == nil || !m.pieces.Has(pc.Type()) { // nil: the start is being read
		return NoSquare
	}
	starts := r.start.pieces[pc]
	byFile, nearest := m.file.Has(pc.Type()), NoSquare
	for anyColour := starts.Single(); !starts.Empty(); {
		to := starts.Pop()
		fits := anyColour || (r.file(to)+r.rank(to)-r.file(s)-r.rank(s))%2 == 0
		if byFile {
			fits = r.file(to) == r.file(s)
		}
		if fits && (nearest == NoSquare || r.closer(s, to, nearest)) {
			nearest = to
		}
	}
	return nearest
}

// closer reports whether square a is closer to s than b is: by files, then by
// ranks.
func (r *Rules) closer(s, a, b Square) bool {
	if byA, byB := r.filesApart(s, a), r.filesApart(s, b); byA != byB {
		return byA < byB
	}
	return r.ranksApart(s, a) < r.ranksApart(s, b)
}

func (m *rebirth) restrict(p *Position, legal *legality) { legal.effectsTo = p.own[p.side.Other()] }

func (m *rebirth) apply(p *Position, st *stateInfo) {
	if st.captured == NoPiece {
		return
	}
	if to := m.home(p.rules, st.captured, st.capturedOn); to != NoSquare && p.board[to] == NoPiece {
		p.replaceByEffect(st, to, st.captured)
	}
}

// effectPieces returns the types that an effect of captures applies to. Royals
// are excluded.
func (c *moduleContext) effectPieces(letters []string) PieceTypeSet {
	c.rules.plan.playCapturesToTest = true
	if c.rules.caps.twoSteps {
		c.report("is not available in variants with pieces that capture twice in a move")
	}
	pieces := c.piecesOr(letters, ^PieceTypeSet(1))
	if len(letters) > 0 && pieces&c.rules.royals != 0 {
		c.report("a royal piece cannot be among its pieces")
	}
	return pieces &^ c.rules.royals
}

// capturing returns the subject of a sentence about capturing pieces.
func (r *Rules) capturing(letters []string) string {
	if len(letters) > 0 {
		return fmt.Sprintf("A %s that captures", r.definition.PieceNames(letters, "or"))
	}
	if royal := r.royalNames(); royal != "" {
		return fmt.Sprintf("A piece other than the %s that captures", royal)
	}
	return "A piece that captures"
}

// captorSquare returns the square of the piece that has just captured, if it is
// one of the given types; otherwise NoSquare.
func (p *Position) captorSquare(st *stateInfo, kinds PieceTypeSet) Square {
	if st.captured == NoPiece {
		return NoSquare
	}
	s := petrifiedSquare(st.move)
	if pc := p.board[s]; pc <= Walled || !kinds.Has(pc.Type()) {
		return NoSquare
	}
	return s
}

// PlacesByEffect reports whether a move may put pieces on the board besides the
// moved one, such as pieces that change sides.
func (r *Rules) PlacesByEffect() bool {
	return slices.ContainsFunc(r.special.effects, func(e effectRule) bool {
		switch e.(type) {
		case *turnPieces, *turnAttacked, *turnCaptor, *absorb, *rebirth:
			return true
		}
		return false
	})
}
