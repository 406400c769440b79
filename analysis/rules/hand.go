package rules

import (
	"cmp"
	"slices"
)

// dropBan forbids drops on certain squares.
type dropBan struct {
	pieces   PieceTypeSet
	allowed  [2]Bitboard  // by side
	fileWith PieceTypeSet // not on a file with these pieces of one's own …
	atLeast  int          // … if there are at least this many
	ruleID   string
}

// pocketRule is a variant's pocket rule.
type pocketRule struct {
	never                               PieceTypeSet
	ruleID, promotesRuleID, apartRuleID string
}

// startRegion limits the squares of a piece in starting positions.
type startRegion struct {
	pieceType PieceType
	squares   [2]Bitboard // by side
}

func (r *Rules) addHand() {
	h := r.definition.Hand
	if h == nil {
		return
	}
	r.hasHand = true
	set := r.typeSet(h.Pieces)
	switch {
	case h.Keeps == "none":
	case h.Keeps == "all" || len(h.Pieces) == 0:
		r.keepsAll = true
	case h.Keeps == "victims":
		r.keepsVictims = set
	default:
		r.keepsCaptors = set
	}
	for _, letter := range h.Order {
		r.handOrder = append(r.handOrder, r.letters[letter])
	}
	if len(h.Order) == 0 {
		for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
			if !r.royals.Has(t) && !r.pieceTypes[t].promoted {
				r.handOrder = append(r.handOrder, t)
			}
		}
	}
	r.handTextOrder = slices.Clone(r.handOrder)
	place := func(t PieceType) uint {
		at := slices.Index(h.Text, r.pieceTypes[t].letter)
		return min(uint(at), uint(len(h.Text)))
	}
	slices.SortStableFunc(r.handTextOrder, func(a, b PieceType) int { return cmp.Compare(place(a), place(b)) })
	if len(h.Cells) == 2 {
		r.cells = len(h.Cells[0])
		for side := range 2 {
			r.cellNames[side] = h.Cells[side]
			for _, name := range h.Cells[side] {
				r.cellInitials[side] += name[:1]
			}
		}
	}
}

func (r *Rules) addDrops() {
	d := r.definition.Drops
	if d == nil {
		return
	}
	r.drops = r.hasHand
	r.dropsKeepClock = d.KeepClock
	r.freeDrops = r.typeSet(d.Free)
	for letter, as := range d.As.All() {
		for _, other := range as {
			r.dropsAs[r.letters[letter]] = append(r.dropsAs[r.letters[letter]], r.letters[other])
		}
	}
	rule := r.definition.Number(d.Rule)
	r.promotedDropRuleID, r.promotingDropRuleID = cmp.Or(d.Promoted, rule), cmp.Or(d.Promotes, rule)
	r.occupiedDropRuleID = cmp.Or(d.Occupied, ruleOccupied)
	for _, ban := range d.Forbid {
		b := dropBan{pieces: r.typeSet(ban.Pieces), fileWith: r.typeSet(ban.FileWith), atLeast: max(ban.Already, 1), ruleID: r.definition.Number(ban.Rule)}
		if len(ban.Pieces) == 0 {
			b.pieces = anyType
		}
		for _, side := range []Side{First, Second} {
			b.allowed[side] = r.region(ban.Outside, side)
			if ban.In != "" {
				b.allowed[side] = b.allowed[side].AndNot(r.region(ban.In, side))
			}
		}
		r.dropBans = append(r.dropBans, b)
	}
}

func (r *Rules) addPlacement() {
	if p := r.definition.Pocket; p != nil {
		number := r.definition.Number
		r.pocket = &pocketRule{never: r.typeSet(p.Never) | r.royals, ruleID: number(p.Rule), promotesRuleID: number(p.Promotes), apartRuleID: number(p.Apart)}
	}
	if c := r.definition.Castling; c != nil {
		r.castling = &castlingRule{
			royal: r.letters[c.Royal], partners: r.typeSet(c.Partner),
			rank: [2]int{c.Rank - 1, r.ranks - c.Rank}, step: c.Step, distance: max(c.Distance, 1),
			free: c.Free, opposite: c.Opposite, byDrops: len(c.Dropped) > 0, usualFile: -1, ruleID: r.definition.Number(c.Rule),
		}
		if c.Usual != "" {
			r.castling.usualFile = int(c.Usual[0] - 'a')
		}
		for i, file := range c.Dropped {
			r.castling.dropFiles[i] = int(file[0] - 'a')
		}
		for i, file := range c.To {
			r.castling.to[i] = int(file[0] - 'a')
		}
	}
	if s := r.definition.Array; s != nil {
		for letter, region := range s.Places.All() {
			r.startRegions = append(r.startRegions, startRegion{pieceType: r.letters[letter], squares: [2]Bitboard{r.region(region, First), r.region(region, Second)}})
		}
	}
}

// droppedType returns the type that a drop takes from the hand, bench or pocket.
func (p *Position) droppedType(m Move) PieceType {
	switch {
	case m.Kind() == PocketDrop:
		return p.pocket[p.side]
	case p.rules.cells > 0:
		return p.cells[p.side][m.Slot()]
	}
	return PieceType(m.Slot())
}

// landedType returns the type that a drop puts on the board.
func (p *Position) landedType(m Move) PieceType {
	if into := m.Into(); into != NoPieceType {
		return into
	}
	return p.droppedType(m)
}

// DropInto returns the promotion written when a type in hand is dropped as t
// (NoPieceType for the same type); false if it cannot be.
func (r *Rules) DropInto(held, t PieceType) (into PieceType, ok bool) {
	if held == t {
		return NoPieceType, true
	}
	return t, slices.Contains(r.dropsAs[held], t)
}

// Held returns the type in hand that the side to move drops to get t on the
// board, and the promotion written; false if there is none.
func (p *Position) Held(t PieceType) (held, into PieceType, ok bool) {
	if p.CanDrop(t) {
		return t, NoPieceType, true
	}
	for held := PieceType(1); int(held) < len(p.rules.pieceTypes); held++ {
		if into, ok := p.rules.DropInto(held, t); ok && p.CanDrop(held) {
			return held, into, true
		}
	}
	return NoPieceType, NoPieceType, false
}

// dropRegion returns the squares on which drop bans let a side drop a type,
// empty or not.
func (p *Position) dropRegion(side Side, t PieceType) Bitboard {
	out := p.rules.all
	for i := range p.rules.dropBans {
		b := &p.rules.dropBans[i]
		if !b.pieces.Has(t) {
			continue
		}
		out = out.And(b.allowed[side])
		if b.fileWith != 0 {
			all := p.ofTypes(side, b.fileWith)
			for own := all; !own.Empty(); {
				file := p.rules.fileOf[own.Pop()]
				if b.atLeast == 1 || all.And(file).Len() >= b.atLeast {
					out = out.AndNot(file)
				}
			}
		}
	}
	return out
}

// dropBanOn returns the ban that keeps a type off a square, or nil.
func (p *Position) dropBanOn(side Side, t PieceType, s Square) *dropBan {
	for i := range p.rules.dropBans {
		b := &p.rules.dropBans[i]
		if b.pieces.Has(t) && (!b.allowed[side].Has(s) || p.ofTypes(side, b.fileWith).And(p.rules.fileOf[s]).Len() >= b.atLeast && b.fileWith != 0) {
			return b
		}
	}
	return nil
}
