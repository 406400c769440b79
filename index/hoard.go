package index

import (
	"context"
	"math"
	"sync"

	"assay/analysis/rules"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// DefaultMemory is the default size in bytes of the cache of tapes and of what
// was computed from them.
const DefaultMemory = 256 << 20

// hoard is a cache of blocks with a byte limit. A full scan touches every block
// once, so an LRU cache would never hit. The cache evicts by frequency: a block
// replaces another only if it was requested more than twice as often.
type hoard struct {
	most int64 // limit in bytes

	mu     sync.Mutex
	size   int64
	games  int                 // in the cached blocks
	blocks map[*block]struct{} // every requested block of the segments in use
	least  float64             // lower bound of the uses of cached blocks
}

func newHoard(most int64) *hoard {
	return &hoard{most: most, blocks: map[*block]struct{}{}}
}

const (
	// worthLoading is the share of a block's games that must be requested
	// before the block is loaded: scanning a game once takes a quarter of the
	// time of loading it.
	worthLoading = 0.25
	// mostWanted caps the use count, so that old requests lose their weight.
	mostWanted = 1000
)

// want counts a request for games of a block and returns its cached content. If
// that is nil, worth says whether to load the block.
func (h *hoard) want(b *block, games int) (have *held, worth bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if b.content.gone {
		return b.held, false
	}
	h.blocks[b] = struct{}{}
	if b.wanted += float64(games) / float64(max(b.games, 1)); b.wanted > mostWanted {
		h.least /= 2
		for other := range h.blocks {
			other.wanted /= 2
		}
	}
	if b.held != nil {
		return b.held, false
	}
	return nil, b.wanted >= worthLoading && h.admits(b, h.expected(b))
}

// expected returns the estimated size of a block in bytes.
func (h *hoard) expected(b *block) int64 {
	if b.size > 0 || h.games == 0 {
		return b.size
	}
	return h.size / int64(h.games) * int64(b.games)
}

// admits reports whether a block fits, if necessary after evictions.
func (h *hoard) admits(b *block, size int64) bool {
	if size > h.most {
		return false
	}
	if h.size+size <= h.most {
		return true
	}
	if yields(h.least, b) {
		_, h.least = h.last()
	}
	return yields(h.least, b)
}

// yields reports whether a cached block with so many uses is evicted for
// another.
func yields(wanted float64, to *block) bool { return 2*wanted+1 < to.wanted }

// last returns the least used cached block.
func (h *hoard) last() (last *block, wanted float64) {
	wanted = math.Inf(1)
	for b := range h.blocks {
		if b.held != nil && b.wanted < wanted {
			last, wanted = b, b.wanted
		}
	}
	return last, wanted
}

// hold inserts a loaded block if it fits.
func (h *hoard) hold(b *block, have *held) {
	h.mu.Lock()
	defer h.mu.Unlock()
	b.size = have.size
	if b.content.gone || b.held != nil || have.size > h.most {
		return
	}
	for h.size+have.size > h.most {
		last, wanted := h.last()
		if last == nil || !yields(wanted, b) {
			return
		}
		h.drop(last)
	}
	b.held = have
	h.blocks[b] = struct{}{}
	h.size += have.size
	h.games += b.games
	h.least = min(h.least, b.wanted)
}

func (h *hoard) drop(b *block) {
	if b.held != nil {
		h.size -= b.held.size
		h.games -= b.games
		b.held = nil
	}
}

// forget evicts blocks of segments that are no longer in use.
func (h *hoard) forget(contents []*content) {
	for _, c := range contents {
		c.mu.Lock()
		h.mu.Lock()
		c.gone = true
		for _, blocks := range c.blocks {
			for _, b := range blocks {
				h.drop(b)
				delete(h.blocks, b)
			}
		}
		h.mu.Unlock()
		c.mu.Unlock()
	}
}

// hot describes the use of one variant's blocks.
type hot struct {
	rules  *rules.Rules
	wanted float64 // mean uses of its cached blocks
}

// hotIn returns the use by name of rules among the cached blocks of some
// segments.
func (h *hoard) hotIn(contents []*content) map[string]hot {
	found, number := map[string]hot{}, map[string]float64{}
	for _, c := range contents {
		c.mu.Lock()
		h.mu.Lock()
		for name, blocks := range c.blocks {
			for _, b := range blocks {
				if b.held != nil {
					number[name]++
					mean := found[name].wanted
					found[name] = hot{b.rules, mean + (b.wanted-mean)/number[name]}
				}
			}
		}
		h.mu.Unlock()
		c.mu.Unlock()
	}
	return found
}

// warm loads blocks of a new segment for rules whose blocks were cached in the
// segments that it replaces, so that no search has to.
func (h *hoard) warm(ctx context.Context, s *scorch.SegmentSnapshot, c *content, asked map[string]hot) error {
	for _, of := range asked {
		blocks, err := c.blocksOf(s, of.rules)
		if err != nil {
			return err
		}
		for _, b := range blocks {
			h.mu.Lock()
			b.wanted = of.wanted
			worth := b.games > 0 && h.admits(b, h.expected(b))
			h.mu.Unlock()
			if !worth {
				continue
			}
			have, err := b.load(ctx, s)
			if err != nil {
				return err
			}
			h.hold(b, have)
		}
	}
	return nil
}
