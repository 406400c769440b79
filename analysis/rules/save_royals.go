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
func (m *saveRoyals) observe(p *Position, w *weighing) {
	w.watches = w.watches[:0]
	for b := p.royals(p.side); !b.Empty(); {
		s := b.Pop()
		kind := p.board[s].Type()
		w.watches = append(w.watches, watch{square: s, pieceType: kind})
		o := &w.watches[len(w.watches)-1]
		p.shield(s, kind, &o.guard)
		o.attacked = o.guard.limited
		if o.guard.exact && !o.guard.limited {
			o.attacked = p.attacked(s, kind, p.side.Other(), p.filled, p.own[p.side.Other()])
		}
	}
	w.target = NoSquare
	if b := p.royals(p.side.Other()); p.rules.lastRoyalWins && b.Single() {
		w.target = b.First()
	}
}

// exposure returns a move's exposure.
func (m *saveRoyals) exposure(p *Position, w *weighing, mv Move) exposure {
	k := mv.Kind()
	b := exposure{wins: w.target != NoSquare && mv.To() == w.target && (k == Step || k == RifleCapture)}
	for i := range w.watches {
		o := &w.watches[i]
		if !o.leaves(p, mv) {
			continue
		}
		b.attacked++
		b.exposes = b.exposes || o.pieceType == m.guarded && !o.attacked
	}
	return b
}

// leaves reports whether the royal is attacked after a move.
func (o *watch) leaves(p *Position, mv Move) bool {
	var left, entered Bitboard
	switch mv.Kind() {
	case Step:
		left, entered = bit(mv.From()), bit(mv.To())
	case Drop, PocketDrop:
		entered = bit(mv.To())
	case ToPocket:
		left = bit(mv.From())
	case Pass:
		return o.attacked
	case Castle, EnPassant:
		return o.leavesAfter(p, mv)
	case RifleCapture:
		return o.leavesIn(p, mv)
	}
	g := &o.guard
	switch {
	case p.rules.playToTest:
		return o.leavesAfter(p, mv)
	case left.Has(o.square):
		return o.leavesIn(p, mv)
	case g.limited && !entered.Meets(g.only) && !left.Meets(g.free):
		return true
	case !g.exact && !left.Meets(g.from) && !entered.Meets(g.to):
		return false
	}
	return o.leavesIn(p, mv)
}

// after returns the royal's square after a move.
func (o *watch) after(mv Move) Square {
	if k := mv.Kind(); (k == Step || k == Castle) && mv.From() == o.square {
		return mv.To()
	}
	return o.square
}

// leavesIn is leaves on the board after a move, without playing it.
func (o *watch) leavesIn(p *Position, mv Move) bool {
	var v view
	p.viewAfter(&v, mv)
	return p.attacked(o.after(mv), o.pieceType, p.side.Other(), v.occupied, v.enemy)
}

// leavesAfter is leaves by playing the move.
func (o *watch) leavesAfter(p *Position, mv Move) bool {
	history := p.try(mv)
	attacked := p.attacked(o.after(mv), o.pieceType, p.side, p.filled, p.own[p.side])
	p.untry(history)
	return attacked
}

// weighing returns an empty list from a pool, because move generation must not
// allocate. shelve returns it to the pool.
func (p *Position) weighing() *weighing {
	if n := len(p.weighings); n > 0 {
		w := p.weighings[n-1]
		p.weighings = p.weighings[:n-1]
		return w
	}
	return new(weighing)
}

func (p *Position) shelve(w *weighing) { p.weighings = append(p.weighings, w) }

// weigh generates the moves and computes their exposures.
func (m *saveRoyals) weigh(p *Position, w *weighing) {
	w.sink = sink{moves: w.sink.moves[:0]}
	g := p.guard()
	p.generateGuarded(&w.sink, g)
	p.release(g)
	w.exposures = w.exposures[:0]
	w.least = ^uint8(0)
	for _, mv := range w.sink.moves {
		b := m.exposure(p, w, mv)
		w.exposures = append(w.exposures, b)
		if !b.exposes {
			w.least = min(w.least, b.attacked)
		}
	}
}

func (m *saveRoyals) generate(p *Position, k *sink) {
	w := p.weighing()
	m.observe(p, w)
	m.weigh(p, w)
	for i, b := range w.exposures {
		if b.wins || !b.exposes && b.attacked == w.least {
			k.add(w.sink.moves[i])
			if k.done() {
				break
			}
		}
	}
	p.shelve(w)
}

// admits reports whether a step does not newly expose the guarded royal. If
// there is such a step, some move is legal.
func (m *saveRoyals) admits(p *Position, mv Move) bool {
	b := p.pieces[NewPiece(m.guarded, p.side)]
	if b.Empty() {
		return true
	}
	o := watch{square: b.First(), pieceType: m.guarded, guard: guard{exact: true}}
	return p.attacked(o.square, o.pieceType, p.side.Other(), p.filled, p.own[p.side.Other()]) || !o.leaves(p, mv)
}

// objection says why a pseudo-legal move is illegal, or "".
func (m *saveRoyals) objection(p *Position, mv Move) (reason, message string) {
	w := p.weighing()
	defer p.shelve(w)
	m.observe(p, w)
	b := m.exposure(p, w, mv)
	switch {
	case b.wins:
		return "", ""
	case b.exposes:
		return "royal attacked", fmt.Sprintf("it leaves the %s attacked, which was not", p.rules.pieceTypes[m.guarded].name)
	case b.attacked == 0:
		return "", ""
	}
	if m.weigh(p, w); b.attacked > w.least {
		return "royal attacked", fmt.Sprintf("it leaves %d of the royal pieces attacked, and another move leaves only %d", b.attacked, w.least)
	}
	return "", ""
}
