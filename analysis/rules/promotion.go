package rules

import (
	"cmp"
	"slices"
)

// promotion says what a piece may promote to, and where.
type promotion struct {
	into     []PieceType
	zone     Bitboard
	touch    bool     // a move that starts in the zone qualifies too
	entry    bool     // a move within or out of the zone qualifies only if it captures
	may      Bitboard // a move to these squares may promote too
	must     Bitboard // a move to these squares must promote
	always   bool
	captures bool                   // only captures promote
	stands   bool                   // promotes in place, not by a move …
	stand    Bitboard               // … on these squares
	last     bool                   // … or anywhere, if it is the last of its type
	keeps    bool                   // en passant captures do not promote
	except   map[PieceType]Bitboard // squares on which that type is not available
	ruling   string                 // rule ID: where and whether
	choice   string                 // rule ID: to what
	simple   bool                   // no exceptions and limits
}

func (r *Rules) addPromotions() {
	for i := range r.definition.Promotion {
		def := &r.definition.Promotion[i]
		for letter, into := range def.Pieces.All() {
			t := r.letters[letter]
			limited := false
			for _, target := range into {
				piece, _ := r.definition.Pieces.Get(target)
				r.limits[r.letters[target]] = limit{piece.Most, r.namesakes(r.letters[target])}
				limited = limited || piece.Most > 0
				if k := r.pieceTypes[t]; k.promoted && k.demotes == r.letters[target] {
					r.demoted = true
				}
			}
			for _, side := range []Side{First, Second} {
				if !def.Side.Has(side == Second) {
					continue
				}
				pr := &promotion{
					zone: r.region(def.Zone, side), touch: def.On == "touch", entry: def.On == "entry", always: def.Always && len(into) > 0,
					ruling: r.definition.Number(def.Rule), choice: cmp.Or(def.Into, r.definition.Number(def.Rule)), except: map[PieceType]Bitboard{},
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
				if pr.stands, pr.last = def.On == "stand", def.Last; pr.stands {
					pr.zone, pr.stand = Bitboard{}, pr.zone
				}
				pr.captures, pr.keeps = def.By == "capture", def.EnPassant == "keeps"
				pr.simple = len(pr.except) == 0 && !limited
				r.promotions[NewPiece(t, side)] = pr
			}
		}
	}
}

// limit is the maximum number of certain pieces on the board after a promotion.
type limit struct {
	most    int // 0 for no limit
	counted PieceTypeSet
}

// namesakes returns the types with the same name, including the type itself.
func (r *Rules) namesakes(t PieceType) (out PieceTypeSet) {
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
	if kind != Step && kind != EnPassant || pr != nil && pr.keeps && kind == EnPassant {
		return nil
	}
	return pr
}

// mayPromote returns the targets on which a move from a square may promote.
func (p *Position) mayPromote(pr *promotion, from Square) Bitboard {
	out := pr.zone
	switch {
	case pr.touch && pr.zone.Has(from):
		out = p.rules.all
	case pr.entry && pr.zone.Has(from):
		out = p.own[p.side.Other()]
	}
	out = out.Or(pr.may)
	if pr.captures {
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
	limit := p.rules.limits[into]
	return limit.most == 0 || p.ofTypes(p.side, limit.counted).Len() < limit.most
}
