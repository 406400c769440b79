package api

import (
	"context"
	"iter"
	"time"

	"assay/analysis/rules"
)

// The bounds of a [Count].
const (
	MaxCountDepth = 20
	longestCount  = 30 * time.Second // of counting, in all
	countedAtOnce = 250 * time.Millisecond
)

// Count counts the leaves of the tree of legal moves of a position, depth by
// depth, a part at a time.
type Count struct {
	position *rules.Position
	depth    int
	nodes    uint64                // of the depth, so far
	spent    time.Duration         // on all depths
	next     func() (uint64, bool) // further leaves of the depth; nil before it is begun
	stop     func()
}

// CountLine is how far a count has come.
type CountLine struct {
	Depth int    `json:"depth"`
	Nodes uint64 `json:"nodes"` // leaves so far
	Done  bool   `json:"done"`  // these are all of that depth
	Cut   bool   `json:"cut"`   // the time is over
}

// NewCount begins to count a position, which is left as it is.
func NewCount(p *rules.Position) *Count { return &Count{position: p.Clone(), depth: 1} }

// Next counts on for a while, until a depth is counted at most. The error is
// that of ctx.
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
		if line.Cut = more && c.spent+spent > longestCount; !line.Done && !line.Cut && spent < countedAtOnce {
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
