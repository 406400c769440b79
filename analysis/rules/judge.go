package rules

import (
	"fmt"
	"slices"
)

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
	return &Violation{ruleOver, "game over", fmt.Sprintf("the game ended with the ply before: %s, %s (%s)", o.Termination, o.Result, o.Rule)}
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
		return &Violation{ruleSource, "no move", "this is no move of the game"}
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
	for _, x := range p.rules.wallRules {
		return x.judge(p, m)
	}
	return nil
}

func (p *Position) Legal(m Move) bool { return p.Judge(m) == nil }

// wellFormed reports whether a move is well-formed: its squares and types exist, and
// unused bits are 0.
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
		return bare && len(r.wallRules) > 0
	case Via:
		return bare && m.Kind() == Step
	}
	return r.validGating(m)
}

func (p *Position) judgeSource(m Move) *Violation {
	r := p.rules
	switch m.Kind() {
	case Drop:
		if r.cells > 0 && (int(m.Slot()) >= r.cells || p.cells[p.side][m.Slot()] == NoPieceType) {
			return &Violation{ruleSource, "empty source", "nothing lies in that cell"}
		}
		if r.cells == 0 && int(m.Slot()) < len(r.pieceTypes) && r.freeDrops.Has(PieceType(m.Slot())) {
			return nil
		}
		if r.hasHand && !r.drops {
			return &Violation{ruleSource, "empty source", "pieces in hand are not dropped in this game"}
		}
		if r.cells == 0 && (!r.hasHand || int(m.Slot()) >= len(r.pieceTypes) || p.hand[p.side][m.Slot()] == 0) {
			return &Violation{ruleSource, "empty source", fmt.Sprintf("%s has none in hand", r.SideName(p.side))}
		}
	case PocketDrop:
		if r.pocket == nil || p.pocket[p.side] == NoPieceType {
			return &Violation{ruleSource, "empty source", "nothing lies in the pocket"}
		}
	case Pass:
		if r.WallsInstead() {
			return nil
		}
		if len(r.passRules) == 0 {
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
		return &Violation{ruleSource, "enemy piece", fmt.Sprintf("the %s on %s belongs to %s", p.rules.pieceTypes[pc.Type()].name, p.rules.SquareName(from), p.rules.SideName(pc.Side()))}
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
		return &Violation{ruleOwnPiece, "own piece", fmt.Sprintf("%s's own %s stands on %s", p.rules.SideName(p.side), p.rules.pieceTypes[target.Type()].name, p.rules.SquareName(to))}
	}
	return nil
}

// cannotReach returns the violation of a piece's movement rule, or of the rule
// that limits a movement that fits the vector.
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
		return fmt.Sprintf(": %s lies on the way and is not empty", r.SquareName(path.And(p.occupied).First()))
	case n > 1:
		return fmt.Sprintf(": %d pieces stand on the way", n)
	}
	return ""
}

func (p *Position) judgeDrop(m Move) *Violation {
	r := p.rules
	to := m.To()
	t := p.droppedType(m)
	if p.board[to] == Walled {
		return &Violation{r.occupiedDropRuleID, "occupied", fmt.Sprintf("a drop lands on an empty square, and %s is none", r.SquareName(to))}
	}
	if p.board[to] != NoPiece {
		return &Violation{r.occupiedDropRuleID, "occupied", fmt.Sprintf("a drop lands on an empty square, and the %s stands on %s", r.pieceTypes[p.board[to].Type()].name, r.SquareName(to))}
	}
	if into := m.Into(); into != NoPieceType && (m.Kind() != Drop || !slices.Contains(r.dropsAs[t], into)) {
		return &Violation{r.promotingDropRuleID, "promotion", "a drop does not promote"}
	}
	if b := p.dropBanOn(p.side, t, to); b != nil {
		return &Violation{b.ruleID, "drop", fmt.Sprintf("the %s may not be dropped on %s", r.pieceTypes[t].name, r.SquareName(to))}
	}
	return nil
}

func (p *Position) judgeToPocket(m Move) *Violation {
	r := p.rules
	pc := p.board[m.From()]
	name := r.pieceTypes[pc.Type()].name
	switch {
	case r.pocket == nil:
		return &Violation{r.pieceTypes[pc.Type()].ruleID, "movement", "this game has no pocket"}
	case r.pocket.never.Has(pc.Type()):
		return &Violation{r.pocket.ruleID, "pocket", fmt.Sprintf("the %s may not go to the pocket", name)}
	case p.pocket[p.side] != NoPieceType:
		return &Violation{ruleOccupied, "occupied", fmt.Sprintf("the %s lies in the pocket", r.pieceTypes[p.pocket[p.side]].name)}
	case m.Into() != NoPieceType:
		return &Violation{r.pocket.promotesRuleID, "promotion", "a move into the pocket does not promote"}
	case !p.hasStep(m.From()):
		return &Violation{r.pocket.ruleID, "pocket", fmt.Sprintf("the %s on %s has no legal move on the board", name, r.SquareName(m.From()))}
	case !p.safe(m):
		return &Violation{r.pocket.ruleID, "royal attacked", fmt.Sprintf("it leaves the %s attacked", r.pieceTypes[r.royalType()].name)}
	}
	return nil
}

// hasStep reports whether the piece on a square has a legal move on the board.
func (p *Position) hasStep(from Square) bool {
	legal := p.acquireLegality()
	defer p.releaseLegality(legal)
	return !p.safeTargets(legal, from, p.reach(p.board[from], from).And(legal.targets)).Empty()
}

func (p *Position) judgeCastle(m Move) *Violation {
	r := p.rules
	k := r.castling
	from, to := m.From(), m.To()
	if !p.CastlingShape(from, to) {
		return p.cannotReach(m)
	}
	d, _ := p.castleDirection(from, to)
	if _, reason := p.castleTo(from, d); reason != "" {
		return &Violation{k.ruleID, "castling", "castling is not possible: " + reason}
	}
	if reason := p.castleExposed(m); reason != "" {
		return &Violation{k.ruleID, "castling", "castling is not possible: " + reason}
	}
	return nil
}

func (p *Position) judgePromotion(m Move) *Violation {
	if m.Kind() != Step && m.Kind() != EnPassant || m.Use() == Via {
		if m.Into() != NoPieceType && m.Kind() != Drop {
			return &Violation{p.rules.promotionRule(NoPiece), "promotion", "such a move does not promote"}
		}
		return nil
	}
	if pr := p.inPlaceRule(m); pr != nil {
		return p.judgeInPlace(pr, m)
	}
	r := p.rules
	pc := p.board[m.From()]
	pr := r.promotionBy(m.Kind(), pc)
	name, square := r.pieceTypes[pc.Type()].name, r.SquareName(m.To())
	into := m.Into()
	switch {
	case into == NoPieceType:
		if pr != nil && pr.mustPromote(p.mayPromote(pr, m.From())).Has(m.To()) {
			return &Violation{pr.ruleID, "promotion", fmt.Sprintf("the %s that goes to %s must promote", name, square)}
		}
		return nil
	case pr == nil && r.promotions[pc] != nil:
		return &Violation{r.promotions[pc].ruleID, "promotion", fmt.Sprintf("the %s does not promote by a capture en passant", name)}
	case pr == nil:
		return &Violation{r.promotionRule(pc), "promotion", fmt.Sprintf("the %s does not promote", name)}
	case len(pr.into) == 0:
		return &Violation{pr.ruleID, "promotion", fmt.Sprintf("the %s does not promote", name)}
	case !p.mayPromote(pr, m.From()).Has(m.To()):
		return &Violation{pr.ruleID, "promotion", fmt.Sprintf("the %s does not promote on its way from %s to %s", name, r.SquareName(m.From()), square)}
	case !p.promotes(pr, into, m.To()):
		return &Violation{pr.choiceRuleID, "promotion", fmt.Sprintf("the %s does not become %s on %s", name, r.pieceTypes[into].name, square)}
	}
	return nil
}

// promotionRule returns the rule ID for a piece that never promotes: that of
// the definition's first promotion group, or else of its movement.
func (r *Rules) promotionRule(pc Piece) string {
	if len(r.definition.Promotion) > 0 {
		return r.definition.Number(r.definition.Promotion[0].Rule)
	}
	return r.pieceTypes[pc.Type()].ruleID
}

func (p *Position) judgeRules(m Move) *Violation {
	r := p.rules
	if m.Kind() == Pass && m.Use() == NoSecond {
		if len(r.passRules) == 0 {
			return &Violation{ruleOneMove, "no pass", "a turn is exactly one move; there is no pass"}
		}
		for _, x := range r.passRules {
			if !x.allowed(p) {
				reason, message := x.objection(p)
				return &Violation{x.rule(), reason, message}
			}
		}
		return nil
	}
	alone := m
	if m.Use() == Gate {
		alone = m.Plain()
	}
	if len(r.safetyRules) > 0 && !p.safe(alone) {
		return p.judgeUnsafe(alone)
	}
	for _, b := range r.banRules {
		if b.forbids(p, m) {
			reason, message := b.explain(p, m)
			return &Violation{b.rule(), reason, message}
		}
	}
	for _, c := range r.selectionRules {
		if reason, message := c.objection(p, m); message != "" {
			return &Violation{c.rule(), reason, message}
		}
	}
	return nil
}

// judgeUnsafe returns the violation of the safety rule that a move breaks.
func (p *Position) judgeUnsafe(m Move) *Violation {
	side := p.side
	for _, s := range p.rules.safetyRules {
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
