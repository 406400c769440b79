package index

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// legal is the verdict on the records whose positions are found without being asked for.
const legal = "legal"

// Query says which games to find: those that meet every condition given.
type Query struct {
	// Variant is the id of the games' variant, or empty for any.
	Variant string
	// Key is the key of a position that the games reached, or nil.
	Key *uint64
	// Text is a search in the headers, in the form that ParseText reads.
	Text string
	// Verdicts are the verdicts wanted. Where there are none, a search by Key finds legal records only, and any other
	// search finds records of any verdict.
	Verdicts []string
	// After is the Next of the page before, or 0 for the first page.
	After int64
	// Limit is the greatest number of games wanted, 0 if only the total is.
	Limit int
}

// Result is one page of the games found.
type Result struct {
	// Games are the numbers of the games, ascending.
	Games []int64
	// Total is the number of games found on all pages.
	Total uint64
	// Next is where the next page begins, to be passed as After; 0 if there is no further page.
	Next int64
}

// Games finds games. The error is a [*TextError] if the query's text cannot be read.
func (x *Index) Games(ctx context.Context, q Query) (result Result, err error) {
	if q.Limit < 0 {
		return Result{}, fmt.Errorf("limit %d is negative", q.Limit)
	}
	text, err := ParseText(q.Text)
	if err != nil {
		return Result{}, err
	}
	conditions := q.conditions(text)
	g, snapshot, err := x.reader()
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	defer damage(x.root.path, &err)
	owners, err := g.owners.of(snapshot)
	if err != nil {
		return Result{}, err
	}
	var p page
	count, err := snapshot.DocCount()
	if err != nil {
		return Result{}, err
	}
	p.after, p.limit = q.After, int(min(uint64(q.Limit), count))
	for i, s := range snapshot.Segments() {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		hits, err := find(s, conditions)
		if err != nil {
			return Result{}, err
		}
		result.Total += hits.GetCardinality()
		if p.limit > 0 {
			for it := hits.Iterator(); it.HasNext(); {
				p.offer(owners[i][it.Next()])
			}
		}
	}
	result.Games, result.Next = p.close()
	return result, nil
}

// reader gives the current generation and a snapshot of it, to be closed.
func (x *Index) reader() (*generation, *scorch.IndexSnapshot, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.current == nil {
		return nil, nil, ErrClosed
	}
	snapshot, err := x.current.snapshot()
	return x.current, snapshot, err
}

// condition holds for a document that has one of the terms, or a term that begins as the one term does.
type condition struct {
	field  string
	terms  []string
	prefix bool
}

// conditions puts the one that fewest documents meet first.
func (q Query) conditions(text Text) []condition {
	var all []condition
	verdicts := q.Verdicts
	if q.Key != nil {
		all = append(all, condition{field: keyField, terms: []string{keyTerm(*q.Key)}})
		if len(verdicts) == 0 {
			verdicts = []string{legal}
		}
	}
	for _, c := range text {
		for i, word := range c.Words {
			if c.Name != "" {
				word = namedTerm(c.Name, word)
			}
			all = append(all, condition{field: wordField, terms: []string{word}, prefix: c.Prefix && i == len(c.Words)-1})
		}
	}
	if q.Variant != "" {
		all = append(all, condition{field: variantField, terms: []string{q.Variant}})
	}
	if len(verdicts) > 0 {
		all = append(all, condition{field: verdictField, terms: verdicts})
	}
	return all
}

// find gives the documents of a segment that meet all conditions. The bitmap may share memory with the segment: it is not
// to be changed, nor used once the snapshot is closed.
func find(s *scorch.SegmentSnapshot, conditions []condition) (*roaring.Bitmap, error) {
	if len(conditions) == 0 {
		return s.DocNumbersLive(), nil
	}
	var found *roaring.Bitmap
	for _, c := range conditions {
		hits, err := c.find(s)
		if err != nil {
			return nil, err
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

func (c condition) find(s *scorch.SegmentSnapshot) (*roaring.Bitmap, error) {
	dictionary, err := s.Segment().Dictionary(c.field)
	if err != nil {
		return nil, err
	}
	terms := c.terms
	if c.prefix {
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
	if len(lists) == 1 {
		return lists[0], nil
	}
	return roaring.FastOr(lists...), nil
}

// termsFrom lists the terms that begin with a word.
func termsFrom(dictionary segment.TermDictionary, word string) ([]string, error) {
	// No term has the byte 0xFF, which is in no UTF-8 text.
	entries := dictionary.AutomatonIterator(nil, []byte(word), []byte(word+"\xFF"))
	var terms []string
	for {
		entry, err := entries.Next()
		if err != nil || entry == nil {
			return terms, err
		}
		terms = append(terms, entry.Term)
	}
}

// documents gives the documents that have a term, without those deleted. The bitmap may share memory with the segment.
func documents(dictionary segment.TermDictionary, term string, deleted *roaring.Bitmap) (*roaring.Bitmap, error) {
	list, err := dictionary.PostingsList([]byte(term), deleted, nil)
	if err != nil {
		return nil, err
	}
	// Asked for without frequencies and the like, the iterator is the bitmap, or the one number that stands for it.
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

// page keeps the lowest game numbers of those it is offered, in any order.
type page struct {
	after int64 // lower ones, and this, are of pages before
	limit int
	kept  []int64
	more  bool
	bound int64 // where more: the greatest worth keeping
}

func (p *page) offer(game int64) {
	if game <= p.after || p.more && game > p.bound {
		return
	}
	p.kept = append(p.kept, game)
	if len(p.kept) > 2*p.limit {
		p.cut()
	}
}

func (p *page) cut() {
	slices.Sort(p.kept)
	if len(p.kept) > p.limit {
		p.kept = p.kept[:p.limit]
		p.more = true
		p.bound = p.kept[p.limit-1]
	}
}

// close gives the page, and where the next begins, 0 if there is none.
func (p *page) close() (games []int64, next int64) {
	p.cut()
	if p.more && p.limit > 0 {
		next = p.bound
	}
	return p.kept, next
}
