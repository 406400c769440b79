package rules

import "fmt"

// saveRoyals is for games with several royals a side: a move that leaves the
// guarded one attacked when it was not is illegal, and of the moves that
// remain only those that leave the fewest royals attacked are legal; taking
// the opponent's last royal always is (AC-7).
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

// watch is one royal of the side to move, and which moves change whether it
// is attacked.
type watch struct {
	square    Square
	pieceType PieceType
	attacked  bool
	guard     guard
}

// exposure is what a move leaves of the mover's royals.
type exposure struct {
	wins     bool // it takes the last royal
	exposes  bool // it leaves the guarded royal attacked, which was not
	attacked uint8
}

// weighing is the moves of a position that no ban forbids, each with its
// exposure.
type weighing struct {
	watches   []watch
	target    Square // the opponent's last royal, NoSquare if he has more
	sink      sink
	exposures []exposure
	least     uint8 // royals that a move leaves attacked, of those that expose nothing
}

// observe looks at the royals before any move is weighed.
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

// exposure tells what a move leaves.
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

// leaves reports whether a move leaves the royal attacked.
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

// after is where the royal stands after a move.
func (o *watch) after(mv Move) Square {
	if k := mv.Kind(); (k == Step || k == Castle) && mv.From() == o.square {
		return mv.To()
	}
	return o.square
}

// leavesIn looks at the board after a move without playing it.
func (o *watch) leavesIn(p *Position, mv Move) bool {
	var v view
	p.viewAfter(&v, mv)
	return p.attacked(o.after(mv), o.pieceType, p.side.Other(), v.occupied, v.enemy)
}

// leavesAfter plays a move, looks, and takes it back.
func (o *watch) leavesAfter(p *Position, mv Move) bool {
	history := p.try(mv)
	attacked := p.attacked(o.after(mv), o.pieceType, p.side, p.filled, p.own[p.side])
	p.untry(history)
	return attacked
}

// weighing returns an empty weighing of the position; shelve gives it back.
// Weighings are kept, since generating moves must not allocate.
func (p *Position) weighing() *weighing {
	if n := len(p.weighings); n > 0 {
		w := p.weighings[n-1]
		p.weighings = p.weighings[:n-1]
		return w
	}
	return new(weighing)
}

func (p *Position) shelve(w *weighing) { p.weighings = append(p.weighings, w) }

// weigh finds the moves of an observed position and their exposures.
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

// admits reports whether a step does not leave the guarded royal attacked that
// was not. Where one move does so, some move is legal.
func (m *saveRoyals) admits(p *Position, mv Move) bool {
	b := p.pieces[NewPiece(m.guarded, p.side)]
	if b.Empty() {
		return true
	}
	o := watch{square: b.First(), pieceType: m.guarded, guard: guard{exact: true}}
	return p.attacked(o.square, o.pieceType, p.side.Other(), p.filled, p.own[p.side.Other()]) || !o.leaves(p, mv)
}

// objection says why a move of the pieces is not legal, "" if it is.
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
