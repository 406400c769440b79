package rules

import "fmt"

// lionTrade prevents the exchange of strong pieces (CHU-10). A lion may capture
// a distant lion only if that is unprotected, or together with a piece that
// counts. If a piece other than a lion has captured a lion, the reply may
// capture a lion elsewhere only with a lion.
type lionTrade struct {
	ruleCited
	Pieces       []string `yaml:"pieces" says:"the lions"`
	Small        []string `yaml:"small" says:"pieces that do not count when captured on the way to a lion"`
	lions, small PieceTypeSet
}

var lionTradeKind = moduleOf("lion-trade", "Lions are not exchanged: a protected one is not captured from afar by another, and after any other piece captured one, the answer may capture one elsewhere only with a lion; needs traded in 'state'.",
	func(c *moduleContext, m *lionTrade) {
		c.needsField("traded")
		if len(m.Pieces) == 0 {
			c.report("pieces is missing: the lions")
			return
		}
		m.lions, m.small = c.pieces(m.Pieces), c.pieces(m.Small)
		c.add(m)
	})

func (m *lionTrade) describe(r *Rules) string {
	lion := m.name(r)
	return fmt.Sprintf("A %s that is not beside another captures it only if no piece protects it, or together with a piece that is no %s. Where another piece has captured a %s, the answer captures none elsewhere but with a %s",
		lion, r.typeList(m.small, "or"), lion, lion)
}

// name returns the name of the lions.
func (m *lionTrade) name(r *Rules) string {
	return r.pieceTypes[trailing64(uint64(m.lions))].name
}

func (m *lionTrade) restrict(p *Position, legal *legality) {
	theirs := p.ofTypes(p.side.Other(), m.lions)
	legal.testBans = legal.testBans || !theirs.Empty() && (p.traded != NoSquare || !p.ofTypes(p.side, m.lions).Empty())
}

func (m *lionTrade) forbids(p *Position, move Move) bool { return m.protectedLion(p, move) != NoSquare }

// protectedLion returns the square of a lion that a move would illegally capture, or
// NoSquare.
func (m *lionTrade) protectedLion(p *Position, move Move) Square {
	if move.Kind() != Step {
		return NoSquare
	}
	theirs := p.ofTypes(p.side.Other(), m.lions)
	from, to := move.From(), move.To()
	if !m.lions.Has(p.board[from].Type()) {
		return m.secondLion(p, move, theirs)
	}
	if !theirs.Has(to) || p.rules.around[from].Has(to) {
		return NoSquare
	}
	occupied := p.occupied.AndNot(bit(from))
	if move.Use() == Via {
		if passed := p.CapturedVia(move); passed != NoPiece && !m.small.Has(passed.Type()) {
			return NoSquare
		}
		occupied = occupied.AndNot(bit(move.Second()))
	}
	if p.attacked(to, p.board[to].Type(), p.side.Other(), occupied, p.own[p.side.Other()]) {
		return to
	}
	return NoSquare
}

// secondLion returns the square of a lion that a non-lion would capture right
// after a lion was captured elsewhere.
func (m *lionTrade) secondLion(p *Position, move Move, theirs Bitboard) Square {
	if p.traded == NoSquare {
		return NoSquare
	}
	if to := move.To(); to != p.traded && theirs.Has(to) {
		return to
	}
	if via := move.Second(); move.Use() == Via && via != p.traded && theirs.Has(via) {
		return via
	}
	return NoSquare
}

func (m *lionTrade) explain(p *Position, move Move) (reason, message string) {
	r, lion, at := p.rules, m.name(p.rules), p.rules.SquareName(m.protectedLion(p, move))
	if m.lions.Has(p.board[move.From()].Type()) {
		return "lion protected", fmt.Sprintf("the %s on %s is protected, and captured from afar only together with a piece that is no %s", lion, at, r.typeList(m.small, "or"))
	}
	return "lion answered", fmt.Sprintf("a %s has just been captured on %s; in answer the one on %s is captured by a %s only", lion, r.SquareName(p.traded), at, lion)
}

// apply records the square on which a piece other than a lion has captured a
// lion.
func (m *lionTrade) apply(p *Position, st *stateInfo) {
	traded := NoSquare
	switch {
	case m.lions.Has(st.moved.Type()):
	case m.lions.Has(st.captured.Type()):
		traded = st.capturedOn
	case m.lions.Has(st.capturedVia.Type()):
		traded = st.move.Second()
	}
	for _, s := range []Square{p.traded, traded} {
		if s != NoSquare {
			p.toggleKey(p.rules.zobrist.traded[s])
		}
	}
	p.traded = traded
}
