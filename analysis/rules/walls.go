package rules

import (
	"cmp"
	"fmt"
	"slices"

	"assay/analysis/variant"
)

// walls puts a wall on an empty square with each move, or instead of moving.
type walls struct {
	ruleCited
	By      string `yaml:"by" says:"static: on any square that is empty after the move; single: the same, and the one before is taken away; arrow: on a square to which the moved piece could go next; past: on the square that it left; edge: on the edge of the board or next to another wall, along a file or rank"`
	Within  string `yaml:"within" says:"region in which walls are put; the whole board when left out"`
	Called  string `yaml:"called" says:"what a wall is called; wall when left out"`
	Instead bool   `yaml:"instead" says:"true: a wall is put instead of moving, by a side that is not in check"`
	regions [2]Bitboard
	edge    Bitboard
}

var wallsKind = moduleOf("walls", "With each move a wall is put on an empty square, which nothing enters or passes from then on.",
	func(c *moduleContext, m *walls) {
		c.checkOneOf("by", m.By, "static", "single", "arrow", "past", "edge")
		m.Called = cmp.Or(m.Called, "wall")
		if m.Instead && (m.By == "arrow" || m.By == "past") {
			c.report("by: %s needs a move, and instead: true has none", m.By)
		}
		if c.rules.definition.Gating != nil {
			c.report("a move puts a wall or lets a piece in, and gating has it do the other")
		}
		if !m.Instead && slices.ContainsFunc(c.rules.definition.Rules, func(other variant.Module) bool { return other.Name == "pass" }) {
			c.report("with each move a wall is put, and nobody could pass, as the module pass has it")
		}
		if m.regions = [2]Bitboard{c.rules.all, c.rules.all}; m.Within != "" {
			m.regions = c.regions(m.Within)
		}
		c.rules.hasWalls = true
		c.add(m)
	})

func (m *walls) describe(*Rules) string {
	what := "a " + m.Called
	if m.By == "single" {
		what = "the " + m.Called
	}
	says := "With each move " + what + " is put"
	if m.Instead {
		says = "Instead of moving, a side that is not in check may put " + what
	}
	within := ""
	if m.Within != "" {
		within = " of " + m.Within
	}
	switch m.By {
	case "single":
		says += " on another empty square" + within
	case "arrow":
		says += " on a square" + within + " to which the piece that moved could go on without capturing"
	case "past":
		says += " on the square" + within + " that the piece left"
	case "edge":
		says += " on an empty square" + within + " on the edge of the board, or beside a " + m.Called + " along a file or rank"
	default:
		says += " on an empty square" + within
	}
	return says + "; nothing enters or passes it"
}

func (m *walls) replacesMove() bool { return m.Instead }

func (m *walls) wallName() string { return m.Called }

func (m *walls) prepare(r *Rules) {
	for _, d := range orthogonals {
		m.edge = m.edge.Or(r.squaresLeft[d][0].AndNot(r.squaresLeft[d][1]))
	}
}

func (m *walls) generate(p *Position, ml *moveList, legal *legality) {
	if m.Instead {
		if p.generatePlain(ml, legal); !legal.capturesOnly && !ml.done() && !p.InCheck(p.side) {
			m.addWalls(p, ml, NewMove(Pass, 0, 0, NoPieceType))
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
	if p.ended != notEnded || len(p.rules.wallRules) == 0 || !p.rules.wellFormed(m) || p.judgeShape(m) != nil {
		return Bitboard{}
	}
	return p.legalWalls(m)
}

func (p *Position) legalWalls(m Move) Bitboard {
	var out Bitboard
	for _, x := range p.rules.wallRules {
		if x.replacesMove() == (m.Kind() == Pass) {
			out = x.wallSquares(p, m)
		}
	}
	if len(p.rules.safetyRules) == 0 {
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

// castleExposed returns which attack forbids castling once its wall is on the
// board, or "" (also for other moves).
func (p *Position) castleExposed(m Move) (reason string) {
	if m.Kind() != Castle || m.Use() != Wall {
		return ""
	}
	wall, held := bit(m.Second()), p.occupied.AndNot(bit(m.From()))
	for _, x := range p.rules.wallRules {
		held = held.AndNot(x.replacedWalls(p))
	}
	partner, beside := p.CastlingPartner(m)
	return p.castleAttacked(m.From(), m.To(), held.Or(wall), held.AndNot(bit(partner)).Or(bit(beside)).Or(wall))
}

// WallName returns the name of a wall, "" if the variant puts none.
func (r *Rules) WallName() string {
	for _, x := range r.wallRules {
		return x.wallName()
	}
	return ""
}

// HasWalls reports whether the board can have walls or holes.
func (r *Rules) HasWalls() bool { return r.hasWalls }

// WallsInstead reports whether walls are put instead of moving.
func (r *Rules) WallsInstead() bool { return len(r.wallRules) > 0 && r.wallRules[0].replacesMove() }

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

// nextTargets returns the next quiet targets of a piece that has just moved, given
// the occupied squares then.
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

// orthogonalNeighbours returns the squares next to others along files and ranks.
func (g *geometry) orthogonalNeighbours(b Bitboard) Bitboard {
	var out Bitboard
	for !b.Empty() {
		s := b.Pop()
		for _, d := range orthogonals {
			if to, ok := g.step(s, d); ok {
				out.Add(to)
			}
		}
	}
	return out
}

func (m *walls) judge(p *Position, mv Move) *Violation {
	switch {
	case mv.Use() == NoSecond && m.Instead:
		return nil
	case mv.Use() == NoSecond:
		return &Violation{m.ruleID, "no wall", "a " + m.Called + " has to be put with each move"}
	case m.Instead && mv.Kind() != Pass:
		return &Violation{m.ruleID, "wall", "a " + m.Called + " is put instead of moving, not with a move"}
	case m.Instead && p.InCheck(p.side):
		return &Violation{m.ruleID, "royal attacked", "a side in check may not put a " + m.Called + " instead of moving"}
	case !m.wallSquares(p, mv.Plain()).Has(mv.Second()):
		return &Violation{m.ruleID, "wall", fmt.Sprintf("no %s may be put on %s now", m.Called, p.rules.SquareName(mv.Second()))}
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

// prepareWalls finds whether safety can be tested without second squares, and
// prepares the variant for walls.
func (r *Rules) prepareWalls() {
	r.wallsWithMoves = len(r.wallRules) > 0 && !r.wallRules[0].replacesMove()
	r.plainSafety = len(r.safetyRules) > 0 && !r.wallsWithMoves
	if r.wallsWithMoves {
		r.restrictors = slices.DeleteFunc(r.restrictors, func(x restrictor) bool {
			_, judges := x.(safetyRule)
			return judges
		})
	}
	if r.hasWalls {
		r.zobrist.board[Walled] = make([][2]uint64, r.squares)
		for s := range r.squares {
			r.zobrist.board[Walled][s] = zobristKey("wall", "", s)
		}
	}
}
