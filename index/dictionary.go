package index

import (
	"errors"
	"math"

	"github.com/RoaringBitmap/roaring/v2"
	bleveindex "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"assay/index/postings"
)

// dictionary is the terms of a field in the postings of a segment, in the form
// that Bleve reads.
type dictionary struct {
	*postings.Field
	path string // of the segment, for errors
}

var _ segment.TermDictionary = dictionary{}

// damage converts an error of the postings to an error of the index.
func (d dictionary) damage(err error) error {
	if errors.Is(err, postings.ErrDamaged) {
		return &Error{Path: d.path, Problem: ErrDamaged, Cause: err}
	}
	return err
}

// documents returns the documents with a term, without the excepted ones. The
// bitmap may share memory with the segment.
func (d dictionary) documents(term string, except *roaring.Bitmap) (*roaring.Bitmap, error) {
	number, ok := d.Term(term)
	if !ok {
		return roaring.New(), nil
	}
	found, err := d.Documents(number)
	switch {
	case err != nil:
		return nil, d.damage(err)
	case found == nil:
		return roaring.New(), nil
	case except == nil || except.IsEmpty():
		return found, nil
	}
	return roaring.AndNot(found, except), nil
}

func (d dictionary) PostingsList(term []byte, except *roaring.Bitmap, _ segment.PostingsList) (
	segment.PostingsList, error) {
	found, err := d.documents(string(term), except)
	return &postingsList{Bitmap: found}, err
}

func (d dictionary) Contains(term []byte) (bool, error) {
	found, err := d.documents(string(term), nil)
	return err == nil && !found.IsEmpty(), err
}

func (d dictionary) Cardinality() int { return d.Terms() }

// AutomatonIterator returns an iterator over the terms from start up to end
// that an automaton accepts; nil means no limit.
func (d dictionary) AutomatonIterator(a segment.Automaton, start, end []byte) segment.DictionaryIterator {
	from := uint64(0)
	if len(start) > 0 && len(start) <= d.Width() { // filled up with zeros
		padded := append(append([]byte(nil), start...), make([]byte, d.Width()-len(start))...)
		from, _ = d.Term(string(padded))
	}
	return &termIterator{dictionary: d, terms: d.Iterate(from), automaton: a, start: string(start), end: string(end)}
}

// termIterator iterates over the terms of a dictionary.
type termIterator struct {
	dictionary dictionary
	terms      *postings.Iterator
	automaton  segment.Automaton
	start, end string // "" for none
	term       []byte
}

func (i *termIterator) Next() (*bleveindex.DictEntry, error) {
	for {
		more, err := i.terms.Next()
		if err != nil || !more {
			return nil, i.dictionary.damage(err)
		}
		i.term = i.dictionary.AppendTerm(i.term[:0], i.terms.Term())
		if i.end != "" && string(i.term) >= i.end {
			return nil, nil
		}
		if string(i.term) < i.start || !accepts(i.automaton, i.term) {
			continue
		}
		count, err := i.terms.Count()
		return &bleveindex.DictEntry{Term: string(i.term), Count: count}, i.dictionary.damage(err)
	}
}

func accepts(a segment.Automaton, term []byte) bool {
	if a == nil {
		return true
	}
	state := a.Start()
	for _, c := range term {
		state = a.Accept(state, c)
	}
	return a.IsMatch(state)
}

// postingsList is the documents with a term in the form that Bleve reads.
// Frequencies and norms are 1, and there are no locations.
type postingsList struct {
	*roaring.Bitmap
	unmeasured
}

func (p *postingsList) Size() int     { return int(p.GetSizeInBytes()) }
func (p *postingsList) Count() uint64 { return p.GetCardinality() }

func (p *postingsList) Iterator(_, _, _ bool, _ segment.PostingsIterator) segment.PostingsIterator {
	return &postingsIterator{bitmap: p.Bitmap, documents: p.Bitmap.Iterator()}
}

// postingsIterator iterates over a posting list.
type postingsIterator struct {
	bitmap    *roaring.Bitmap
	documents roaring.IntPeekable
	unmeasured
}

var _ segment.OptimizablePostingsIterator = (*postingsIterator)(nil)

func (i *postingsIterator) Next() (segment.Posting, error) { return i.Advance(0) }

func (i *postingsIterator) Advance(document uint64) (segment.Posting, error) {
	if document > math.MaxUint32 {
		return nil, nil
	}
	i.documents.AdvanceIfNeeded(uint32(document))
	if !i.documents.HasNext() {
		return nil, nil
	}
	return posting(i.documents.Next()), nil
}

func (i *postingsIterator) Size() int                     { return 0 }
func (i *postingsIterator) ActualBitmap() *roaring.Bitmap { return i.bitmap }
func (i *postingsIterator) DocNum1Hit() (uint64, bool)    { return 0, false }

func (i *postingsIterator) ReplaceActual(bitmap *roaring.Bitmap) {
	i.bitmap, i.documents = bitmap, bitmap.Iterator()
}

// posting is a document with a term.
type posting uint32

func (p posting) Number() uint64                { return uint64(p) }
func (p posting) Frequency() uint64             { return 1 }
func (p posting) Norm() float64                 { return 1 }
func (p posting) Locations() []segment.Location { return nil }
func (p posting) Size() int                     { return 0 }

// unmeasured implements Bleve's statistics, which are not used.
type unmeasured struct{}

func (unmeasured) BytesRead() uint64     { return 0 }
func (unmeasured) ResetBytesRead(uint64) {}
func (unmeasured) BytesWritten() uint64  { return 0 }
