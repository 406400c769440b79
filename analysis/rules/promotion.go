package rules

import "slices"

// promotion is what one piece of one side may become, and where.
type promotion struct {
	into     []PieceType
	zone     Bitboard
	touch    bool     // a move that starts in the zone counts too
	must     Bitboard // a move that ends here promotes
	always   bool
	captures bool                   // only captures promote
	except   map[PieceType]Bitboard // squares on which that kind is not made
	ruling   string                 // on where and whether
	choice   string                 // on what it becomes
	simple   bool                   // nothing is excepted
}

func (r *Rules) addPromotions() {
	for i := range r.definition.Promotion {
		def := &r.definition.Promotion[i]
		for _, letter := range def.Pieces.Keys {
			into, _ := def.Pieces.Get(letter)
			t := r.letters[letter]
			limited := false
			for _, target := range into {
				piece, _ := r.definition.Pieces.Get(target)
				r.limits[r.letters[target]] = piece.Most
				limited = limited || piece.Most > 0
			}
			for _, side := range []Side{First, Second} {
				if !def.Side.Has(side == Second) {
					continue
				}
				pr := &promotion{
					zone: r.region(def.Zone, side), touch: def.On == "touch", always: def.Always && len(into) > 0,
					ruling: r.definition.Number(def.Rule), choice: def.Into, except: map[PieceType]Bitboard{},
				}
				if pr.choice == "" {
					pr.choice = pr.ruling
				}
				for _, target := range into {
					pr.into = append(pr.into, r.letters[target])
				}
				if region, ok := def.Must.Get(letter); ok {
					pr.must = r.region(region, side)
				}
				for _, target := range def.Except.Keys {
					region, _ := def.Except.Get(target)
					pr.except[r.letters[target]] = r.region(region, side)
				}
				pr.captures = def.By == "capture"
				pr.simple = len(pr.except) == 0 && !limited
				r.promotions[NewPiece(t, side)] = pr
			}
		}
	}
}

// mayPromote is the squares on which a move from a square may promote.
func (p *Position) mayPromote(pr *promotion, from Square) Bitboard {
	out := pr.zone
	if pr.touch && pr.zone.Has(from) {
		out = p.rules.all
	}
	if pr.captures {
		out = out.And(p.own[p.side.Other()])
	}
	return out
}

// mustPromote is the squares on which a move from a square must promote.
func (p *Position) mustPromote(pr *promotion, from Square) Bitboard {
	if pr.always {
		return p.mayPromote(pr, from)
	}
	return pr.must.And(p.mayPromote(pr, from))
}

// promotes reports whether the piece, of the side to move, may become one of its
// kinds on a square.
func (p *Position) promotes(pr *promotion, into PieceType, to Square) bool {
	if !slices.Contains(pr.into, into) || pr.except[into].Has(to) {
		return false
	}
	limit := p.rules.limits[into]
	return limit == 0 || p.pieces[NewPiece(into, p.side)].Len() < limit
}
