package index

import (
	"context"
	"math"

	"github.com/RoaringBitmap/roaring/v2"

	"assay/analysis/rules"
)

// OccupancyReader is a Reader with occupancy bitmaps for some parts.
type OccupancyReader interface {
	Reader
	// Occupancies calls tell for each part with a known occupancy of all terms.
	Occupancies(ctx context.Context, r *rules.Rules, terms []string, tell func(Occupancies)) error
}

// Occupancies are the occupancies of one part.
type Occupancies struct {
	Part Part
	// Numbers maps bitmap ordinals to game IDs.
	Numbers Numbers
	// Of maps piece-square terms to occupancies. If a key is a verdict, its
	// value contains the games with that verdict; the key "" means all games. A
	// missing term occurs in no game.
	Of map[string]Occupancy
}

// Numbers maps the ordinals of a part's games to their IDs.
type Numbers interface {
	// offer offers games to a page.
	offer(p *page, games *roaring.Bitmap)
}

// CountedFrom numbers games by the difference of their IDs from a first ID.
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
