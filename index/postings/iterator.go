package postings

import "sort"

// Iterator visits the terms of a field in ascending order. It reads one block
// at a time.
type Iterator struct {
	field *Field
	from  uint64 // smaller terms are passed
	next  int    // the block after the current one
	block block
	at    int    // number of the current term in the block
	taken int    // number of passed documents in the block
	term  uint64 // current term
	list  []byte // its posting list, if it has one
	rest  []byte // the lists after it
}

// Iterate returns an iterator that visits the terms from a given one on.
func (f *Field) Iterate(from uint64) *Iterator {
	n := sort.Search(f.blockCount(), func(n int) bool { return f.first(n) > from }) - 1
	return &Iterator{field: f, from: from, next: max(0, n)}
}

// Next moves to the next term; it returns false after the last.
func (i *Iterator) Next() (more bool, err error) {
	for more, err = i.step(); more && i.term < i.from; more, err = i.step() {
	}
	return more, err
}

func (i *Iterator) step() (more bool, err error) {
	b := &i.block
	if i.at+1 < b.terms {
		if !b.hasList(i.at) {
			i.taken++
		}
		i.term += bitsAt(b.steps, i.at, b.termBits) + 1
		i.at++
	} else {
		if i.next == i.field.blockCount() {
			return false, nil
		}
		next, err := i.field.block(i.next)
		if err != nil {
			return false, err
		}
		i.block = next
		i.next++
		i.at, i.taken, i.term, i.rest = 0, 0, b.first, b.lists
	}
	i.list = nil
	if b.hasList(i.at) {
		if i.list, i.rest, err = takeList(i.rest); err != nil {
			return false, err
		}
	}
	return true, nil
}

// Term returns the current term.
func (i *Iterator) Term() uint64 { return i.term }

// Count returns the number of documents of the current term.
func (i *Iterator) Count() (uint64, error) {
	if i.list == nil {
		return 1, nil
	}
	count, _, err := listLength(i.list)
	return count, err
}

// AppendDocuments appends the documents of the current term.
func (i *Iterator) AppendDocuments(documents []uint32) ([]uint32, error) {
	if i.list == nil {
		return append(documents, uint32(bitsAt(i.block.single, i.taken, i.block.documentBits))), nil
	}
	return appendDocuments(documents, i.list)
}
