package rules

// Aims lists what a variant rewards, for position evaluation.
type Aims struct {
	Goals      []Goal
	Checks     int          // checks needed to win; 0 if checks do not win
	Compulsory bool         // captures are compulsory
	Shedding   bool         // a side without pieces or without moves wins
	Counting   bool         // at the end the side with more pieces wins
	Adds       PieceTypeSet // types dropped without being in hand
	Guarded    bool         // no royal may be left attacked
}

// Goal is a set of squares on which a side wins.
type Goal struct {
	Pieces  PieceTypeSet
	Squares [2]Bitboard // by side
	Count   int         // number of pieces needed there at once
}

// Aims returns what the variant rewards.
func (r *Rules) Aims() Aims {
	out := Aims{Checks: int(r.checksToWin), Adds: r.freeDrops, Guarded: r.royalSafe}
	for _, m := range r.modules {
		switch m := m.(type) {
		case *goal:
			out.Goals = append(out.Goals, Goal{m.pieces, m.squares, m.Count})
		case *mustCapture:
			out.Compulsory = true
		case *extinction:
			out.Shedding = out.Shedding || m.Result == "win"
		case *noMoves:
			out.Shedding = out.Shedding || m.Free == "win" && m.Attacked == "win"
			out.Counting = out.Counting || m.Free == "more"
		}
	}
	return out
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
