package rules

import "fmt"

// saveRoyals is for variants with several royals per side. A move may not newly
// expose the guarded royal to attack. Of the other moves, only those that leave
// the fewest royals attacked are legal, besides capturing the opponent's last
// royal, which is always legal (AC-7).
type saveRoyals struct {
	ruleCited
	Guarded string `yaml:"guarded" says:"the royal piece that no move may expose"`
	guarded PieceType
}

var saveRoyalsKind = moduleOf("save-royals",
	"For several royals a side: no move may leave the guarded one attacked that was not, and of all other moves only those are legal that leave the fewest royals attacked.",
	func(c *moduleContext, m *saveRoyals) {
		m.guarded = c.piece(m.Guarded)
		c.add(m)
	})

func (m *saveRoyals) describe(r *Rules) string {
	return fmt.Sprintf("No move may leave one's own %s attacked that was not; of all other moves only those are legal "+
		"that leave the fewest own royal pieces attacked, and taking the last royal piece of the other side always is",
		r.pieceTypes[m.guarded].name)
}

// watchedRoyal is a royal of the side to move, with the moves that affect attacks on
// it.
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
	if b := p.royals(p.side.Other()); p.rules.lastRoyalWins && b.Single() {
		em.lastEnemyRoyal = b.First()
	}
}

// exposure returns a move's exposure.
func (m *saveRoyals) exposure(p *Position, em *exposedMoves, mv Move) royalExposure {
	k := mv.Kind()
	e := royalExposure{wins: em.lastEnemyRoyal != NoSquare && mv.To() == em.lastEnemyRoyal && (k == Step || k == RifleCapture)}
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
	case p.rules.playToTest:
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

// attackedOnBoard is leaves on the board after a move, without playing it.
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

// acquireExposures returns an empty list from a pool, because move generation must not
// allocate. shelve returns it to the pool.
func (p *Position) acquireExposures() *exposedMoves {
	if n := len(p.freeExposures); n > 0 {
		em := p.freeExposures[n-1]
		p.freeExposures = p.freeExposures[:n-1]
		return em
	}
	return new(exposedMoves)
}

func (p *Position) releaseExposures(em *exposedMoves) { p.freeExposures = append(p.freeExposures, em) }

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

// provesLegalMove reports whether a step does not newly expose the guarded royal. If
// there is such a step, some move is legal.
func (m *saveRoyals) provesLegalMove(p *Position, mv Move) bool {
	b := p.pieces[NewPiece(m.guarded, p.side)]
	if b.Empty() {
		return true
	}
	w := watchedRoyal{square: b.First(), pieceType: m.guarded, legality: legality{testEvery: true}}
	return p.attacked(w.square, w.pieceType, p.side.Other(), p.occupied, p.own[p.side.Other()]) || !w.attackedAfter(p, mv)
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
		return "royal attacked", fmt.Sprintf("it leaves the %s attacked, which was not", p.rules.pieceTypes[m.guarded].name)
	case e.attacked == 0:
		return "", ""
	}
	if m.exposeMoves(p, em); e.attacked > em.fewest {
		return "royal attacked", fmt.Sprintf("it leaves %d of the royal pieces attacked, and another move leaves only %d", e.attacked, em.fewest)
	}
	return "", ""
}
