package engine

import (
	"time"

	"assay/analysis/rules"
)

// shareInterval is how many nodes a thread searches before it adds them to
// the ones of the search.
const shareInterval = 256

// threadLimit returns the node count at which a thread stops, so that all
// threads together keep the limit; 0 means no limit.
func (l *Limits) threadLimit() uint64 {
	if l.Nodes == 0 {
		return 0
	}
	return l.Nodes - shareInterval*uint64(l.Threads-1)
}

// Limits end a search as soon as one of them is reached. The zero value sets no
// limit.
type Limits struct {
	Nodes   uint64        // nodes of all threads together, never more
	Proof   uint64        // nodes to leave unused once the best line is a mate
	Time    time.Duration // wall-clock time since the start
	Depth   int           // largest depth in plies
	Mate    int           // stop after finding a mate in that many plies
	MultiPV int           // number of lines; 0 means 1
	Threads int           // 0 means 1
	Moves   []rules.Move  // root moves to search; empty means all legal moves

	// Enough ends the search after an iteration if it returns true for its
	// lines; nil means never.
	Enough func([]Line) bool
}
