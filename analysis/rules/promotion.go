package rules

// promotion is what one piece of one side may become, and where.
type promotion struct {
	into   []PieceType
	zone   Bitboard
	touch  bool     // a move that starts in the zone counts too
	must   Bitboard // a move that ends here promotes
	always bool
	except map[PieceType]Bitboard // squares on which that kind is not made
	ruling string                 // on where and whether
	choice string                 // on what it becomes
	simple bool                   // nothing is excepted
}

func (r *Rules) addPromotions() {
	for i := range r.definition.Promotion {
		def := &r.definition.Promotion[i]
		for _, letter := range def.Pieces.Keys {
			into, _ := def.Pieces.Get(letter)
			t := r.letters[letter]
			for _, side := range []Side{First, Second} {
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
				pr.simple = len(pr.except) == 0
				r.promotions[NewPiece(t, side)] = pr
			}
		}
	}
}

// optional is the squares on which a move from a square may promote.
func (pr *promotion) optional(from Square) Bitboard {
	if pr.touch && pr.zone.Has(from) {
		return Bitboard{^uint64(0), ^uint64(0)}
	}
	return pr.zone
}

// forced is the squares on which a move from a square must promote.
func (pr *promotion) forced(from Square) Bitboard {
	if pr.always {
		return pr.optional(from)
	}
	return pr.must.And(pr.optional(from))
}

// allows reports whether the piece may become that kind on a square.
func (pr *promotion) allows(into PieceType, to Square) bool {
	for _, t := range pr.into {
		if t == into {
			return !pr.except[t].Has(to)
		}
	}
	return false
}
