package engine

import (
	"time"

	"assay/analysis/rules"
)

// Limits end a search as soon as one of them is reached. The zero value sets no
// limit.
type Limits struct {
	Nodes   uint64        // nodes of all threads together
	Time    time.Duration // wall-clock time since the start
	Depth   int           // largest depth in plies
	Mate    int           // stop after finding a mate in that many plies
	MultiPV int           // number of lines; 0 means 1
	Threads int           // 0 means 1
	Moves   []rules.Move  // root moves to search; empty means all legal moves
}
