package index

import (
	"context"
	"math"
	"sync"

	"assay/analysis/rules"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// DefaultMemory is how many bytes of tapes, and of what was found in them, an
// index holds in memory where [Options] do not say.
const DefaultMemory = 256 << 20

// hoard is the blocks that are held in memory, within a bound. A search that
// runs through all games reads all blocks in turn, so that holding those that
// were read last would hold none that is read again: a block takes the place of
// others only where it was asked for twice as often as they, and once more.
type hoard struct {
	most int64 // bytes

	mu     sync.Mutex
	size   int64
	games  int                 // in the blocks held
	blocks map[*block]struct{} // all that were asked for, of segments in use
	least  float64             // no block held was asked for less often
}

func newHoard(most int64) *hoard {
	return &hoard{most: most, blocks: map[*block]struct{}{}}
}

const (
	// worthLoading is the part of a block's games that has to be asked for
	// before it is loaded: to look at a game once takes a quarter of the time.
	worthLoading = 0.25
	// mostWanted bounds how often a block is known to be asked for, so that
	// what was asked for long ago is forgotten.
	mostWanted = 1000
)

// want notes that games of a block are asked for, and gives what is held of it.
// Where that is nil, worth says whether it is to be loaded.
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

// expected is how many bytes a block is expected to take.
func (h *hoard) expected(b *block) int64 {
	if b.size > 0 || h.games == 0 {
		return b.size
	}
	return h.size / int64(h.games) * int64(b.games)
}

// admits reports whether there is, or could be made, room for a block.
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

// yields reports whether a block that was asked for so often makes room for
// another one.
func yields(wanted float64, to *block) bool { return 2*wanted+1 < to.wanted }

// last is the block held that was asked for least often.
func (h *hoard) last() (last *block, wanted float64) {
	wanted = math.Inf(1)
	for b := range h.blocks {
		if b.held != nil && b.wanted < wanted {
			last, wanted = b, b.wanted
		}
	}
	return last, wanted
}

// hold holds what was read of a block, if there is room.
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

// forget lets go of what is held of segments that are in use no longer.
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

// hot is how often games of some rules were asked for.
type hot struct {
	rules  *rules.Rules
	wanted float64 // of all blocks that are held, the mean
}

// hotIn are the rules of which blocks of some segments are held, by their name.
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

// warm loads blocks of a segment that takes the place of others, of rules that
// were asked for there, so that no search has to.
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
