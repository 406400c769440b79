package rules

import (
	"cmp"
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
			t := r.letters[letter]
			limited := false
			for _, target := range into {
				piece, _ := r.definition.Pieces.Get(target)
				r.promotionLimits[r.letters[target]] = promotionLimit{piece.Most, r.sameName(r.letters[target])}
				limited = limited || piece.Most > 0
				if k := r.pieceTypes[t]; k.promoted && k.demotes == r.letters[target] {
					r.promotionsReversible = true
				}
			}
			for _, side := range []Side{First, Second} {
				if !def.Side.Has(side == Second) {
					continue
				}
				pr := &promotion{
					zone: r.region(def.Zone, side), fromZone: def.On == "touch", zoneByCapture: def.On == "entry", always: def.Always && len(into) > 0,
					ruleID: r.definition.Number(def.Rule), choiceRuleID: cmp.Or(def.Into, r.definition.Number(def.Rule)), except: map[PieceType]Bitboard{},
				}
				for _, target := range into {
					pr.into = append(pr.into, r.letters[target])
				}
				if region, ok := def.May.Get(letter); ok {
					pr.may = r.region(region, side)
				}
				if region, ok := def.Must.Get(letter); ok {
					pr.must = r.region(region, side)
				}
				for target, region := range def.Except.All() {
					pr.except[r.letters[target]] = r.region(region, side)
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

// promotionLimit is the maximum number of certain pieces on the board after a promotion.
type promotionLimit struct {
	most  int // 0 for no limit
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
	return limit.most == 0 || p.ofTypes(p.side, limit.types).Len() < limit.most
}
