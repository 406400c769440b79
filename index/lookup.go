package index

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"assay/index/pattern"
)

// find returns the documents of a segment that meet all conditions. The bitmap
// may share memory with the segment: do not change it, and do not use it after
// the snapshot is closed. It counts the games of each lookup in work; nil saves
// the time.
func (c *content) find(s *scorch.SegmentSnapshot, conditions []Condition, work *Work) (*roaring.Bitmap, error) {
	if len(conditions) == 0 {
		return s.DocNumbersLive(), nil
	}
	if work == nil {
		conditions = prefixesLast(conditions)
	}
	return c.findIn(s, nil, conditions, work)
}

// prefixesLast returns the conditions with prefixes at the end, the shortest
// one last. The others leave few documents for the lists of its terms.
func prefixesLast(conditions []Condition) []Condition {
	length := func(c Condition) int {
		if !c.Prefix {
			return math.MaxInt
		}
		return len(c.Terms[0])
	}
	order := func(a, b Condition) int { return cmp.Compare(length(b), length(a)) }
	if slices.IsSortedFunc(conditions, order) {
		return conditions
	}
	conditions = slices.Clone(conditions)
	slices.SortStableFunc(conditions, order)
	return conditions
}

// findIn returns the documents among found that meet all conditions, in their
// order. If found is nil, it returns those of the segment. It is otherwise like
// find.
func (c *content) findIn(s *scorch.SegmentSnapshot, found *roaring.Bitmap, conditions []Condition, work *Work) (
	*roaring.Bitmap, error) {
	for i, asked := range conditions {
		var hits *roaring.Bitmap
		var err error
		switch {
		case asked.None:
			hits, err = c.withoutTerm(s, asked.Field)
		case work == nil:
			hits, err = c.findAmong(s, asked, found)
		default:
			hits, err = asked.find(s)
		}
		if err != nil {
			return nil, err
		}
		if work != nil {
			work.Terms[i].Games += hits.GetCardinality()
		}
		if found == nil {
			found = hits
		} else {
			found = roaring.And(found, hits)
		}
		if found.IsEmpty() {
			break
		}
	}
	return found, nil
}

// find returns the documents of a segment that meet the condition.
func (c Condition) find(s *scorch.SegmentSnapshot) (*roaring.Bitmap, error) {
	dictionary, err := s.Segment().Dictionary(c.Field)
	if err != nil {
		return nil, err
	}
	if c.Prefix {
		all, err := prefixed(dictionary, c.Terms[0])
		return withoutDeleted(s, all), err
	}
	return c.findTerms(s, dictionary, nil)
}

// findAmong returns the documents that meet a condition, but it may omit those
// that are not in others. Long lists then need not be united for a few
// documents. A nil set means all documents.
func (c *content) findAmong(s *scorch.SegmentSnapshot, asked Condition, others *roaring.Bitmap) (
	*roaring.Bitmap, error) {
	dictionary, err := s.Segment().Dictionary(asked.Field)
	if err != nil {
		return nil, err
	}
	if asked.Prefix {
		return c.findPrefix(s, dictionary, asked, others)
	}
	return asked.findTerms(s, dictionary, others)
}

// findTerms returns the documents of the terms of a condition. It may omit
// those that are not in others, nil for all.
func (c Condition) findTerms(s *scorch.SegmentSnapshot, dictionary segment.TermDictionary, others *roaring.Bitmap) (
	*roaring.Bitmap, error) {
	var lists []*roaring.Bitmap
	for _, term := range c.Terms {
		hits, err := documents(dictionary, term, s.Deleted())
		if err != nil {
			return nil, err
		}
		lists = append(lists, hits)
	}
	if c.Sides {
		aside, err := Condition{Field: SideField, Terms: c.Terms}.find(s)
		if err != nil {
			return nil, err
		}
		lists = append(lists, aside)
	}
	if len(lists) == 1 {
		return lists[0], nil
	}
	if others != nil {
		for i := range lists {
			lists[i] = roaring.And(lists[i], others)
		}
	}
	return roaring.FastOr(lists...), nil
}

// maxSearched is the number of terms with a prefix that are searched for some
// documents before all of them are united.
const maxSearched = 32

// findPrefix returns the live documents that meet a condition with a prefix. It
// may omit documents that are not in others, nil for all. It stops when it has
// found all of these. The word itself, the first of its terms, often does.
func (c *content) findPrefix(s *scorch.SegmentSnapshot, dictionary segment.TermDictionary, asked Condition,
	others *roaring.Bitmap) (*roaring.Bitmap, error) {
	if others == nil {
		return asked.find(s)
	}
	found, rest := roaring.New(), others.Clone()
	entries := termsFrom(dictionary, asked.Terms[0])
	for range maxSearched {
		entry, err := entries.Next()
		if err != nil || entry == nil {
			return found, err
		}
		if !begins(entry.Term, asked.Terms[0]) {
			continue
		}
		hits, err := documents(dictionary, entry.Term, s.Deleted())
		if err != nil {
			return nil, err
		}
		hits = roaring.And(hits, rest)
		found.Or(hits)
		if rest.AndNot(hits); rest.IsEmpty() {
			return found, nil
		}
	}
	all, err := c.union(dictionary, asked)
	return withoutDeleted(s, all), err
}

// withoutDeleted returns the live documents among some.
func withoutDeleted(s *scorch.SegmentSnapshot, all *roaring.Bitmap) *roaring.Bitmap {
	if deleted := s.Deleted(); all != nil && deleted != nil && !deleted.IsEmpty() {
		return roaring.AndNot(all, deleted)
	}
	return all
}

// maxUnions is the number of prefixes whose documents are kept for a segment.
const maxUnions = 64

// union is like prefixed, but it keeps its results.
func (c *content) union(dictionary segment.TermDictionary, asked Condition) (*roaring.Bitmap, error) {
	key := asked.Field + " " + asked.Terms[0]
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.unions[key]; known != nil {
		return known, nil
	}
	all, err := prefixed(dictionary, asked.Terms[0])
	if err != nil {
		return nil, err
	}
	for other := range c.unions {
		if len(c.unions) < maxUnions {
			break
		}
		delete(c.unions, other)
	}
	all.RunOptimize()
	c.unions[key] = all
	return all, nil
}

// prefixed returns the documents with a term that begins with a word, or that
// consists of a header's name and such a term. It includes deleted ones.
func prefixed(dictionary segment.TermDictionary, word string) (*roaring.Bitmap, error) {
	all := roaring.New()
	for entries := termsFrom(dictionary, word); ; {
		entry, err := entries.Next()
		if err != nil || entry == nil {
			return all, err
		}
		if !begins(entry.Term, word) {
			continue
		}
		hits, err := documents(dictionary, entry.Term, nil)
		if err != nil {
			return nil, err
		}
		all.Or(hits)
	}
}

// termsFrom returns an iterator over the terms that begin with a text.
func termsFrom(dictionary segment.TermDictionary, text string) segment.DictionaryIterator {
	// No term contains the byte 0xFF, which is invalid in UTF-8.
	return dictionary.AutomatonIterator(nil, []byte(text), []byte(text+"\xFF"))
}

// among returns the documents among hits that may meet a condition, by its
// headers and games. known is false if these leave it open for all of them.
func (c *content) among(s *scorch.SegmentSnapshot, n pattern.Node, hits *roaring.Bitmap) (
	met *roaring.Bitmap, known bool, err error) {
	switch n := n.(type) {
	case pattern.Header:
		met, err = c.findIn(s, hits, prefixesLast(HeaderConditions(n)), nil)
		return met, true, err
	case pattern.Games:
		return c.documentsOf(n.IDs, hits), true, nil
	case pattern.And:
		met = hits
		for _, part := range n.Of {
			if some, ok, err := c.among(s, part, met); err != nil {
				return nil, false, err
			} else if ok {
				met, known = some, true
			}
		}
		return met, known, nil
	case pattern.Or:
		met = roaring.New()
		for _, part := range n.Of {
			some, ok, err := c.among(s, part, hits)
			if err != nil || !ok {
				return hits, false, err
			}
			met.Or(some)
		}
		return met, true, nil
	}
	return hits, false, nil
}

// documentsOf returns the documents among hits of some games, whose IDs are
// ascending.
func (c *content) documentsOf(games []int64, hits *roaring.Bitmap) *roaring.Bitmap {
	found := roaring.New()
	for i, s := range c.spans {
		low, _ := slices.BinarySearch(games, s.low)
		high, _ := slices.BinarySearch(games, s.high+1)
		if low == high {
			continue
		}
		own := pattern.Games{IDs: games[low:high]}
		first := i * blockSize
		for k, game := range c.games[first:min(first+blockSize, len(c.games))] {
			if own.Has(game) {
				found.Add(uint32(first + k))
			}
		}
	}
	found.And(hits)
	return found
}

// allOf returns the documents with any term, deleted ones included.
func allOf(dictionary segment.TermDictionary) (*roaring.Bitmap, error) {
	all := roaring.New()
	for entries := dictionary.AutomatonIterator(nil, nil, nil); ; {
		entry, err := entries.Next()
		if err != nil || entry == nil {
			return all, err
		}
		hits, err := documents(dictionary, entry.Term, nil)
		if err != nil {
			return nil, err
		}
		all.Or(hits)
	}
}

// documents returns the live documents with a term. The bitmap may share memory
// with the segment.
func documents(terms segment.TermDictionary, term string, deleted *roaring.Bitmap) (*roaring.Bitmap, error) {
	if numbers, ok := terms.(dictionary); ok {
		return numbers.documents(term, deleted)
	}
	list, err := terms.PostingsList([]byte(term), deleted, nil)
	if err != nil {
		return nil, err
	}
	// Requested without frequencies, the iterator is the bitmap itself or a
	// single number.
	hits, ok := list.Iterator(false, false, false, nil).(segment.OptimizablePostingsIterator)
	if !ok {
		return nil, fmt.Errorf("posting list of kind %T", list)
	}
	if bitmap := hits.ActualBitmap(); bitmap != nil {
		return bitmap, nil
	}
	bitmap := roaring.New()
	if number, one := hits.DocNum1Hit(); one {
		bitmap.Add(uint32(number))
	}
	return bitmap, nil
}
