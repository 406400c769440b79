package rules

import "fmt"

// saveRoyals is for variants with several royals per side (AC-7). A move may
// not newly expose the guarded royal to attack. Of the other moves, only those
// are legal that leave the fewest royals attacked. Capturing the opponent's
// last royal is always legal.
type saveRoyals struct {
	ruleCited
	Guarded string `yaml:"guarded" says:"the royal that no move may expose"`
	guarded PieceType
}

var saveRoyalsKind = moduleOf("save-royals",
	"For several royals per side: no move may newly expose the guarded royal, and of all other moves only those "+
		"that leave the fewest royals attacked are legal.",
	func(c *moduleContext, m *saveRoyals) {
		m.guarded = c.piece(m.Guarded)
		c.add(m)
	})

func (m *saveRoyals) describe(r *Rules) string {
	return fmt.Sprintf("A side may not newly expose its own %s to attack; of all other moves, only those that leave "+
		"the fewest royals attacked are legal; capturing the other side's last royal always is",
		r.pieceTypes[m.guarded].name)
}

// watchedRoyal is a royal of the side to move, with the moves that affect
// attacks on it.
type watchedRoyal struct {
	square    Square
	pieceType PieceType
	attacked  bool
	legality  legality
}

// royalExposure describes a move's effect on the mover's royals.
type royalExposure struct {
	wins     bool // it captures the last royal
	exposes  bool // it newly exposes the guarded royal
	attacked uint8
}

// exposedMoves lists the moves that no ban forbids, each with its exposure.
type exposedMoves struct {
	watches        []watchedRoyal
	lastEnemyRoyal Square // the opponent's last royal, or NoSquare if there are more
	generated      moveList
	exposures      []royalExposure
	fewest         uint8 // fewest royals left attacked by a move that exposes nothing
}

// watchRoyals examines the royals before the moves.
func (m *saveRoyals) watchRoyals(p *Position, em *exposedMoves) {
	em.watches = em.watches[:0]
	for b := p.royals(p.side); !b.Empty(); {
		s := b.Pop()
		kind := p.board[s].Type()
		em.watches = append(em.watches, watchedRoyal{square: s, pieceType: kind})
		w := &em.watches[len(em.watches)-1]
		p.addRoyalLegality(s, kind, &w.legality)
		w.attacked = w.legality.inCheck
		if w.legality.testEvery && !w.legality.inCheck {
			w.attacked = p.attacked(s, kind, p.side.Other(), p.occupied, p.own[p.side.Other()])
		}
	}
	em.lastEnemyRoyal = NoSquare
	if b := p.royals(p.side.Other()); p.rules.caps.royalCaptureWins && b.Single() {
		em.lastEnemyRoyal = b.First()
	}
}

// exposure returns a move's exposure.
func (m *saveRoyals) exposure(p *Position, em *exposedMoves, mv Move) royalExposure {
	k := mv.Kind()
	e := royalExposure{wins: em.lastEnemyRoyal != NoSquare && mv.To() == em.lastEnemyRoyal &&
		(k == Step || k == RifleCapture)}
	for i := range em.watches {
		w := &em.watches[i]
		if !w.attackedAfter(p, mv) {
			continue
		}
		e.attacked++
		e.exposes = e.exposes || w.pieceType == m.guarded && !w.attacked
	}
	return e
}

// attackedAfter reports whether the royal is attacked after a move.
func (w *watchedRoyal) attackedAfter(p *Position, mv Move) bool {
	var left, entered Bitboard
	switch mv.Kind() {
	case Step:
		left, entered = bit(mv.From()), bit(mv.To())
	case Drop, PocketDrop:
		entered = bit(mv.To())
	case ToPocket:
		left = bit(mv.From())
	case Pass:
		return w.attacked
	case Castle, EnPassant:
		return w.attackedByPlaying(p, mv)
	case RifleCapture:
		return w.attackedOnBoard(p, mv)
	}
	legal := &w.legality
	switch {
	case p.rules.plan.playToTest:
		return w.attackedByPlaying(p, mv)
	case left.Has(w.square):
		return w.attackedOnBoard(p, mv)
	case legal.inCheck && !entered.Meets(legal.evasionTo) && !left.Meets(legal.evasionFrom):
		return true
	case !legal.testEvery && !left.Meets(legal.testFrom) && !entered.Meets(legal.testTo):
		return false
	}
	return w.attackedOnBoard(p, mv)
}

// squareAfter returns the royal's square after a move.
func (w *watchedRoyal) squareAfter(mv Move) Square {
	if k := mv.Kind(); (k == Step || k == Castle) && mv.From() == w.square {
		return mv.To()
	}
	return w.square
}

// attackedOnBoard is attackedAfter on the board after a move, without playing
// the move.
func (w *watchedRoyal) attackedOnBoard(p *Position, mv Move) bool {
	var v boardView
	p.boardAfter(&v, mv)
	return p.attacked(w.squareAfter(mv), w.pieceType, p.side.Other(), v.occupied, v.opponent)
}

// attackedByPlaying is leaves by playing the move.
func (w *watchedRoyal) attackedByPlaying(p *Position, mv Move) bool {
	history := p.playProbe(mv)
	attacked := p.attacked(w.squareAfter(mv), w.pieceType, p.side, p.occupied, p.own[p.side])
	p.undoProbe(history)
	return attacked
}

// acquireExposures returns an empty list from a pool, because move generation
// must not allocate. shelve returns the list to the pool.
func (p *Position) acquireExposures() *exposedMoves {
	if n := len(p.scratch.exposures); n > 0 {
		em := p.scratch.exposures[n-1]
		p.scratch.exposures = p.scratch.exposures[:n-1]
		return em
	}
	return new(exposedMoves)
}

func (p *Position) releaseExposures(em *exposedMoves) {
	p.scratch.exposures = append(p.scratch.exposures, em)
}

// exposeMoves generates the moves and computes their exposures.
func (m *saveRoyals) exposeMoves(p *Position, em *exposedMoves) {
	em.generated = moveList{moves: em.generated.moves[:0]}
	legal := p.acquireLegality()
	p.generateGuarded(&em.generated, legal)
	p.releaseLegality(legal)
	em.exposures = em.exposures[:0]
	em.fewest = ^uint8(0)
	for _, mv := range em.generated.moves {
		e := m.exposure(p, em, mv)
		em.exposures = append(em.exposures, e)
		if !e.exposes {
			em.fewest = min(em.fewest, e.attacked)
		}
	}
}

func (m *saveRoyals) generate(p *Position, ml *moveList) {
	em := p.acquireExposures()
	m.watchRoyals(p, em)
	m.exposeMoves(p, em)
	for i, e := range em.exposures {
		if e.wins || !e.exposes && e.attacked == em.fewest {
			ml.add(em.generated.moves[i])
			if ml.done() {
				break
			}
		}
	}
	p.releaseExposures(em)
}

// provesLegalMove reports whether a step does not newly expose the guarded
// royal. If there is such a step, some move is legal.
func (m *saveRoyals) provesLegalMove(p *Position, mv Move) bool {
	b := p.pieces[NewPiece(m.guarded, p.side)]
	if b.Empty() {
		return true
	}
	w := watchedRoyal{square: b.First(), pieceType: m.guarded, legality: legality{testEvery: true}}
	return p.attacked(w.square, w.pieceType, p.side.Other(), p.occupied, p.own[p.side.Other()]) ||
		!w.attackedAfter(p, mv)
}

// objection says why a pseudo-legal move is illegal, or "".
func (m *saveRoyals) objection(p *Position, mv Move) (reason, message string) {
	em := p.acquireExposures()
	defer p.releaseExposures(em)
	m.watchRoyals(p, em)
	e := m.exposure(p, em, mv)
	switch {
	case e.wins:
		return "", ""
	case e.exposes:
		return "royal attacked", fmt.Sprintf("it newly exposes the %s to attack", p.rules.pieceTypes[m.guarded].name)
	case e.attacked == 0:
		return "", ""
	}
	if m.exposeMoves(p, em); e.attacked > em.fewest {
		return "royal attacked",
			fmt.Sprintf("it leaves %d of the royal pieces attacked, and another move leaves only %d", e.attacked,
				em.fewest)
	}
	return "", ""
}

// lastRoyals is an extinction whose last pieces must not be left attacked. Only
// an explosion can then cause it.
type lastRoyals struct{ *extinction }

func (m *lastRoyals) describe(r *Rules) string {
	what := r.definition.PieceNames(m.Pieces, "or")
	says := fmt.Sprintf("%s may make no move that leaves ", r.sideOf(m.Side))
	switch {
	case m.Left == 0:
		says += fmt.Sprintf("its last %s attacked", what)
	case m.Left+1 >= r.squares:
		says += fmt.Sprintf("a %s attacked", what)
	default:
		says += fmt.Sprintf("a %s attacked while it has no more than %d", what, m.Left+1)
	}
	if m.Royal == "all" {
		says += ", or all of them at once"
	}
	if r.plan.playCapturesToTest {
		says += "; " + m.extinction.describe(r)
	}
	return says
}

func (m *lastRoyals) safe(p *Position, v *boardView) bool {
	if over, _ := m.isOver(p); over {
		side, _ := m.extinct(p)
		return side != v.side
	}
	return !m.exposed(p, v.side, m.promotedOn(p))
}

// promotedOn returns the square of a piece just made by promotion that only
// counts from the next move on, or NoSquare.
func (m *lastRoyals) promotedOn(p *Position) Square {
	st := &p.stack[len(p.stack)-1]
	if m.Before && st.move.Into() != NoPieceType && !p.rules.caps.lastRoyals.Has(st.moved.Type()) {
		return st.move.To()
	}
	return NoSquare
}

func (m *lastRoyals) explain(p *Position) (reason, message string) {
	return "last royal attacked",
		fmt.Sprintf("it leaves the %s attacked", p.rules.definition.PieceNames(m.Pieces, "or"))
}

func (m *lastRoyals) endedByPly(p *Position) bool {
	return p.rules.plan.playCapturesToTest && m.extinction.endedByPly(p)
}

func (m *lastRoyals) isOver(p *Position) (over, exposed bool) {
	if !p.rules.plan.playCapturesToTest {
		return false, false
	}
	return m.extinction.isOver(p)
}

// inCheck reports whether a side could lose its last counting piece.
func (m *lastRoyals) inCheck(p *Position, side Side) bool {
	return m.exposed(p, side, NoSquare)
}

// exposed reports whether a side could lose its last counting piece. The piece
// on the square made does not count yet.
func (m *lastRoyals) exposed(p *Position, side Side, made Square) bool {
	if !m.Side.Has(side == Second) {
		return false
	}
	all := m.Royal == "all"
	for _, kinds := range m.kinds {
		own := p.ofTypes(side, kinds).AndNot(bit(made))
		all = all && !own.Empty()
		last := own.Len() <= m.Left+1
		for !own.Empty() && (last || all) {
			s := own.Pop()
			attacked := p.royalAttacked(side, s, p.board[s].Type(), p.occupied, p.own[side.Other()])
			if attacked && last {
				return true
			}
			all = all && attacked
		}
	}
	return all
}

func (m *lastRoyals) restrict(_ *Position, legal *legality) { legal.testEvery = true }
