package rules

import "fmt"

// startRegion limits the squares of a piece in starting positions.
type startRegion struct {
	pieceType PieceType
	squares   [2]Bitboard // by side
}

// Violation says why a move is illegal.
type Violation struct {
	Rule    string // rule ID
	Reason  string // a word or two, stable
	Message string // a sentence about these pieces and squares
}

func (v *Violation) Error() string { return v.Rule + ": " + v.Message }

// Rule IDs that apply to every variant.
const (
	ruleSource   = "G-1"
	ruleOwnPiece = "G-2"
	ruleOver     = "G-3"
	ruleOneMove  = "G-4"
	ruleOccupied = "G-5"
)

// Over returns the violation of moving after the end of the game (G-3).
func (o Outcome) Over() *Violation {
	return &Violation{ruleOver, "game over",
		fmt.Sprintf("the game ended with the previous ply: %s, %s (%s)", o.Termination, o.Result, o.Rule)}
}

// Judge returns the rule that a move breaks, or nil if it is legal. Any Move
// value may be passed. If several rules are broken, it reports the piece's
// movement first, then promotion or drop, then royal safety, then the special
// rules in the order of the definition. It ignores that a repetition has ended
// the game; Outcome reports that.
func (p *Position) Judge(m Move) *Violation {
	if p.ended != notEnded {
		o, _ := p.Outcome()
		return o.Over()
	}
	if !p.rules.wellFormed(m) {
		return &Violation{ruleSource, "no move", "this is not a move of this variant"}
	}
	if v := p.judgeShape(m); v != nil {
		return v
	}
	if v := p.judgeRoyalCapture(m); v != nil {
		return v
	}
	if v := p.judgeGating(m); v != nil {
		return v
	}
	if v := p.judgeWall(m); v != nil {
		return v
	}
	return p.judgeRules(m)
}

// judgeShape returns a violation if the piece cannot make the move
// pseudo-legally.
func (p *Position) judgeShape(m Move) *Violation {
	if v := p.judgeSource(m); v != nil {
		return v
	}
	if v := p.judgePath(m); v != nil {
		return v
	}
	return p.judgePromotion(m)
}

func (p *Position) judgeWall(m Move) *Violation {
	for _, x := range p.rules.special.walls {
		return x.judge(p, m)
	}
	return nil
}

func (p *Position) Legal(m Move) bool { return p.Judge(m) == nil }

// wellFormed reports whether a move is well-formed: its squares and types
// exist, and unused bits are 0.
func (r *Rules) wellFormed(m Move) bool {
	from, to := int(m.From()), int(m.To())
	if !r.wellFormedSecond(m) || int(m.Into()) >= len(r.pieceTypes) {
		return false
	}
	switch m.Kind() {
	case Step, Castle, EnPassant, RifleCapture:
		return from < r.squares && to < r.squares
	case Drop:
		return from == int(m.Slot()) && to < r.squares
	case PocketDrop:
		return from == 0 && to < r.squares
	case ToPocket:
		return from < r.squares && to == 0
	case Pass:
		return from == 0 && to == 0
	}
	return false
}

// wellFormedSecond reports whether the second square of a move is well-formed.
func (r *Rules) wellFormedSecond(m Move) bool {
	bare := int(m.Second()) < r.squares && m == m.Plain().With(m.Use(), m.Second(), NoPieceType)
	switch m.Use() {
	case NoSecond:
		return m == m.Plain()
	case Wall:
		return bare && len(r.special.walls) > 0
	case Via:
		return bare && m.Kind() == Step
	}
	return r.validGating(m)
}

func (p *Position) judgeSource(m Move) *Violation {
	r := p.rules
	switch m.Kind() {
	case Drop:
		if r.hands.cells > 0 && (int(m.Slot()) >= r.hands.cells || p.cells[p.side][m.Slot()] == NoPieceType) {
			return &Violation{ruleSource, "empty source", "that cell is empty"}
		}
		if r.hands.cells == 0 && int(m.Slot()) < len(r.pieceTypes) && r.hands.freeDrops.Has(PieceType(m.Slot())) {
			return nil
		}
		if r.hands.exist && !r.hands.drop {
			return &Violation{ruleSource, "empty source", "pieces in hand are not dropped in this game"}
		}
		if r.hands.cells == 0 &&
			(!r.hands.exist || int(m.Slot()) >= len(r.pieceTypes) || p.hand[p.side][m.Slot()] == 0) {
			return &Violation{ruleSource, "empty source",
				fmt.Sprintf("%s has no such piece in hand", r.SideName(p.side))}
		}
	case PocketDrop:
		if r.pocket == nil || p.pocket[p.side] == NoPieceType {
			return &Violation{ruleSource, "empty source", "the pocket is empty"}
		}
	case Pass:
		if r.WallsInstead() {
			return nil
		}
		if len(r.special.passes) == 0 {
			return &Violation{ruleOneMove, "no pass", "a turn is exactly one move; there is no pass"}
		}
	default:
		return p.judgeSquare(m.From())
	}
	return nil
}

func (p *Position) judgeSquare(from Square) *Violation {
	pc := p.board[from]
	switch {
	case pc == NoPiece, pc == Walled:
		return &Violation{ruleSource, "empty source", fmt.Sprintf("no piece stands on %s", p.rules.SquareName(from))}
	case pc.Side() != p.side:
		return &Violation{ruleSource, "enemy piece",
			fmt.Sprintf("the %s on %s belongs to %s", p.rules.pieceTypes[pc.Type()].name, p.rules.SquareName(from),
				p.rules.SideName(pc.Side()))}
	}
	return nil
}

// judgePath returns a violation if the piece cannot get there.
func (p *Position) judgePath(m Move) *Violation {
	switch m.Kind() {
	case Step:
		if m.Use() == Via {
			return p.judgeTwoSteps(m)
		}
		if p.inPlaceRule(m) != nil {
			return nil // judged by its square instead
		}
		return p.judgeStep(m)
	case Drop, PocketDrop:
		return p.judgeDrop(m)
	case ToPocket:
		return p.judgeToPocket(m)
	case Castle:
		return p.judgeCastle(m)
	case EnPassant:
		if !p.EnPassantTo(m.From(), m.To()) {
			return p.cannotReach(m)
		}
	case RifleCapture:
		if !p.rifleTargets(m.From()).Has(m.To()) {
			return p.cannotReach(m)
		}
	}
	return nil
}

func (p *Position) judgeStep(m Move) *Violation {
	from, to := m.From(), m.To()
	pc := p.board[from]
	target := p.board[to]
	own := target > Walled && target.Side() == p.side
	b := bit(to)
	if own { // as if an enemy stood there
		p.own[First], p.own[Second] = p.own[First].Xor(b), p.own[Second].Xor(b)
	}
	reached := p.reach(pc, from)
	if own {
		p.own[First], p.own[Second] = p.own[First].Xor(b), p.own[Second].Xor(b)
	}
	if !reached.Has(to) {
		return p.cannotReach(m)
	}
	if own {
		return &Violation{ruleOwnPiece, "own piece",
			fmt.Sprintf("%s's own %s stands on %s", p.rules.SideName(p.side), p.rules.pieceTypes[target.Type()].name,
				p.rules.SquareName(to))}
	}
	return nil
}

// cannotReach returns the violation of a piece's movement rule. If another rule
// limits a movement with this vector, it returns the violation of that rule.
func (p *Position) cannotReach(m Move) *Violation {
	r := p.rules
	from, to := m.From(), m.To()
	pc := p.board[from]
	k := &r.pieceTypes[pc.Type()]
	w, fits := r.vectorBetween(pc, from, to)
	message := fmt.Sprintf("the %s on %s does not go to %s", k.name, r.SquareName(from), r.SquareName(to))
	switch {
	case !fits:
		return &Violation{k.ruleID, "movement", message}
	case w.ruleID != "":
		return &Violation{w.ruleID, "movement", message + p.obstacle(from, to)}
	}
	return &Violation{k.limitRuleID, "movement", message + p.obstacle(from, to)}
}

// obstacle describes the blockers between two squares of a line or on the path
// of a lame leap.
func (p *Position) obstacle(from, to Square) string {
	r := p.rules
	files, ranks := r.file(to)-r.file(from), r.rank(to)-r.rank(from)
	path := r.lamePath(from, files, ranks)
	if d, aligned := r.direction(from, to); aligned {
		path = r.span(from, to, d).AndNot(bit(to))
	}
	switch n := path.And(p.occupied).Len(); {
	case n == 1:
		return fmt.Sprintf(": %s is in the way", r.SquareName(path.And(p.occupied).First()))
	case n > 1:
		return fmt.Sprintf(": %d pieces are in the way", n)
	}
	return ""
}

// hasStep reports whether the piece on a square has a legal move on the board.
func (p *Position) hasStep(from Square) bool {
	legal := p.acquireLegality()
	defer p.releaseLegality(legal)
	return !p.safeTargets(legal, from, p.reach(p.board[from], from).And(legal.targets)).Empty()
}

func (p *Position) judgeRules(m Move) *Violation {
	r := p.rules
	if m.Kind() == Pass && m.Use() == NoSecond {
		if len(r.special.passes) == 0 {
			return &Violation{ruleOneMove, "no pass", "a turn is exactly one move; there is no pass"}
		}
		for _, x := range r.special.passes {
			if !x.allowed(p) {
				reason, message := x.objection(p)
				return &Violation{x.rule(), reason, message}
			}
		}
		return nil
	}
	plain := m
	if m.Use() == Gate {
		plain = m.Plain()
	}
	if len(r.special.safety) > 0 && !p.safe(plain) {
		return p.judgeUnsafe(plain)
	}
	for _, b := range r.special.bans {
		if b.forbids(p, m) {
			reason, message := b.explain(p, m)
			return &Violation{b.rule(), reason, message}
		}
	}
	for _, c := range r.special.selections {
		if reason, message := c.objection(p, m); message != "" {
			return &Violation{c.rule(), reason, message}
		}
	}
	return nil
}

// judgeUnsafe returns the violation of the safety rule that a move breaks.
func (p *Position) judgeUnsafe(m Move) *Violation {
	side := p.side
	for _, s := range p.rules.special.safety {
		history := p.playProbe(m)
		v := p.boardPlayed(side)
		safe := s.safe(p, &v)
		p.undoProbe(history)
		if !safe {
			reason, message := s.explain(p)
			return &Violation{s.rule(), reason, message}
		}
	}
	panic("a move is unsafe and no rule says why")
}

// JudgeArray returns the violation of the rule on starting positions, or nil.
// Without such a rule, a game may start from any position.
func (p *Position) JudgeArray() *Violation {
	r := p.rules
	a := r.definition.Array
	if a == nil {
		return nil
	}
	ruling := r.definition.Number(a.Rule)
	for _, side := range []Side{First, Second} {
		for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
			pc := NewPiece(t, side)
			if got, want := p.pieces[pc].Len(), r.start.pieces[pc].Len(); got != want {
				return &Violation{ruling, "array",
					fmt.Sprintf("%s starts with %d of %s, found %d", r.SideName(side), want, r.pieceTypes[t].name, got)}
			}
			if got, want := p.hand[side][t], r.start.hand[side][t]; got != want {
				return &Violation{ruling, "array",
					fmt.Sprintf("%s starts with %d of %s in hand, found %d", r.SideName(side), want,
						r.pieceTypes[t].name, got)}
			}
		}
	}
	for _, place := range r.startRegions {
		for _, side := range []Side{First, Second} {
			if wrong := p.pieces[NewPiece(place.pieceType, side)].AndNot(place.squares[side]); !wrong.Empty() {
				return &Violation{ruling, "array",
					fmt.Sprintf("%s's %s may not start on %s", r.SideName(side), r.pieceTypes[place.pieceType].name,
						r.SquareName(wrong.First()))}
			}
		}
	}
	return nil
}

// JudgeNull returns a violation if the side to move may not make a null move in
// a variation, to show a threat. It is allowed in every variant unless a royal
// is attacked. Judge applies the variant's own rules on passing.
func (p *Position) JudgeNull() *Violation {
	switch {
	case len(p.rules.special.passes) > 0:
		return p.Judge(PassMove)
	case p.ended != notEnded:
		o, _ := p.Outcome()
		return o.Over()
	case p.InCheck(p.side):
		return &Violation{ruleOneMove, "royal attacked",
			"a side whose royal is attacked may not pass, not even in a variation"}
	}
	return nil
}
