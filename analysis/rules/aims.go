package rules

// Aims is what the rules of a game make worth having, for who judges positions.
type Aims struct {
	Goals      []Goal
	Checks     int          // that win; 0 where they do not
	Compulsory bool         // a side that can capture has to
	Shedding   bool         // who has no piece left, or no move, wins
	Counting   bool         // in the end the side with more pieces wins
	Adds       PieceTypeSet // kinds that are dropped from nowhere
	Guarded    bool         // no royal may be left attacked
}

// Goal is where pieces win that come there.
type Goal struct {
	Pieces  PieceTypeSet
	Squares [2]Bitboard // of each side
	Count   int         // how many have to stand there at once
}

// Aims is what the game's rules make worth having.
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

// PromotesTo is what a piece may become by a move, nothing where it does not
// change.
func (r *Rules) PromotesTo(pc Piece) []PieceType {
	if pr := r.promotions[pc]; pr != nil {
		return pr.into
	}
	return nil
}

// PromotionZone is the squares on which a piece may change.
func (r *Rules) PromotionZone(pc Piece) Bitboard {
	if pr := r.promotions[pc]; pr != nil {
		return pr.zone
	}
	return Bitboard{}
}
