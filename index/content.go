package index

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"assay/analysis/rules"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
)

// content describes the documents of one segment. Stored fields remain in
// the mapped file of the segment and are read on demand.
type content struct {
	games  []int64 // game ID by document
	spans  []span  // one per blockSize documents
	unused bool    // no longer in use; guarded by the cache's lock

	mu     sync.Mutex
	blocks map[string][]*block        // by name of the rules; "" for any
	having map[string]*roaring.Bitmap // documents with a term in a field; nil if there are too many terms
	unions map[string]*roaring.Bitmap // documents with a prefix, by field and prefix
}

// span is a range of game IDs, both ends included.
type span struct{ low, high int64 }

// contentsOf returns the content of each segment of a snapshot. Segments are
// immutable, so known ones are not read again.
func contentsOf(ctx context.Context, snapshot *scorch.IndexSnapshot, known map[uint64]*content) ([]*content, error) {
	segments := snapshot.Segments()
	all := make([]*content, len(segments))
	errs := make([]error, len(segments))
	var reading sync.WaitGroup
	for i, s := range segments {
		if all[i] = known[s.Id()]; all[i] != nil {
			continue
		}
		reading.Go(func() {
			defer recoverFaults("", &errs[i])()
			all[i], errs[i] = readContent(ctx, s)
		})
	}
	reading.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err // nothing is cached for the others yet
	}
	return all, nil
}

func readContent(ctx context.Context, s *scorch.SegmentSnapshot) (*content, error) {
	games := make([]int64, s.Segment().Count())
	for i := range games {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		id, err := s.DocID(uint64(i))
		if err == nil {
			games[i], err = strconv.ParseInt(string(id), 10, 64)
		}
		if err != nil {
			return nil, fmt.Errorf("document %d of segment %d: %w", i, s.Id(), err)
		}
	}
	return newContent(games), nil
}

func newContent(games []int64) *content {
	c := &content{games: games, blocks: map[string][]*block{}, having: map[string]*roaring.Bitmap{},
		unions: map[string]*roaring.Bitmap{}}
	for some := range slices.Chunk(games, blockSize) {
		c.spans = append(c.spans, span{slices.Min(some), slices.Max(some)})
	}
	return c
}

// offer offers the games of some documents to a page. It skips blocks outside
// the range of the page, because a frequent position occurs in most blocks.
func (c *content) offer(p *page, documents *roaring.Bitmap) {
	it := documents.Iterator()
	for i, s := range c.spans {
		if p.excludes(s) {
			continue
		}
		for it.AdvanceIfNeeded(uint32(i * blockSize)); it.HasNext() && it.PeekNext() < uint32((i+1)*blockSize); {
			p.offer(c.games[it.Next()])
		}
	}
}

// blocksOf returns the blocks with games of some rules, or of any if r is nil,
// in document order.
func (c *content) blocksOf(s *scorch.SegmentSnapshot, r *rules.Rules) ([]*block, error) {
	name := ""
	if r != nil {
		name = RulesName(r)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.blocks[name]; ok {
		return known, nil
	}
	own, err := ownOf(s, r)
	if err != nil {
		return nil, err
	}
	blocks := make([]*block, (len(c.games)+blockSize-1)/blockSize)
	for i := range blocks {
		blocks[i] = &block{content: c, rules: r, first: uint32(i * blockSize)}
	}
	for it := own.Iterator(); it.HasNext(); {
		blocks[it.Next()/blockSize].games++
	}
	c.blocks[name] = blocks
	return blocks, nil
}

// withoutTerm returns the documents without a term in a field. If a field has
// more terms than documents, it returns none, because reading them would take
// too long.
func (c *content) withoutTerm(s *scorch.SegmentSnapshot, field string) (*roaring.Bitmap, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	having, known := c.having[field]
	if !known {
		dictionary, err := s.Segment().Dictionary(field)
		if err != nil {
			return nil, err
		}
		if dictionary.Cardinality() <= len(c.games) {
			if having, err = allOf(dictionary); err != nil {
				return nil, err
			}
		}
		c.having[field] = having
	}
	if having == nil {
		return roaring.New(), nil
	}
	return roaring.AndNot(s.DocNumbersLive(), having), nil
}

// ownOf returns the documents of games of some rules, or all if r is nil.
func ownOf(s *scorch.SegmentSnapshot, r *rules.Rules) (*roaring.Bitmap, error) {
	if r == nil {
		return s.DocNumbersLive(), nil
	}
	return Condition{Field: RulesField, Terms: []string{RulesName(r)}}.find(s)
}

// appendStored appends the stored field of a document.
func appendStored(pool []byte, s *scorch.SegmentSnapshot, document uint32) ([]byte, error) {
	found := false
	err := s.VisitDocument(uint64(document), func(field string, _ byte, value []byte, _ []uint64) bool {
		if field == GameField {
			pool, found = append(pool, value...), true
		}
		return true
	})
	if err == nil && !found {
		err = fmt.Errorf("%w: nothing is stored with document %d", ErrDamaged, document)
	}
	return pool, err
}

// storedBytes is the typical size of a short game's stored field.
const storedBytes = 256

// readEntries reads the stored fields of documents, in their order.
func readEntries(ctx context.Context, s *scorch.SegmentSnapshot, documents []uint32) ([]Entry, error) {
	pool := make([]byte, 0, len(documents)*storedBytes)
	ends := make([]int, len(documents))
	for i, document := range documents {
		err := ctx.Err()
		if err == nil {
			pool, err = appendStored(pool, s, document)
		}
		if err != nil {
			return nil, err
		}
		ends[i] = len(pool)
	}
	entries := make([]Entry, len(documents))
	at := 0
	for i, end := range ends {
		var err error
		if entries[i], err = ReadEntry(pool[at:end:end]); err != nil {
			return nil, err
		}
		at = end
	}
	return entries, nil
}
