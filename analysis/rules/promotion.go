package rules

import (
	"cmp"
	"fmt"
	"slices"
)

// promotion says what a piece may promote to, and where.
type promotion struct {
	into          []PieceType
	zone          Bitboard
	fromZone      bool     // a move that starts in the zone qualifies too
	zoneByCapture bool     // a move within or out of the zone qualifies only if it captures
	may           Bitboard // a move to these squares may promote too
	must          Bitboard // a move to these squares must promote
	always        bool
	capturesOnly  bool                   // only captures promote
	inPlace       bool                   // promotes in place, not by a move …
	inPlaceOn     Bitboard               // … on these squares
	lastAnywhere  bool                   // … or anywhere, if it is the last of its type
	notEnPassant  bool                   // en passant captures do not promote
	except        map[PieceType]Bitboard // squares on which that type is not available
	ruleID        string                 // rule ID: where and whether
	choiceRuleID  string                 // rule ID: to what
	unlimited     bool                   // no exceptions and limits
}

func (r *Rules) addPromotions() {
	for i := range r.definition.Promotion {
		def := &r.definition.Promotion[i]
		for letter, into := range def.Pieces.All() {
			t := r.names.byLetter[letter]
			limited := false
			for _, target := range into {
				piece, _ := r.definition.Pieces.Get(target)
				r.promotionLimits[r.names.byLetter[target]] = promotionLimit{piece.Most,
					r.sameName(r.names.byLetter[target])}
				limited = limited || piece.Most > 0
				if k := r.pieceTypes[t]; k.promoted && k.demotes == r.names.byLetter[target] {
					r.clock.promotionsReversible = true
				}
			}
			for _, side := range []Side{First, Second} {
				if !def.Side.Has(side == Second) {
					continue
				}
				pr := &promotion{
					zone: r.region(def.Zone, side), fromZone: def.On == "touch", zoneByCapture: def.On == "entry",
					always:       def.Always && len(into) > 0,
					ruleID:       r.definition.Number(def.Rule),
					choiceRuleID: cmp.Or(def.Into, r.definition.Number(def.Rule)), except: map[PieceType]Bitboard{},
				}
				for _, target := range into {
					pr.into = append(pr.into, r.names.byLetter[target])
				}
				if region, ok := def.May.Get(letter); ok {
					pr.may = r.region(region, side)
				}
				if region, ok := def.Must.Get(letter); ok {
					pr.must = r.region(region, side)
				}
				for target, region := range def.Except.All() {
					pr.except[r.names.byLetter[target]] = r.region(region, side)
				}
				if pr.inPlace, pr.lastAnywhere = def.On == "stand", def.Last; pr.inPlace {
					pr.zone, pr.inPlaceOn = Bitboard{}, pr.zone
				}
				pr.capturesOnly, pr.notEnPassant = def.By == "capture", def.EnPassant == "keeps"
				pr.unlimited = len(pr.except) == 0 && !limited
				r.promotions[NewPiece(t, side)] = pr
			}
		}
	}
}

// promotionLimit is the maximum number of certain pieces on the board after a
// promotion.
type promotionLimit struct {
	max   int // 0 for no limit
	types PieceTypeSet
}

// sameName returns the types with the same name, including the type itself.
func (r *Rules) sameName(t PieceType) (out PieceTypeSet) {
	for other := range r.pieceTypes {
		if r.pieceTypes[other].name == r.pieceTypes[t].name {
			out.Add(PieceType(other))
		}
	}
	return out
}

// promotionBy returns how a piece promotes by a kind of move, or nil.
func (r *Rules) promotionBy(kind MoveKind, pc Piece) *promotion {
	pr := r.promotions[pc]
	if kind != Step && kind != EnPassant || pr != nil && pr.notEnPassant && kind == EnPassant {
		return nil
	}
	return pr
}

// mayPromote returns the targets on which a move from a square may promote.
func (p *Position) mayPromote(pr *promotion, from Square) Bitboard {
	out := pr.zone
	switch {
	case pr.fromZone && pr.zone.Has(from):
		out = p.rules.all
	case pr.zoneByCapture && pr.zone.Has(from):
		out = p.own[p.side.Other()]
	}
	out = out.Or(pr.may)
	if pr.capturesOnly {
		out = out.And(p.own[p.side.Other()])
	}
	return out
}

// mustPromote returns those targets of may on which promotion is compulsory.
func (pr *promotion) mustPromote(may Bitboard) Bitboard {
	if pr.always {
		return may
	}
	return may.And(pr.must)
}

// promotes reports whether a piece of the side to move may promote to a type on
// a square.
func (p *Position) promotes(pr *promotion, into PieceType, to Square) bool {
	if !slices.Contains(pr.into, into) || pr.except[into].Has(to) {
		return false
	}
	limit := p.rules.promotionLimits[into]
	return limit.max == 0 || p.ofTypes(p.side, limit.types).Len() < limit.max
}

// inPlaceTargets returns the targets of a promotion in place (W-10): the
// piece's own square, and the empty squares that the promoted piece reaches in
// one step.
func (p *Position) inPlaceTargets(from Square, into PieceType) Bitboard {
	return p.reach(NewPiece(into, p.side), from).AndNot(p.occupied).Or(bit(from))
}

// mayPromoteInPlace reports whether the piece on a square may promote in place:
// in the zone, or anywhere if it is the last of its type.
func (p *Position) mayPromoteInPlace(pr *promotion, from Square) bool {
	return pr.inPlaceOn.Has(from) || pr.lastAnywhere && p.pieces[p.board[from]].Single()
}

// generateInPlace generates a piece's promotions in place.
func (p *Position) generateInPlace(ml *moveList, legal *legality, pr *promotion, from Square) {
	if !p.mayPromoteInPlace(pr, from) {
		return
	}
	for _, into := range pr.into {
		for targets := p.inPlaceTargets(from, into); !targets.Empty(); {
			m := NewMove(Step, from, targets.Pop(), into)
			if p.promotes(pr, into, m.To()) && p.safe(m) && p.inPlaceObjection(m) == "" {
				p.addUnlessBanned(ml, legal, m)
			}
		}
	}
}

// inPlaceObjection returns why a promotion in place is illegal (it attacks an
// enemy piece or gives check), or "".
func (p *Position) inPlaceObjection(m Move) string {
	side := p.side
	before := p.playProbe(m)
	defer p.undoProbe(before)
	name := p.rules.pieceTypes[m.Into()].name
	if capture := p.reach(NewPiece(m.Into(), side), m.To()).And(p.own[p.side]); !capture.Empty() {
		s := capture.First()
		return fmt.Sprintf("the %s on %s would attack the %s on %s", name, p.rules.SquareName(m.To()),
			p.rules.pieceTypes[p.board[s].Type()].name, p.rules.SquareName(s))
	}
	if p.InCheck(p.side) {
		return fmt.Sprintf("it gives check, which becoming a %s may not", name)
	}
	return ""
}

// inPlaceRule returns the promotion rule of a move that promotes in place, or
// nil.
func (p *Position) inPlaceRule(m Move) *promotion {
	if m.Kind() != Step || m.Use() == Via || m.Into() == NoPieceType {
		return nil
	}
	if pr := p.rules.promotions[p.board[m.From()]]; pr != nil && pr.inPlace {
		return pr
	}
	return nil
}

// judgeInPlace returns a violation if a piece may not promote in place.
func (p *Position) judgeInPlace(pr *promotion, m Move) *Violation {
	r, from, to := p.rules, m.From(), m.To()
	name, into := r.pieceTypes[p.board[from].Type()].name, r.pieceTypes[m.Into()].name
	switch {
	case !p.promotes(pr, m.Into(), to):
		return &Violation{pr.choiceRuleID, "promotion", fmt.Sprintf("the %s does not become %s now", name, into)}
	case !p.mayPromoteInPlace(pr, from):
		return &Violation{pr.ruleID, "promotion",
			fmt.Sprintf("the %s does not promote where it stands, on %s", name, r.SquareName(from))}
	case !p.inPlaceTargets(from, m.Into()).Has(to):
		return &Violation{pr.ruleID, "promotion",
			fmt.Sprintf("the %s that promotes stays on %s, or goes as a %s to an empty square, and not to %s", name,
				r.SquareName(from), into, r.SquareName(to))}
	case !p.safe(m):
		return nil // the safety rules report it
	}
	if harm := p.inPlaceObjection(m); harm != "" {
		return &Violation{pr.ruleID, "promotion", harm}
	}
	return nil
}

// promoted returns the piece after a move.
func promoted(pc Piece, m Move) Piece {
	if into := m.Into(); into != NoPieceType {
		return NewPiece(into, pc.Side())
	}
	return pc
}

// Promotions appends the types to which the piece may promote by a move between
// two squares.
func (p *Position) Promotions(dst []PieceType, from, to Square) []PieceType {
	pr := p.rules.promotions[p.board[from]]
	if pr == nil || !p.mayPromote(pr, from).Has(to) {
		return dst
	}
	for _, t := range pr.into {
		if p.promotes(pr, t, to) {
			dst = append(dst, t)
		}
	}
	return dst
}

// Becomes returns the type to which a candidate must promote; false if it has a
// choice or does not promote.
func (p *Position) Becomes(c Candidate, to Square) (PieceType, bool) {
	pr := p.rules.promotionBy(c.Kind, p.board[c.From])
	if pr == nil || !pr.always || len(pr.into) != 1 || !p.mayPromote(pr, c.From).Has(to) {
		return NoPieceType, false
	}
	return pr.into[0], true
}

// PromotesTo returns the types that a piece may promote to, nil if none.
func (r *Rules) PromotesTo(pc Piece) []PieceType {
	if pr := r.promotions[pc]; pr != nil {
		return pr.into
	}
	return nil
}

// PromotionZone returns the squares on which a piece may promote.
func (r *Rules) PromotionZone(pc Piece) Bitboard {
	if pr := r.promotions[pc]; pr != nil {
		return pr.zone
	}
	return Bitboard{}
}

// MayPromote reports whether a piece could promote by a move between two
// squares on some board; from a square to itself, in place.
func (r *Rules) MayPromote(pc Piece, from, to Square) bool {
	pr := r.promotions[pc]
	if pr == nil || from == to {
		return pr != nil && pr.inPlace
	}
	return pr.always || pr.zone.Or(pr.may).Or(pr.must).Has(to) || pr.fromZone && pr.zone.Has(from)
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
		return &Violation{r.promotions[pc].ruleID, "promotion",
			fmt.Sprintf("the %s does not promote by a capture en passant", name)}
	case pr == nil:
		return &Violation{r.promotionRule(pc), "promotion", fmt.Sprintf("the %s does not promote", name)}
	case len(pr.into) == 0:
		return &Violation{pr.ruleID, "promotion", fmt.Sprintf("the %s does not promote", name)}
	case !p.mayPromote(pr, m.From()).Has(m.To()):
		return &Violation{pr.ruleID, "promotion",
			fmt.Sprintf("the %s does not promote on its way from %s to %s", name, r.SquareName(m.From()), square)}
	case !p.promotes(pr, into, m.To()):
		return &Violation{pr.choiceRuleID, "promotion",
			fmt.Sprintf("the %s does not become %s on %s", name, r.pieceTypes[into].name, square)}
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
