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

// content is what the documents of one segment stand for. What is stored with
// them stays in the segment's mapped file, and is read as it is asked for.
type content struct {
	games []int64 // by document
	spans []span  // of each blockSize documents
	gone  bool    // in use no longer; guarded by the hoard

	mu     sync.Mutex
	blocks map[string][]*block        // by the name of rules, "" for games of any
	having map[string]*roaring.Bitmap // the documents that have terms in a field, nil for many
}

// span holds the numbers of some games: they are low to high.
type span struct{ low, high int64 }

// contentsOf reads what the documents of each segment of a snapshot stand for,
// which Bleve tells one document at a time. Segments do not change: those that
// are known are not read again.
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
			defer guard("", &errs[i])()
			all[i], errs[i] = readContent(ctx, s)
		})
	}
	reading.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err // nothing of the others is held yet
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
	c := &content{games: games, blocks: map[string][]*block{}, having: map[string]*roaring.Bitmap{}}
	for some := range slices.Chunk(games, blockSize) {
		c.spans = append(c.spans, span{slices.Min(some), slices.Max(some)})
	}
	return c
}

// offer offers a page the games of some documents, but for those blocks of them
// of which it wants none: a position that all games have is found in most.
func (c *content) offer(p *page, documents *roaring.Bitmap) {
	it := documents.Iterator()
	for i, s := range c.spans {
		if p.beside(s) {
			continue
		}
		for it.AdvanceIfNeeded(uint32(i * blockSize)); it.HasNext() && it.PeekNext() < uint32((i+1)*blockSize); {
			p.offer(c.games[it.Next()])
		}
	}
}

// blocksOf are the blocks of the games of some rules, nil for any, in the order
// of their documents.
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

// bare are documents without a term in a field: all of them, but where there
// are more terms than documents, none, as it would take long to tell.
func (c *content) bare(s *scorch.SegmentSnapshot, field string) (*roaring.Bitmap, error) {
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

// ownOf are the documents of games of some rules, nil for any.
func ownOf(s *scorch.SegmentSnapshot, r *rules.Rules) (*roaring.Bitmap, error) {
	if r == nil {
		return s.DocNumbersLive(), nil
	}
	return Condition{Field: RulesField, Terms: []string{RulesName(r)}}.find(s)
}

// appendStored appends what is stored with a document.
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

// storedBytes are as many as a short game has.
const storedBytes = 256

// readEntries reads what is stored with some documents, in their order.
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
