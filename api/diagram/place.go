package diagram

// A place is where a piece can lie. Places are numbered: first the squares,
// then First's cells, Second's cells, the pockets of both, and what hands
// without cells have room for, First's before Second's. A scene that keeps Room
// for every kind in its hands has the same places whatever they hold.

// CellPlace is the place of a cell of a side's bench.
func (s *Scene) CellPlace(side Side, cell int) int {
	if side == Second {
		cell += len(s.Reserves[First].Cells)
	}
	return s.Files*s.Ranks + cell
}

// PocketPlace is the place of a side's pocket.
func (s *Scene) PocketPlace(side Side) int {
	return s.CellPlace(Second, len(s.Reserves[Second].Cells)) + int(side)
}

// HandPlace is the place of a kind in a side's hand without cells, by its
// number in Hand.
func (s *Scene) HandPlace(side Side, kind int) int {
	if side == Second {
		kind += s.Reserves[First].kinds()
	}
	return s.PocketPlace(Second) + 1 + kind
}

// Places is how many places a scene has, those of pockets that are not there
// among them.
func (s *Scene) Places() int { return s.HandPlace(Second, s.Reserves[Second].kinds()) }

// SquareName is the name of a square, made of the labels unless it has one of
// its own; "" where there are none.
func (s *Scene) SquareName(square int) string {
	switch {
	case s.Names != nil:
		return s.Names[square]
	case len(s.FileLabels) == 0 || len(s.RankLabels) == 0:
		return ""
	}
	return s.FileLabels[square%s.Files] + s.RankLabels[square/s.Files]
}

// has reports whether there is such a place.
func (s *Scene) has(place int) bool {
	for side := First; side <= Second; side++ {
		if place == s.PocketPlace(side) {
			return s.Reserves[side].HasPocket
		}
	}
	return place >= 0 && place < s.Places()
}

// kinds is how many kinds the hand without cells has room for.
func (r *Reserve) kinds() int { return max(len(r.Hand), r.Room) }

// At is what lies at a place: a piece, nil for none, and how many of it, which
// is above 1 in hands only.
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

// Place returns the room of a place, empty for a pocket that is not there.
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

// Placement returns where the piece at a place is drawn.
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

// KeepRoom gives the hands of a game's scenes the room that the fullest needs,
// so that all of them have the same places.
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
