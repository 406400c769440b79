package rules

import (
	"fmt"
	"strings"
)

// mustCapture makes captures compulsory (W-9).
type mustCapture struct{ ruleCited }

var mustCaptureKind = moduleOf("must-capture", "Captures are compulsory.",
	func(c *moduleContext, m *mustCapture) { c.add(m) })

func (mustCapture) describe(*Rules) string { return "Captures are compulsory" }

func (mustCapture) generate(p *Position, ml *moveList) {
	legal := p.acquireLegality()
	defer p.releaseLegality(legal)
	legal.countBefore, legal.listedBefore = ml.count, len(ml.moves)
	before := ml.size()
	legal.preferCaptures = p.rules.plan.capturesAlwaysLegal && p.enPassant.Empty()
	legal.capturesOnly = !legal.preferCaptures
	p.generateGuarded(ml, legal)
	if ml.size() == before && legal.capturesOnly {
		legal.capturesOnly = false
		p.generateGuarded(ml, legal)
	}
}

// discardQuiet discards the quiet moves generated before the first capture.
func (legal *legality) discardQuiet(ml *moveList) {
	ml.count, ml.moves = legal.countBefore, ml.moves[:legal.listedBefore]
	legal.preferCaptures, legal.capturesOnly = false, true
}

func (mustCapture) provesLegalMove(*Position, Move) bool { return true }

func (mustCapture) objection(p *Position, m Move) (reason, message string) {
	if p.Captured(m) != NoPiece {
		return "", ""
	}
	ml := moveList{counting: true, firstOnly: true}
	legal := p.acquireLegality()
	legal.capturesOnly = true
	p.generateGuarded(&ml, legal)
	p.releaseLegality(legal)
	if ml.empty() {
		return "", ""
	}
	return "capture", "a capture is possible, so the move must capture"
}

// fullHand forbids capturing anything but a royal when the bench has no free
// cell (CSG-4).
type fullHand struct{ ruleCited }

var fullHandKind = moduleOf("full-hand", "A side whose hand has no free cell may capture only a royal.",
	func(c *moduleContext, m *fullHand) {
		if c.rules.hands.cells == 0 {
			c.report("needs a hand with cells")
		}
		c.add(m)
	})

func (fullHand) describe(*Rules) string {
	return "A side without a free cell may capture only a royal"
}

func (fullHand) full(p *Position) bool { return p.handSize[p.side] >= p.rules.hands.cells }

func (m fullHand) restrict(p *Position, legal *legality) {
	if other := p.side.Other(); m.full(p) {
		legal.targets = legal.targets.AndNot(p.own[other].AndNot(p.royals(other)))
	}
}

func (m fullHand) forbids(p *Position, mv Move) bool {
	if mv.Kind() != Step || p.board[mv.To()] == NoPiece {
		return false
	}
	return m.full(p) && !p.rules.royals.Has(p.board[mv.To()].Type())
}

func (fullHand) explain(p *Position, _ Move) (reason, message string) {
	return "bench full", fmt.Sprintf("the bench is full (%d pieces), so only a royal may be captured",
		p.handSize[p.side])
}

func (m *fullHand) relation() Relation {
	return Relation{Name: "full", Sided: true, Rule: m.ruleID, holds: func(p *Position, side Side) bool {
		return p.handSize[side] >= p.rules.hands.cells
	}}
}

// indestructibleLine protects three pieces of one side, one of each group, on
// three adjacent squares in a row, column or diagonal (CSG-7).
type indestructibleLine struct {
	ruleCited
	Groups [][]string `yaml:"groups" says:"three lists of pieces; a line has one piece of each"`
	groups [3]PieceTypeSet
}

var indestructibleLineKind = moduleOf("indestructible-line",
	"Three pieces of one side, one of each group, on adjacent squares in a row, column or diagonal cannot be captured.",
	func(c *moduleContext, m *indestructibleLine) {
		if len(m.Groups) != len(m.groups) {
			c.report("groups must be three lists of pieces, found %d", len(m.Groups))
		}
		for i := range min(len(m.Groups), len(m.groups)) {
			m.groups[i] = c.pieces(m.Groups[i])
		}
		c.add(m)
	})

func (m *indestructibleLine) describe(r *Rules) string {
	words := make([]string, len(m.Groups))
	for i, group := range m.Groups {
		words[i] = r.definition.PieceNames(group, "or")
	}
	return fmt.Sprintf("Three pieces of one side on adjacent squares in a row, column or diagonal cannot be captured, "+
		"if one is %s", strings.Join(words, ", one "))
}

func (m *indestructibleLine) restrict(p *Position, legal *legality) {
	legal.targets = legal.targets.AndNot(m.protected(p, p.side.Other()))
}

// protected returns the pieces of a side in a complete line.
func (m *indestructibleLine) protected(p *Position, side Side) Bitboard {
	var group [3]Bitboard
	for i, kinds := range m.groups {
		group[i] = p.ofTypes(side, kinds)
		if group[i].Empty() {
			return Bitboard{}
		}
	}
	any := group[0].Or(group[1]).Or(group[2])
	var out Bitboard
	for d := range 4 {
		near, far := p.rules.shiftedBack(any, d, 1), p.rules.shiftedBack(any, d, 2)
		starts := any.And(near).And(far) // three in a row from here
		for !starts.Empty() {
			if squares, complete := m.lineFrom(p, starts.Pop(), d, side); complete {
				for _, s := range squares {
					out = out.Or(bit(s))
				}
			}
		}
	}
	return out
}

// lineFrom returns the three squares from s in direction d, and whether they
// have one piece of each group of a side.
func (m *indestructibleLine) lineFrom(p *Position, s Square, d int, side Side) (squares [3]Square, complete bool) {
	if !p.rules.squaresLeft[d][2].Has(s) {
		return squares, false
	}
	v := directionVectors[d]
	seen := 0
	for i := range squares {
		at := s + Square(i*(v[1]*p.rules.files+v[0]))
		squares[i] = at
		if pc := p.board[at]; pc.Side() == side {
			for n := range m.groups {
				if m.groups[n].Has(pc.Type()) {
					seen |= 1 << n
				}
			}
		}
	}
	return squares, seen == 7
}

func (m *indestructibleLine) forbids(p *Position, mv Move) bool {
	if mv.Kind() != Step || p.board[mv.To()] == NoPiece {
		return false
	}
	_, found := m.lineThrough(p, mv.To())
	return found
}

// lineThrough finds a complete line through s of the owner of the piece on it.
func (m *indestructibleLine) lineThrough(p *Position, s Square) (squares [3]Square, found bool) {
	side := p.board[s].Side()
	kind := p.board[s].Type()
	if !(m.groups[0] | m.groups[1] | m.groups[2]).Has(kind) {
		return squares, false
	}
	for d := range 4 {
		v := directionVectors[d]
		for back := range 3 {
			start, ok := p.rules.offset(s, -back*v[0], -back*v[1])
			if !ok {
				break
			}
			if line, complete := m.lineFrom(p, start, d, side); complete {
				return line, true
			}
		}
	}
	return squares, false
}

func (m *indestructibleLine) explain(p *Position, mv Move) (reason, message string) {
	squares, _ := m.lineThrough(p, mv.To())
	r := p.rules
	return "indestructible", fmt.Sprintf("the %s on %s stands in the line %s-%s-%s and cannot be captured",
		r.pieceTypes[p.board[mv.To()].Type()].name, r.SquareName(mv.To()),
		r.SquareName(squares[0]), r.SquareName(squares[1]), r.SquareName(squares[2]))
}

func (m *indestructibleLine) relation() Relation {
	return Relation{Name: "alloy", Sided: true, Rule: m.ruleID, holds: func(p *Position, side Side) bool {
		return !m.protected(p, side).Empty()
	}}
}

// lionTrade prevents the exchange of strong pieces (CHU-10). A lion may capture
// a distant lion only if that lion is unprotected, or if the move also captures
// a piece that counts. If another piece has captured a lion, the reply may
// capture a lion elsewhere only with a lion.
type lionTrade struct {
	ruleCited
	Pieces       []string `yaml:"pieces" says:"the lions"`
	Small        []string `yaml:"small" says:"pieces that do not count when captured on the way to a lion"`
	lions, small PieceTypeSet
}

var lionTradeKind = moduleOf("lion-trade",
	"Lions cannot be exchanged: a lion may not capture a distant protected lion, and after another piece has "+
		"captured a lion, the reply may capture a lion elsewhere only with a lion. Needs traded in 'state'.",
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
	return fmt.Sprintf("A %s may capture a distant one only if it is unprotected, or together with a piece other "+
		"than a %s. After another piece has captured a %s, the reply may capture one elsewhere only with a %s",
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

// protectedLion returns the square of a lion that a move would illegally
// capture, or NoSquare.
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
		return "lion protected",
			fmt.Sprintf("the %s on %s is protected, and captured from afar only together with a piece that is no %s",
				lion, at, r.typeList(m.small, "or"))
	}
	return "lion answered", fmt.Sprintf(
		"a %s has just been captured on %s; in answer the one on %s is captured by a %s only", lion,
		r.SquareName(p.traded), at, lion)
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
