package engine

import (
	"time"

	"assay/analysis/rules"
)

// Line is a principal variation with its score.
type Line struct {
	MultiPV  int          // rank of the line, from 1
	Depth    int          // plies of the iteration; 0 for a static evaluation
	SelDepth int          // longest line searched, in plies
	CP       int          // centipawns for the side to move; 0 if Mate is set
	Mate     int          // plies to the end of the game, negative if the side to move loses; 0 if unknown
	Moves    []rules.Move // the variation, at least one legal move

	Nodes uint64        // searched so far
	Time  time.Duration // since the start of the search
	Hash  int           // fill of the hash table in permille
}

// Result is the outcome of a search.
type Result struct {
	Lines []Line // best first; empty without a legal move
	Nodes uint64
}
