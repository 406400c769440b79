package index

import (
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// find returns the documents of a segment that meet all conditions. The bitmap
// may share memory with the segment: do not change it, and do not use it after
// the snapshot is closed. It counts the games of each lookup in work; nil saves
// the time.
func (c *content) find(s *scorch.SegmentSnapshot, conditions []Condition, work *Work) (*roaring.Bitmap, error) {
	if len(conditions) == 0 {
		return s.DocNumbersLive(), nil
	}
	var found *roaring.Bitmap
	for i, asked := range conditions {
		var hits *roaring.Bitmap
		var err error
		switch {
		case asked.None:
			hits, err = c.withoutTerm(s, asked.Field)
		case work == nil:
			hits, err = asked.findAmong(s, found)
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
	return c.findAmong(s, nil)
}

// findAmong is like find, but it may omit documents that are not in others.
// Long lists then need not be united for a few documents. A nil set means all
// documents.
func (c Condition) findAmong(s *scorch.SegmentSnapshot, others *roaring.Bitmap) (*roaring.Bitmap, error) {
	dictionary, err := s.Segment().Dictionary(c.Field)
	if err != nil {
		return nil, err
	}
	terms := c.Terms
	if c.Prefix {
		if terms, err = termsFrom(dictionary, terms[0]); err != nil {
			return nil, err
		}
	}
	var lists []*roaring.Bitmap
	for _, term := range terms {
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

// termsFrom returns the terms that begin with a word, or that consist of a
// header's name and such a term.
func termsFrom(dictionary segment.TermDictionary, word string) ([]string, error) {
	// No term contains the byte 0xFF, which is invalid in UTF-8.
	entries := dictionary.AutomatonIterator(nil, []byte(word), []byte(word+"\xFF"))
	var terms []string
	for {
		entry, err := entries.Next()
		if err != nil || entry == nil {
			return terms, err
		}
		if begins(entry.Term, word) {
			terms = append(terms, entry.Term)
		}
	}
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
