package rules

import "fmt"

// saveRoyals is for variants with several royals per side. A move may not newly
// expose the guarded royal to attack. Of the other moves, only those that leave
// the fewest royals attacked are legal, besides capturing the opponent's last
// royal, which is always legal (AC-7).
type saveRoyals struct {
	ruled
	Guarded string `yaml:"guarded" says:"the royal piece that no move may expose"`
	guarded PieceType
}

var saveRoyalsKind = moduleOf("save-royals",
	"For several royals a side: no move may leave the guarded one attacked that was not, and of all other moves only those are legal that leave the fewest royals attacked.",
	func(c *moduleContext, m *saveRoyals) {
		m.guarded = c.piece(m.Guarded)
		c.add(m)
	})

func (m *saveRoyals) says(r *Rules) string {
	return fmt.Sprintf("No move may leave one's own %s attacked that was not; of all other moves only those are legal "+
		"that leave the fewest own royal pieces attacked, and taking the last royal piece of the other side always is",
		r.pieceTypes[m.guarded].name)
}

// watch is a royal of the side to move, with the moves that affect attacks on
// it.
type watch struct {
	square    Square
	pieceType PieceType
	attacked  bool
	guard     guard
}

// exposure describes a move's effect on the mover's royals.
type exposure struct {
	wins     bool // it captures the last royal
	exposes  bool // it newly exposes the guarded royal
	attacked uint8
}

// weighing lists the moves that no ban forbids, each with its exposure.
type weighing struct {
	watches   []watch
	target    Square // the opponent's last royal, or NoSquare if there are more
	sink      sink
	exposures []exposure
	least     uint8 // fewest royals left attacked by a move that exposes nothing
}

// observe examines the royals before the moves.
func (m *saveRoyals) observe(p *Position, em *weighing) {
	em.watches = em.watches[:0]
	for b := p.royals(p.side); !b.Empty(); {
		s := b.Pop()
		kind := p.board[s].Type()
		em.watches = append(em.watches, watch{square: s, pieceType: kind})
		w := &em.watches[len(em.watches)-1]
		p.shield(s, kind, &w.guard)
		w.attacked = w.guard.limited
		if w.guard.exact && !w.guard.limited {
			w.attacked = p.attacked(s, kind, p.side.Other(), p.filled, p.own[p.side.Other()])
		}
	}
	em.target = NoSquare
	if b := p.royals(p.side.Other()); p.rules.lastRoyalWins && b.Single() {
		em.target = b.First()
	}
}

// exposure returns a move's exposure.
func (m *saveRoyals) exposure(p *Position, em *weighing, mv Move) exposure {
	k := mv.Kind()
	e := exposure{wins: em.target != NoSquare && mv.To() == em.target && (k == Step || k == RifleCapture)}
	for i := range em.watches {
		w := &em.watches[i]
		if !w.leaves(p, mv) {
			continue
		}
		e.attacked++
		e.exposes = e.exposes || w.pieceType == m.guarded && !w.attacked
	}
	return e
}

// leaves reports whether the royal is attacked after a move.
func (w *watch) leaves(p *Position, mv Move) bool {
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
		return w.leavesAfter(p, mv)
	case RifleCapture:
		return w.leavesIn(p, mv)
	}
	legal := &w.guard
	switch {
	case p.rules.playToTest:
		return w.leavesAfter(p, mv)
	case left.Has(w.square):
		return w.leavesIn(p, mv)
	case legal.limited && !entered.Meets(legal.only) && !left.Meets(legal.free):
		return true
	case !legal.exact && !left.Meets(legal.from) && !entered.Meets(legal.to):
		return false
	}
	return w.leavesIn(p, mv)
}

// after returns the royal's square after a move.
func (w *watch) after(mv Move) Square {
	if k := mv.Kind(); (k == Step || k == Castle) && mv.From() == w.square {
		return mv.To()
	}
	return w.square
}

// leavesIn is leaves on the board after a move, without playing it.
func (w *watch) leavesIn(p *Position, mv Move) bool {
	var v view
	p.viewAfter(&v, mv)
	return p.attacked(w.after(mv), w.pieceType, p.side.Other(), v.occupied, v.enemy)
}

// leavesAfter is leaves by playing the move.
func (w *watch) leavesAfter(p *Position, mv Move) bool {
	history := p.try(mv)
	attacked := p.attacked(w.after(mv), w.pieceType, p.side, p.filled, p.own[p.side])
	p.untry(history)
	return attacked
}

// weighing returns an empty list from a pool, because move generation must not
// allocate. shelve returns it to the pool.
func (p *Position) weighing() *weighing {
	if n := len(p.weighings); n > 0 {
		em := p.weighings[n-1]
		p.weighings = p.weighings[:n-1]
		return em
	}
	return new(weighing)
}

func (p *Position) shelve(em *weighing) { p.weighings = append(p.weighings, em) }

// weigh generates the moves and computes their exposures.
func (m *saveRoyals) weigh(p *Position, em *weighing) {
	em.sink = sink{moves: em.sink.moves[:0]}
	legal := p.guard()
	p.generateGuarded(&em.sink, legal)
	p.release(legal)
	em.exposures = em.exposures[:0]
	em.least = ^uint8(0)
	for _, mv := range em.sink.moves {
		e := m.exposure(p, em, mv)
		em.exposures = append(em.exposures, e)
		if !e.exposes {
			em.least = min(em.least, e.attacked)
		}
	}
}

func (m *saveRoyals) generate(p *Position, ml *sink) {
	em := p.weighing()
	m.observe(p, em)
	m.weigh(p, em)
	for i, e := range em.exposures {
		if e.wins || !e.exposes && e.attacked == em.least {
			ml.add(em.sink.moves[i])
			if ml.done() {
				break
			}
		}
	}
	p.shelve(em)
}

// admits reports whether a step does not newly expose the guarded royal. If
// there is such a step, some move is legal.
func (m *saveRoyals) admits(p *Position, mv Move) bool {
	b := p.pieces[NewPiece(m.guarded, p.side)]
	if b.Empty() {
		return true
	}
	w := watch{square: b.First(), pieceType: m.guarded, guard: guard{exact: true}}
	return p.attacked(w.square, w.pieceType, p.side.Other(), p.filled, p.own[p.side.Other()]) || !w.leaves(p, mv)
}

// objection says why a pseudo-legal move is illegal, or "".
func (m *saveRoyals) objection(p *Position, mv Move) (reason, message string) {
	em := p.weighing()
	defer p.shelve(em)
	m.observe(p, em)
	e := m.exposure(p, em, mv)
	switch {
	case e.wins:
		return "", ""
	case e.exposes:
		return "royal attacked", fmt.Sprintf("it leaves the %s attacked, which was not", p.rules.pieceTypes[m.guarded].name)
	case e.attacked == 0:
		return "", ""
	}
	if m.weigh(p, em); e.attacked > em.least {
		return "royal attacked", fmt.Sprintf("it leaves %d of the royal pieces attacked, and another move leaves only %d", e.attacked, em.least)
	}
	return "", ""
}
