package rules

import (
	"fmt"
	"slices"
)

// mustDrop makes drops compulsory while certain pieces are in hand (W-9).
type mustDrop struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"the pieces that must be dropped first; all if omitted"`
	pieces PieceTypeSet
}

var mustDropKind = moduleOf("must-drop", "A side with certain pieces in hand must drop one of them if it can.",
	func(c *moduleContext, m *mustDrop) {
		m.pieces = c.piecesOr(m.Pieces, c.rules.allTypes())
		c.add(m)
	})

func (m *mustDrop) describe(r *Rules) string {
	what := "a piece in hand"
	if len(m.Pieces) > 0 {
		what = "a " + r.definition.PieceNames(m.Pieces, "or") + " in hand"
	}
	return "A side with " + what + " must drop it if it can"
}

// mustDrop reports whether the side to move has a piece that must be dropped.
func (m *mustDrop) mustDrop(p *Position) bool {
	for t, n := range p.hand[p.side] {
		if n > 0 && m.pieces.Has(PieceType(t)) {
			return true
		}
	}
	return false
}

func (m *mustDrop) generate(p *Position, ml *moveList) {
	legal := p.acquireLegality()
	defer p.releaseLegality(legal)
	if m.mustDrop(p) {
		if legal.dropsOf = m.pieces; p.handSize[p.side] > 0 && p.rules.hands.drop {
			p.generateDrops(ml, legal)
		}
		if !ml.empty() {
			return
		}
		legal.dropsOf = noDrops
	}
	p.generateGuarded(ml, legal)
}

func (m *mustDrop) provesLegalMove(p *Position, mv Move) bool {
	return mv.Kind() == Drop || !m.mustDrop(p)
}

func (m *mustDrop) objection(p *Position, mv Move) (reason, message string) {
	if !m.mustDrop(p) || mv.Kind() == Drop && m.pieces.Has(p.droppedType(mv)) {
		return "", ""
	}
	if mv.Kind() != Drop {
		ml := moveList{counting: true, firstOnly: true}
		legal := p.acquireLegality()
		legal.dropsOf = m.pieces
		p.generateDrops(&ml, legal)
		p.releaseLegality(legal)
		if ml.empty() {
			return "", ""
		}
	}
	return "drop first", "a piece in hand must be dropped first"
}

// dropPlace limits drop squares by the surrounding pieces (W-10).
type dropPlace struct {
	ruleCited
	By           string `yaml:"by" says:"enclosing: where it encloses enemy pieces in rows; beside: next to a piece of its own side; apart: not next to an enemy piece on a file or rank; top: on the first rank or on top of a piece; edge: where a piece slid in from an edge stops; low-edge: the same, but from the last file or rank it slides past others to the lowest square in front of a piece or an edge"`
	Holes        bool   `yaml:"holes" says:"true, with enclosing: a row may also lead over holes of the board, starting at an adjacent enemy piece, although only rows without holes turn"`
	Start        string `yaml:"start" says:"region that must be filled first"`
	startRegions [2]Bitboard
}

var dropPlaceKind = moduleOf("drop-place", "Drop squares depend on the surrounding pieces.",
	func(c *moduleContext, m *dropPlace) {
		c.checkOneOf("by", m.By, "enclosing", "beside", "apart", "top", "edge", "low-edge")
		if m.Holes && m.By != "enclosing" {
			c.report("holes goes with enclosing")
		}
		if m.Start != "" {
			m.startRegions = c.regions(m.Start)
		}
		c.add(m)
	})

func (m *dropPlace) describe(r *Rules) string {
	where := map[string]string{
		"enclosing": "where it encloses enemy pieces in rows between it and another of its side",
		"beside":    "next to a piece of its own side",
		"apart":     "where no enemy piece is next to it on a file or rank",
		"top":       "on the first rank, or on the square above a piece as First sees it",
		"edge":      "where it stops when it is slid in from an edge of the board",
		"low-edge": "where it stops when it is slid in from the first file or rank; slid in from the last one, it " +
			"passes others and stops on the lowest empty square in front of a piece or an edge",
	}
	says := "A piece may only be dropped " + where[m.By]
	if m.Holes {
		says = "A piece may only be dropped next to an enemy piece, if a row of enemy pieces and holes of the board " +
			"leads to a piece of its own side"
	}
	if m.Start != "" {
		says += "; only on " + r.definition.Place(m.Start) + " until all of it is occupied"
	}
	return says
}

func (m *dropPlace) restrict(p *Position, legal *legality) {
	legal.testDropsOf, legal.testDropsTo = p.rules.allTypes(), p.rules.all
}

func (m *dropPlace) forbids(p *Position, mv Move) bool {
	if mv.Kind() != Drop {
		return false
	}
	r, to, side := p.rules, mv.To(), p.side
	if open := m.startRegions[side].AndNot(p.occupied); !open.Empty() {
		return !open.Has(to)
	}
	switch m.By {
	case "enclosing":
		if m.Holes {
			return !r.around[to].Meets(p.own[side.Other()]) || !p.rowLeadsToOwn(side, to)
		}
		return p.enclosed(side, to).Empty()
	case "beside":
		return !r.around[to].Meets(p.own[side])
	case "top":
		below, ok := r.offset(to, 0, -1)
		return ok && p.board[below] == NoPiece
	case "low-edge":
		return !slices.ContainsFunc(orthogonals, func(d int) bool { return p.isLowestRest(to, d) })
	case "apart":
		for _, d := range orthogonals {
			if at, ok := r.step(to, d); ok && p.own[side.Other()].Has(at) {
				return true
			}
		}
		return false
	}
	for _, d := range orthogonals {
		next, ok := r.step(to, d)
		if (!ok || p.board[next] != NoPiece) && !r.rays[d^4][to].Meets(p.occupied) {
			return false
		}
	}
	return true
}

// rowLeadsToOwn reports whether a non-empty row of enemy pieces and holes leads
// from a square to a piece of a side.
func (p *Position) rowLeadsToOwn(side Side, s Square) bool {
	for d := range directionVectors {
		open := p.own[side].Or(p.rules.all.AndNot(p.occupied))
		if stops := p.rules.rays[d][s].And(open); !stops.Empty() {
			if end := nearest(stops, d); p.own[side].Has(end) && !p.rules.around[s].Has(end) {
				return true
			}
		}
	}
	return false
}

// isLowestRest reports whether an empty square is the last one before a piece
// or the edge, in direction d.
func (p *Position) isLowestRest(s Square, d int) bool {
	r := p.rules
	stops := func(s Square) bool {
		next, ok := r.step(s, d)
		return p.board[s] == NoPiece && (!ok || p.board[next] != NoPiece)
	}
	line := r.rays[d][s].Or(r.rays[d^4][s]).Or(bit(s))
	entry := s
	for before := r.rays[d^4][s]; !before.Empty(); {
		at := before.Pop()
		if _, inside := r.step(at, d^4); !inside {
			entry = at
		}
	}
	for !line.Empty() {
		if at := line.Pop(); stops(at) {
			return at == s && p.board[entry] == NoPiece
		}
	}
	return false
}

func (m *dropPlace) explain(p *Position, mv Move) (reason, message string) {
	return "drop place", "a " + p.rules.pieceTypes[p.droppedType(mv)].name + " may not be dropped on " +
		p.rules.SquareName(mv.To()) + " now"
}

// dropMate forbids drops that give checkmate (NE-13), or makes them lose
// (PSC-13).
type dropMate struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"the dropped pieces; all if omitted"`
	Effect string   `yaml:"effect" says:"forbidden: the drop is illegal; loses: the drop is legal and loses"`
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

// prepare finds, for each square, the squares from which a dropped piece could
// attack it on some board, itself or as a hurdle.
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

// captureLeapsFrom returns the squares on which a piece may capture by a leap
// from s on some board.
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
	if royal := p.royal[p.side.Other()]; royal != NoSquare &&
		(p.handSize[p.side] > 0 || p.pocket[p.side] != NoPieceType) {
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

// revise awards the game to the side that such a drop has mated.
func (m losingDropMate) revise(p *Position) (Outcome, bool) {
	if len(p.stack) == 0 {
		return Outcome{}, false
	}
	st := &p.stack[len(p.stack)-1]
	if !st.move.isDrop() || !m.pieces.Has(promoted(st.moved, st.move).Type()) {
		return Outcome{}, false
	}
	return Outcome{winFor[p.side], "pawn-drop mate", m.ruleID}, true
}

// dropAttack forbids dropping a piece so that it attacks a royal and no move of
// the opponent's pieces removes the attack (AC-19).
type dropAttack struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"the dropped pieces"`
	pieces PieceTypeSet
}

var dropAttackKind = moduleOf("drop-attack",
	"The pieces may not be dropped with an attack on a royal that no move of the other side can save.",
	func(c *moduleContext, m *dropAttack) {
		m.pieces = c.requiredPieces(m.Pieces)
		c.add(m)
	})

func (m *dropAttack) describe(r *Rules) string {
	return fmt.Sprintf("No %s may be dropped with an attack on a royal that no move of the other side can save",
		r.definition.PieceNames(m.Pieces, "or"))
}

func (m *dropAttack) restrict(p *Position, legal *legality) {
	legal.testDropsOf |= m.pieces
	legal.testDropsTo = p.rules.all
}

func (m *dropAttack) forbids(p *Position, mv Move) bool {
	if !mv.isDrop() || !m.pieces.Has(p.landedType(mv)) {
		return false
	}
	pc := NewPiece(p.landedType(mv), p.side)
	if !p.rules.tables[pc].captureLeapsFrom(mv.To()).Meets(p.royals(p.side.Other())) {
		return false
	}
	history := p.playProbe(mv)
	lost := false
	for royals := p.reach(pc, mv.To()).And(p.royals(p.side)); !lost && !royals.Empty(); {
		lost = !p.canSave(royals.Pop())
	}
	p.undoProbe(history)
	return lost
}

// canSave reports whether some move of the side to move leaves the royal on s
// unattacked.
func (p *Position) canSave(s Square) bool {
	royal := p.board[s].Type()
	ml := moveList{}
	p.generateGuarded(&ml, &legality{targets: p.rules.all})
	for _, m := range ml.moves {
		at := s
		if k := m.Kind(); (k == Step || k == Castle) && m.From() == s {
			at = m.To()
		}
		p.Play(m)
		saved := !p.attacked(at, royal, p.side, p.occupied, p.own[p.side])
		p.Undo()
		if saved {
			return true
		}
	}
	return false
}

func (m *dropAttack) explain(p *Position, mv Move) (reason, message string) {
	return "drop attack", fmt.Sprintf("the %s dropped on %s attacks a royal that no reply can save",
		p.rules.pieceTypes[p.landedType(mv)].name, p.rules.SquareName(mv.To()))
}

// oppositeColours keeps drops from leaving two pieces of a type on squares of
// one colour (W-9).
type oppositeColours struct {
	ruleCited
	Piece string `yaml:"piece" says:"the piece"`
	piece PieceType
	dark  Bitboard
}

var oppositeColoursKind = moduleOf("opposite-colours",
	"As many of a piece must be dropped on dark squares as on light ones.",
	func(c *moduleContext, m *oppositeColours) {
		m.piece = c.piece(m.Piece)
		for s := range Square(c.rules.squares) {
			if (c.rules.file(s)+c.rules.rank(s))%2 == 0 {
				m.dark.Add(s)
			}
		}
		c.add(m)
	})

func (m *oppositeColours) describe(r *Rules) string {
	return fmt.Sprintf("A side must drop as many of %s on dark squares as on light ones",
		r.definition.PieceNames([]string{m.Piece}, "and"))
}

func (m *oppositeColours) restrict(p *Position, legal *legality) {
	legal.testDropsOf, legal.testDropsTo = p.rules.allTypes(), p.rules.all
}

func (m *oppositeColours) forbids(p *Position, mv Move) bool {
	if mv.Kind() != Drop {
		return false
	}
	side := p.side
	own, all := p.pieces[NewPiece(m.piece, side)], p.count(side, 1<<m.piece)
	of := func(dark bool, b Bitboard) int {
		if dark {
			return b.And(m.dark).Len()
		}
		return b.AndNot(m.dark).Len()
	}
	if p.landedType(mv) == m.piece {
		return of(m.dark.Has(mv.To()), own)+1 > (all+1)/2
	}
	room := own.Or(p.dropRegion(side, m.piece).AndNot(p.occupied).AndNot(bit(mv.To())))
	return of(true, room) < all/2 || of(false, room) < all/2
}

func (m *oppositeColours) explain(p *Position, _ Move) (reason, message string) {
	return "colours", fmt.Sprintf("it leaves no square of one colour for the %s", p.rules.pieceTypes[m.piece].name)
}

// fileLimit bounds the number of pieces of a side on a file, for moves as for
// drops, as for the dolphins of Whale Shogi.
type fileLimit struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"those pieces, which count together"`
	Count  int      `yaml:"count" says:"the greatest number of them on a file"`
	pieces PieceTypeSet
}

var fileLimitKind = moduleOf("file-limit",
	"No move or drop may leave more than a number of a side's pieces on the file that it goes to. Effects of the "+
		"move do not count.",
	func(c *moduleContext, m *fileLimit) {
		if m.pieces = c.requiredPieces(m.Pieces); m.Count < 1 {
			c.report("count must be 1 or more: the greatest number of these pieces on a file")
		}
		c.add(m)
	})

func (m *fileLimit) describe(r *Rules) string {
	return fmt.Sprintf("No move or drop may leave more than %d of a side's pieces (%s) on the file that it goes to",
		m.Count, r.definition.PieceNames(m.Pieces, "or"))
}

func (m *fileLimit) restrict(p *Position, legal *legality) {
	legal.testBans = legal.testBans || !p.ofTypes(p.side, m.pieces).Empty() || p.HandSize(p.side) > 0
}

func (m *fileLimit) forbids(p *Position, mv Move) bool {
	switch mv.Kind() {
	case Step, Drop, EnPassant:
	default:
		return false
	}
	if pc := promoted(p.Moved(mv), mv); !m.pieces.Has(pc.Type()) {
		return false
	}
	others := p.ofTypes(p.side, m.pieces).And(p.rules.fileOf[p.rules.file(mv.To())])
	if mv.Kind() != Drop {
		others = others.AndNot(bit(mv.From()))
	}
	return others.Len() >= m.Count
}

func (m *fileLimit) explain(p *Position, mv Move) (reason, message string) {
	return "full file", fmt.Sprintf("the file of %s has %d of these pieces (%s) already",
		p.rules.SquareName(mv.To()), m.Count, p.rules.definition.PieceNames(m.Pieces, "or"))
}
