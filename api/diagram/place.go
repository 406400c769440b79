package diagram

// A place can contain a piece, on or off the board. Places are numbered:
// squares, First's cells, Second's cells, both pockets, First's slots for a
// hand without cells, then Second's. If Room reserves slots for every kind, the
// numbering does not depend on what the hands contain.

// CellPlace returns the place of a cell of a side's bench.
func (s *Scene) CellPlace(side Side, cell int) int {
	if side == Second {
		cell += len(s.Reserves[First].Cells)
	}
	return s.Files*s.Ranks + cell
}

// PocketPlace returns the place of a side's pocket.
func (s *Scene) PocketPlace(side Side) int {
	return s.CellPlace(Second, len(s.Reserves[Second].Cells)) + int(side)
}

// HandPlace returns the place of a kind in a side's hand without cells, by its
// index in Hand.
func (s *Scene) HandPlace(side Side, kind int) int {
	if side == Second {
		kind += s.Reserves[First].kinds()
	}
	return s.PocketPlace(Second) + 1 + kind
}

// Places returns the number of places of a scene, missing pockets included.
func (s *Scene) Places() int { return s.HandPlace(Second, s.Reserves[Second].kinds()) }

// SquareName returns the name of a square: its own, or made of the labels; ""
// if there are none.
func (s *Scene) SquareName(square int) string {
	switch {
	case s.Names != nil:
		return s.Names[square]
	case len(s.FileLabels) == 0 || len(s.RankLabels) == 0:
		return ""
	}
	return s.FileLabels[square%s.Files] + s.RankLabels[square/s.Files]
}

// has reports whether a place exists.
func (s *Scene) has(place int) bool {
	for side := First; side <= Second; side++ {
		if place == s.PocketPlace(side) {
			return s.Reserves[side].HasPocket
		}
	}
	return place >= 0 && place < s.Places()
}

// kinds returns the number of slots of a hand without cells.
func (r *Reserve) kinds() int { return max(len(r.Hand), r.Room) }

// At returns the piece at a place, or nil, and its count, which exceeds 1 only
// in hands.
func (s *Scene) At(place int) (p *Piece, count int) {
	if place < s.Files*s.Ranks {
		if s.Pieces == nil {
			return nil, 0
		}
		return single(s.Pieces[place])
	}
	for side := First; side <= Second; side++ {
		r := &s.Reserves[side]
		if i := place - s.CellPlace(side, 0); i >= 0 && i < len(r.Cells) {
			return single(r.Cells[i].Piece)
		}
		if place == s.PocketPlace(side) {
			return single(r.Pocket)
		}
		if i := place - s.HandPlace(side, 0); i >= 0 && i < len(r.Hand) {
			return &r.Hand[i].Piece, r.Hand[i].Count
		}
	}
	return nil, 0
}

func single(p *Piece) (*Piece, int) {
	if p == nil {
		return nil, 0
	}
	return p, 1
}

// Place returns the rectangle of a place, empty for a missing pocket.
func (l *Layout) Place(place int) Rect {
	n := l.files * l.ranks
	if place < n {
		return l.Square(place)
	}
	place -= n
	for side := range l.reserves {
		if cells := l.reserves[side].Cells; place < len(cells) {
			return cells[place]
		}
		place -= len(l.reserves[side].Cells)
	}
	if place < len(l.reserves) {
		return l.reserves[place].Pocket
	}
	place -= len(l.reserves)
	for side := range l.reserves {
		if hand := l.reserves[side].Hand; place < len(hand) {
			return hand[place]
		}
		place -= len(l.reserves[side].Hand)
	}
	return Rect{}
}

// Placement returns the placement of the piece at a place.
func (l *Layout) Placement(place int) Placement {
	room := l.Place(place)
	n := l.files * l.ranks
	cells := len(l.reserves[First].Cells) + len(l.reserves[Second].Cells)
	switch {
	case place < n:
		return squarePlacement(room)
	case place < n+cells:
		return cellPlacement(room)
	case place < n+cells+len(l.reserves):
		return pocketPlacement(room)
	}
	return handPlacement(room)
}

// KeepRoom sets the Room of a game's scenes to the size of the fullest hand, so
// that all scenes have the same places.
func KeepRoom(scenes []*Scene) {
	for side := range 2 {
		room := 0
		for _, s := range scenes {
			room = max(room, s.Reserves[side].kinds())
		}
		for _, s := range scenes {
			s.Reserves[side].Room = room
		}
	}
}
