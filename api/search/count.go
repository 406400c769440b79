package search

import (
	"context"
	"iter"
	"time"

	"assay/analysis/rules"
)

// The bounds of a [Count].
const (
	MaxCountDepth = 20
	maxCountTime  = 30 * time.Second // total counting time
	countStep     = 250 * time.Millisecond
)

// Count counts the leaf nodes of the move tree (perft), depth by depth and in
// steps.
type Count struct {
	position *rules.Position
	depth    int
	nodes    uint64                // at this depth, so far
	spent    time.Duration         // on all depths
	next     func() (uint64, bool) // counts more nodes; nil before the depth is started
	stop     func()
}

// CountLine is the progress of a count at one depth.
type CountLine struct {
	Depth int    `json:"depth"`
	Nodes uint64 `json:"nodes"` // leaf nodes so far
	Done  bool   `json:"done"`  // the depth is complete
	Cut   bool   `json:"cut"`   // the time limit was reached
}

// NewCount starts a count. It does not change p.
func NewCount(p *rules.Position) *Count { return &Count{position: p.Clone(), depth: 1} }

// Next continues to count for a while, at most to the end of the depth. The
// error is from ctx.
func (c *Count) Next(ctx context.Context) (*CountLine, error) {
	if c.next == nil {
		c.next, c.stop = iter.Pull(c.position.PerftParts(c.depth))
	}
	began := time.Now()
	for ctx.Err() == nil {
		n, more := c.next()
		c.nodes += n
		line := &CountLine{Depth: c.depth, Nodes: c.nodes, Done: !more}
		spent := time.Since(began)
		if line.Cut = more && c.spent+spent > maxCountTime; !line.Done && !line.Cut && spent < countStep {
			continue
		}
		if c.spent += spent; line.Done {
			c.depth, c.nodes, c.next = c.depth+1, 0, nil
		}
		return line, nil
	}
	return nil, context.Cause(ctx)
}

// Close ends the count.
func (c *Count) Close() {
	if c.stop != nil {
		c.stop()
	}
}
