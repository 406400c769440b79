package engine

import (
	"time"

	"assay/analysis/rules"
)

// Limits say when a search ends: at the first that is met, or when its context
// does. The zero value sets no limit.
type Limits struct {
	Nodes   uint64        // positions searched, by all threads together
	Time    time.Duration // since the search began
	Depth   int           // plies of the last iteration
	Mate    int           // plies in which a mate is wanted: found, the search ends
	MultiPV int           // how many lines are wanted; 1 where it is less
	Threads int           // 1 where it is less
	Moves   []rules.Move  // only these first moves; all legal ones where there are none
}
