package rules

import (
	"cmp"
	"fmt"
	"slices"

	"assay/analysis/variant"
)

// explosion removes the capturing piece and its neighbours together with the
// captured piece (W-9). A move may not explode its own royal. A royal may be
// left attacked if the opponent's royal explodes or is adjacent to it.
type explosion struct {
	ruleCited
	Spares []string `yaml:"spares" says:"pieces that survive explosions next to them"`
	Immune []string `yaml:"immune" says:"pieces that also survive their own explosions"`
	spares PieceTypeSet
	immune PieceTypeSet
}

var explosionKind = moduleOf("explosion", "Captures explode: the capturing piece and its neighbours are removed too.",
	func(c *moduleContext, m *explosion) {
		c.rules.plan.playCapturesToTest, c.rules.caps.explosions = true, true
		if c.rules.hands.cells > 0 {
			c.report("is not available for hands with cells")
		}
		m.spares, m.immune = c.pieces(m.Spares), c.pieces(m.Immune)
		c.add(m)
	})

func (m *explosion) describe(r *Rules) string {
	says := "Captures explode: the capturing piece and all pieces on adjacent squares are removed too"
	if len(m.Spares) > 0 {
		says += fmt.Sprintf(", except any adjacent %s", r.definition.PieceNames(m.Spares, "or"))
	}
	if len(m.Immune) > 0 {
		says += fmt.Sprintf(", and except any %s", r.definition.PieceNames(m.Immune, "or"))
	}
	if r.hands.keepAll || r.hands.keepVictims|r.hands.keepCaptors != 0 {
		says += ", each into the hand of the other side"
	}
	royal := r.royalNames()
	if royal == "" {
		return says
	}
	if m.sparesRoyal(r) {
		return says
	}
	return says + fmt.Sprintf(". A side may not explode its own %s. A %s next to the other one is not attacked", royal,
		royal)
}

// sparesRoyal reports whether royals survive explosions next to them.
func (m *explosion) sparesRoyal(r *Rules) bool { return (m.spares|m.immune)&r.royals != 0 }

func (m *explosion) apply(p *Position, st *stateInfo) {
	if st.captured == NoPiece {
		return
	}
	centre := st.move.To()
	if pc := p.board[centre]; pc > Walled && !m.immune.Has(pc.Type()) {
		m.remove(p, st, centre)
	}
	for around := p.rules.around[centre].And(p.own[First].Or(p.own[Second])); !around.Empty(); {
		if s := around.Pop(); !(m.spares | m.immune).Has(p.board[s].Type()) {
			m.remove(p, st, s)
		}
	}
}

// remove takes a piece off the board, and gives it to the opponent's hand if
// captures are kept.
func (m *explosion) remove(p *Position, st *stateInfo, s Square) {
	p.liftByEffect(st, s)
	removed := &p.changed[len(p.changed)-1]
	if t := removed.piece.Type(); p.rules.keeps(st.moved.Type(), t) {
		side := removed.piece.Side().Other()
		removed.toHand = p.rules.pieceTypes[t].demotes
		p.setHand(side, removed.toHand, p.hand[side][removed.toHand]+1)
	}
}

func (m *explosion) restrict(p *Position, legal *legality) { legal.effectsTo = p.own[p.side.Other()] }

func (m *explosion) safe(p *Position, v *boardView) bool {
	if v.royal != NoSquare || !p.rules.caps.needsRoyal[v.side] {
		return true
	}
	// its royal may have exploded earlier, by an overruled move
	return !v.played || p.stack[len(p.stack)-1].royal[v.side] == NoSquare
}

func (m *explosion) explain(p *Position) (reason, message string) {
	return "royal exploded", fmt.Sprintf("it explodes its own %s", p.rules.royalNames())
}

func (m *explosion) exempt(p *Position, side Side, s Square) bool {
	theirs := p.royal[side.Other()]
	return theirs == NoSquare || !m.sparesRoyal(p.rules) && p.rules.around[s].Has(theirs)
}

// petrify turns capturing pieces into walls.
type petrify struct {
	ruleCited
	Pieces []string `yaml:"pieces" says:"the pieces that become walls"`
	pieces PieceTypeSet
}

var petrifyKind = moduleOf("petrify",
	"A capturing piece becomes a wall that nothing enters or passes. If captures explode, it shields no royal in "+
		"that move yet.",
	func(c *moduleContext, m *petrify) {
		c.rules.caps.walls, c.rules.plan.playCapturesToTest, c.rules.caps.petrification = true, true, true
		if m.pieces = c.requiredPieces(m.Pieces); m.pieces&c.rules.royals != 0 {
			c.report("a royal piece cannot become a wall; give it moves that do not capture")
		}
		c.add(m)
	})

func (m *petrify) describe(r *Rules) string {
	return fmt.Sprintf("A %s that captures becomes a wall; nothing enters or passes it",
		r.definition.PieceNames(m.Pieces, "or"))
}

func (m *petrify) apply(p *Position, st *stateInfo) {
	if st.captured == NoPiece || !m.pieces.Has(st.moved.Type()) {
		return
	}
	s := petrifiedSquare(st.move)
	if p.board[s] != NoPiece {
		p.liftByEffect(st, s)
	}
	p.toggleWallByEffect(st, s)
}

// petrifiedSquare returns the square of the moving piece after a capture.
func petrifiedSquare(m Move) Square {
	if m.Kind() == RifleCapture {
		return m.From()
	}
	return m.To()
}

// turnPieces makes enemy pieces change sides when they are enclosed by a move,
// or next to its target (W-10).
type turnPieces struct {
	ruleCited
	By string `yaml:"by" says:"lines: all in a row between the moved piece and another of its side; beside: all next to it; supported: the same, but after a drop only if another piece of its side is next to it"`
}

var turnPiecesKind = moduleOf("turn-pieces", "Enemy pieces that a move encloses, or moves next to, change sides.",
	func(c *moduleContext, m *turnPieces) {
		c.checkOneOf("by", m.By, "lines", "beside", "supported")
		if c.rules.royals != 0 {
			c.report("is not available in variants with royals")
		}
		c.add(m)
	})

func (m *turnPieces) describe(*Rules) string {
	switch m.By {
	case "lines":
		return "All enemy pieces in a row between the moved piece and another of its side change sides"
	case "supported":
		return "All enemy pieces next to the moved piece change sides; after a drop only if it is next to another " +
			"piece of its side"
	}
	return "All enemy pieces next to the moved piece change sides"
}

func (m *turnPieces) apply(p *Position, st *stateInfo) {
	if st.move.Kind() == Pass {
		return
	}
	to, side := st.move.To(), p.side.Other()
	turned := p.rules.around[to].And(p.own[p.side])
	switch {
	case m.By == "lines":
		turned = p.enclosed(side, to)
	case m.By == "supported" && st.move.Kind() == Drop && !p.rules.around[to].Meets(p.own[side]):
		return
	}
	for !turned.Empty() {
		p.turnByEffect(st, turned.Pop())
	}
}

// turnAttacked makes enemy pieces change sides when the moved piece attacks
// them, and forbids captures, as in Benedict chess.
type turnAttacked struct{ ruleCited }

var turnAttackedKind = moduleOf("turn-attacked",
	"Enemy pieces that the moved piece attacks change sides. Nothing is captured.",
	func(c *moduleContext, m *turnAttacked) {
		if c.rules.royals != 0 {
			c.report("is not available in variants with royals; let a king that changes sides lose by extinction")
		}
		c.add(m)
	})

func (m *turnAttacked) describe(*Rules) string {
	return "Enemy pieces that the moved piece attacks change sides. Nothing is captured"
}

func (m *turnAttacked) restrict(_ *Position, legal *legality) { legal.testBans = true }

func (m *turnAttacked) forbids(p *Position, mv Move) bool { return p.Captured(mv) != NoPiece }

func (m *turnAttacked) explain(p *Position, mv Move) (reason, message string) {
	return "capture forbidden", fmt.Sprintf("nothing is captured here; attack the piece on %s, so that it changes "+
		"sides", p.rules.SquareName(p.CapturedOn(mv)))
}

func (m *turnAttacked) apply(p *Position, st *stateInfo) {
	if st.move.Kind() == Pass {
		return
	}
	to := st.move.To()
	if pc := p.board[to]; pc > Walled && pc.Side() != p.side {
		for turned := p.reach(pc, to).And(p.own[p.side]); !turned.Empty(); {
			p.turnByEffect(st, turned.Pop())
		}
	}
}

// enclosed returns the enemy pieces in rows between a square and a side's
// pieces.
func (p *Position) enclosed(side Side, s Square) Bitboard {
	var out Bitboard
	for d := range directionVectors {
		ray := p.rules.rays[d][s]
		if stops := ray.AndNot(p.own[side.Other()]); !stops.Empty() {
			if end := nearest(stops, d); p.own[side].Has(end) {
				out = out.Or(p.rules.span(s, end, d).AndNot(bit(end)))
			}
		}
	}
	return out
}

// walls puts a wall on an empty square with each move, or instead of moving.
type walls struct {
	ruleCited
	By      string `yaml:"by" says:"static: on any square that is empty after the move; single: the same, replacing the previous wall; arrow: where the moved piece could move next; past: on the square that it left; edge: on the edge of the board, or next to another wall on a file or rank"`
	Within  string `yaml:"within" says:"region for walls; the whole board if omitted"`
	Name    string `yaml:"called" says:"name of a wall; wall if omitted"`
	Instead bool   `yaml:"instead" says:"true: a wall is put instead of moving, by a side that is not in check"`
	regions [2]Bitboard
	edge    Bitboard
}

var wallsKind = moduleOf("walls", "Each move puts a wall, which nothing enters or passes, on an empty square.",
	func(c *moduleContext, m *walls) {
		c.checkOneOf("by", m.By, "static", "single", "arrow", "past", "edge")
		m.Name = cmp.Or(m.Name, "wall")
		if m.Instead && (m.By == "arrow" || m.By == "past") {
			c.report("by: %s and instead: true exclude each other", m.By)
		}
		if c.rules.definition.Gating != nil {
			c.report("walls and gating exclude each other")
		}
		if !m.Instead && slices.ContainsFunc(c.rules.definition.Rules,
			func(other variant.Module) bool { return other.Name == "pass" }) {
			c.report("walls with each move and the module pass exclude each other")
		}
		if m.regions = [2]Bitboard{c.rules.all, c.rules.all}; m.Within != "" {
			m.regions = c.regions(m.Within)
		}
		c.rules.caps.walls = true
		c.add(m)
	})

func (m *walls) describe(r *Rules) string {
	what := "a " + m.Name
	if m.By == "single" {
		what = "the " + m.Name
	}
	says := "Each move also puts " + what
	if m.Instead {
		says = "Instead of moving, a side that is not in check may put " + what
	}
	within := ""
	if m.Within != "" {
		within = " of " + r.definition.Place(m.Within)
	}
	switch m.By {
	case "single":
		says += " on another empty square" + within
	case "arrow":
		says += " on a square" + within + " to which the piece that moved could go on without capturing"
	case "past":
		says += " on the square" + within + " that the piece left"
	case "edge":
		says += " on an empty square" + within + " on the edge of the board, or beside a " + m.Name +
			" along a file or rank"
	default:
		says += " on an empty square" + within
	}
	return says + "; nothing enters or passes it"
}

func (m *walls) replacesMove() bool { return m.Instead }

func (m *walls) wallName() string { return m.Name }

func (m *walls) prepare(r *Rules) {
	for _, d := range orthogonals {
		m.edge = m.edge.Or(r.squaresLeft[d][0].AndNot(r.squaresLeft[d][1]))
	}
}

func (m *walls) generate(p *Position, ml *moveList, legal *legality) {
	if m.Instead {
		if p.generatePlain(ml, legal); !legal.capturesOnly && !ml.done() && !p.InCheck(p.side) {
			m.addWalls(p, ml, PassMove)
		}
		return
	}
	em := p.acquireExposures()
	em.generated = moveList{moves: em.generated.moves[:0]}
	p.generatePlain(&em.generated, legal)
	for _, mv := range em.generated.moves {
		if m.addWalls(p, ml, mv); ml.done() {
			break
		}
	}
	p.releaseExposures(em)
}

// addWalls adds a plain move with each legal wall.
func (m *walls) addWalls(p *Position, ml *moveList, mv Move) {
	squares := p.legalWalls(mv)
	if ml.counting {
		ml.count += uint64(squares.Len())
		return
	}
	for !squares.Empty() {
		ml.add(mv.With(Wall, squares.Pop(), NoPieceType))
	}
}

// Walls returns the legal wall squares of a move given without one; none if the
// variant puts no walls with moves, or the move is not pseudo-legal.
func (p *Position) Walls(m Move) Bitboard {
	if p.ended != notEnded || len(p.rules.special.walls) == 0 || !p.rules.wellFormed(m) || p.judgeShape(m) != nil {
		return Bitboard{}
	}
	return p.legalWalls(m)
}

func (p *Position) legalWalls(m Move) Bitboard {
	var out Bitboard
	for _, x := range p.rules.special.walls {
		if x.replacesMove() == (m.Kind() == Pass) {
			out = x.wallSquares(p, m)
		}
	}
	if len(p.rules.special.safety) == 0 {
		return out
	}
	for tested := out; !tested.Empty(); {
		s := tested.Pop()
		if walled := m.With(Wall, s, NoPieceType); p.castleExposed(walled) != "" || !p.safeByPlaying(walled) {
			out = out.AndNot(bit(s))
		}
	}
	return out
}

// castleExposed returns the attack that forbids castling after its wall is
// placed, or "". It returns "" for other moves.
func (p *Position) castleExposed(m Move) (reason string) {
	if m.Kind() != Castle || m.Use() != Wall {
		return ""
	}
	wall, held := bit(m.Second()), p.occupied.AndNot(bit(m.From()))
	for _, x := range p.rules.special.walls {
		held = held.AndNot(x.replacedWalls(p))
	}
	partner, beside := p.CastlingPartner(m)
	return p.castleAttacked(m.From(), m.To(), held.Or(wall), held.AndNot(bit(partner)).Or(bit(beside)).Or(wall))
}

// WallName returns the name of a wall, "" if the variant puts none.
func (r *Rules) WallName() string {
	for _, x := range r.special.walls {
		return x.wallName()
	}
	return ""
}

// HasWalls reports whether the board can have walls or holes.
func (r *Rules) HasWalls() bool { return r.caps.walls }

// WallsInstead reports whether walls are put instead of moving.
func (r *Rules) WallsInstead() bool {
	return len(r.special.walls) > 0 && r.special.walls[0].replacesMove()
}

func (m *walls) wallSquares(p *Position, mv Move) Bitboard {
	from, to := mv.From(), mv.To()
	held := p.occupied
	switch mv.Kind() {
	case Step:
		held = held.AndNot(bit(from)).Or(bit(to))
	case Drop, PocketDrop:
		held = held.Or(bit(to))
	case ToPocket:
		held = held.AndNot(bit(from))
	case Castle:
		partner, beside := p.CastlingPartner(mv)
		held = held.AndNot(bit(from).Or(bit(partner))).Or(bit(to)).Or(bit(beside))
	case EnPassant:
		held = held.AndNot(bit(from).Or(bit(p.enPassantVictim(mv)))).Or(bit(to))
	case RifleCapture:
		held = held.AndNot(bit(to))
	}
	out := m.regions[p.side].AndNot(held)
	switch m.By {
	case "arrow":
		return out.And(p.nextTargets(mv, held))
	case "past":
		if mv.Kind() != Step && mv.Kind() != Castle && mv.Kind() != EnPassant {
			return Bitboard{}
		}
		return out.And(bit(from))
	case "edge":
		return out.And(m.edge.Or(p.rules.orthogonalNeighbours(p.pieces[Walled])))
	}
	return out
}

// nextTargets returns the next quiet targets of a piece that has just moved,
// given the occupied squares then.
func (p *Position) nextTargets(mv Move, held Bitboard) Bitboard {
	pc := p.Moved(mv)
	switch mv.Kind() {
	case RifleCapture, ToPocket, Pass:
		return Bitboard{}
	}
	if mv.Into() != NoPieceType {
		pc = NewPiece(mv.Into(), p.side)
	}
	filled := p.occupied
	p.occupied = held
	quiet := p.reach(pc, mv.To()).AndNot(held)
	p.occupied = filled
	return quiet
}

func (m *walls) judge(p *Position, mv Move) *Violation {
	switch {
	case mv.Use() == NoSecond && m.Instead:
		return nil
	case mv.Use() == NoSecond:
		return &Violation{m.ruleID, "no wall", "each move must put a " + m.Name}
	case m.Instead && mv.Kind() != Pass:
		return &Violation{m.ruleID, "wall", "a " + m.Name + " is put instead of moving, not with a move"}
	case m.Instead && p.InCheck(p.side):
		return &Violation{m.ruleID, "royal attacked",
			"a side in check may not put a " + m.Name + " instead of moving"}
	case !m.wallSquares(p, mv.Plain()).Has(mv.Second()):
		return &Violation{m.ruleID, "wall",
			fmt.Sprintf("no %s may be put on %s now", m.Name, p.rules.SquareName(mv.Second()))}
	}
	return nil
}

// replacedWalls returns the walls that the next one replaces.
func (m *walls) replacedWalls(p *Position) Bitboard {
	if m.By != "single" {
		return Bitboard{}
	}
	return p.pieces[Walled]
}

func (m *walls) apply(p *Position, st *stateInfo) {
	if st.move.Use() != Wall {
		return
	}
	for old := m.replacedWalls(p); !old.Empty(); {
		p.toggleWallByEffect(st, old.Pop())
	}
	p.toggleWallByEffect(st, st.move.Second())
}
