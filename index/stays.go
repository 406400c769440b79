package index

import (
	"context"
	"math"

	"github.com/RoaringBitmap/roaring/v2"

	"assay/analysis/rules"
)

// StayLists are lists that tell of some parts how long pieces stood where.
type StayLists interface {
	Lists
	// Stays tells what is known of games of some rules by terms, of each part
	// of which all is.
	Stays(ctx context.Context, r *rules.Rules, terms []string, tell func(Stays)) error
}

// Stays are those in the games of one part.
type Stays struct {
	Part Part
	// Numbers tell which games those of the stays are.
	Numbers Numbers
	// Of are the stays by the terms of placements. The games of verdicts are
	// there by these, and all games by "". One that is missing is in no game.
	Of map[string]Stay
}

// Numbers number the games of a part.
type Numbers interface {
	// offer offers a page games.
	offer(p *page, games *roaring.Bitmap)
}

// CountedFrom numbers games by how far behind one they are.
type CountedFrom int64

func (first CountedFrom) offer(p *page, games *roaring.Bitmap) {
	it := games.Iterator()
	switch passed := p.after - int64(first); {
	case passed >= math.MaxUint32:
		return
	case passed >= 0:
		it.AdvanceIfNeeded(uint32(passed + 1))
	}
	for it.HasNext() {
		game := int64(first) + int64(it.Next())
		if p.more && game > p.bound {
			return
		}
		p.offer(game)
	}
}
