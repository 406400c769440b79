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

// blockCache is a cache of blocks with a byte limit. A full scan touches every
// block once, so an LRU cache would never hit. The cache evicts by frequency: a
// block replaces another only if it was requested more than twice as often.
type blockCache struct {
	limit int64 // limit in bytes

	mu      sync.Mutex
	size    int64
	games   int                 // in the cached blocks
	blocks  map[*block]struct{} // every requested block of the segments in use
	minUses float64             // lower bound of the uses of cached blocks
}

func newBlockCache(most int64) *blockCache {
	return &blockCache{limit: most, blocks: map[*block]struct{}{}}
}

const (
	// loadShare is the share of a block's games that must be requested before
	// the block is loaded. Scanning a game once takes a quarter of the time
	// that loading it takes.
	loadShare = 0.25
	// maxUses caps the use count, so that old requests lose weight.
	maxUses = 1000
)

// request counts a request for games of a block and returns the cached content
// of the block. If that is nil, load says whether to load the block.
func (h *blockCache) request(b *block, games int) (have *cachedBlock, load bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if b.content.unused {
		return b.cached, false
	}
	h.blocks[b] = struct{}{}
	if b.uses += float64(games) / float64(max(b.games, 1)); b.uses > maxUses {
		h.minUses /= 2
		for other := range h.blocks {
			other.uses /= 2
		}
	}
	if b.cached != nil {
		return b.cached, false
	}
	return nil, b.uses >= loadShare && h.admits(b, h.expectedSize(b))
}

// expectedSize returns the estimated size of a block in bytes.
func (h *blockCache) expectedSize(b *block) int64 {
	if b.size > 0 || h.games == 0 {
		return b.size
	}
	return h.size / int64(h.games) * int64(b.games)
}

// admits reports whether a block fits, if necessary after evictions.
func (h *blockCache) admits(b *block, size int64) bool {
	if size > h.limit {
		return false
	}
	if h.size+size <= h.limit {
		return true
	}
	if isEvictedFor(h.minUses, b) {
		_, h.minUses = h.leastUsed()
	}
	return isEvictedFor(h.minUses, b)
}

// isEvictedFor reports whether a block that is wanted this often may replace a
// cached block.
func isEvictedFor(wanted float64, to *block) bool { return 2*wanted+1 < to.uses }

// leastUsed returns the least used cached block.
func (h *blockCache) leastUsed() (last *block, wanted float64) {
	wanted = math.Inf(1)
	for b := range h.blocks {
		if b.cached != nil && b.uses < wanted {
			last, wanted = b, b.uses
		}
	}
	return last, wanted
}

// insert inserts a loaded block if it fits.
func (h *blockCache) insert(b *block, have *cachedBlock) {
	h.mu.Lock()
	defer h.mu.Unlock()
	b.size = have.size
	if b.content.unused || b.cached != nil || have.size > h.limit {
		return
	}
	for h.size+have.size > h.limit {
		last, wanted := h.leastUsed()
		if last == nil || !isEvictedFor(wanted, b) {
			return
		}
		h.drop(last)
	}
	b.cached = have
	h.blocks[b] = struct{}{}
	h.size += have.size
	h.games += b.games
	h.minUses = min(h.minUses, b.uses)
}

func (h *blockCache) drop(b *block) {
	if b.cached != nil {
		h.size -= b.cached.size
		h.games -= b.games
		b.cached = nil
	}
}

// evict evicts blocks of segments that are no longer in use.
func (h *blockCache) evict(contents []*content) {
	for _, c := range contents {
		c.mu.Lock()
		h.mu.Lock()
		c.unused = true
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

// variantUse describes the use of one variant's blocks.
type variantUse struct {
	rules *rules.Rules
	uses  float64 // mean uses of its cached blocks
}

// usesOf returns, for each set of rules by name, how often cached blocks of
// some segments were used.
func (h *blockCache) usesOf(contents []*content) map[string]variantUse {
	found, number := map[string]variantUse{}, map[string]float64{}
	for _, c := range contents {
		c.mu.Lock()
		h.mu.Lock()
		for name, blocks := range c.blocks {
			for _, b := range blocks {
				if b.cached != nil {
					number[name]++
					mean := found[name].uses
					found[name] = variantUse{b.rules, mean + (b.uses-mean)/number[name]}
				}
			}
		}
		h.mu.Unlock()
		c.mu.Unlock()
	}
	return found
}

// preload loads blocks of a new segment. It loads them for the rules whose
// blocks were cached in the segments that it replaces, so that no search has to
// load them.
func (h *blockCache) preload(ctx context.Context, s *scorch.SegmentSnapshot, c *content,
	asked map[string]variantUse) error {
	for _, of := range asked {
		blocks, err := c.blocksOf(s, of.rules)
		if err != nil {
			return err
		}
		for _, b := range blocks {
			h.mu.Lock()
			b.uses = of.uses
			fits := b.games > 0 && h.admits(b, h.expectedSize(b))
			h.mu.Unlock()
			if !fits {
				continue
			}
			have, err := b.load(ctx, s)
			if err != nil {
				return err
			}
			h.insert(b, have)
		}
	}
	return nil
}
