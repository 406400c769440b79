package engine

import (
	"time"

	"assay/analysis/rules"
)

// Line is a way the game could go on by the best moves found for both sides,
// and what the position is worth by it to the side to move.
type Line struct {
	MultiPV  int          // its place among the best lines, from 1
	Depth    int          // plies of its iteration; 0 where the position was judged as it stands
	SelDepth int          // plies of the longest line looked at
	CP       int          // hundredths of a pawn, 0 where Mate is not
	Mate     int          // plies to the end of the game, negative where the side to move loses; 0 for none
	Moves    []rules.Move // legal one after the other, at least one

	Nodes uint64        // searched until now
	Time  time.Duration // since the search began
	Hash  int           // thousandths of the table that are filled
}

// Result is what a search found.
type Result struct {
	Lines []Line // the best first; none where the game is over or no move is left
	Nodes uint64
}
