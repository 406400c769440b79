package postings

import (
	"errors"
	"math"
)

// Dropped is the new number of a document that a merge leaves out.
const Dropped = math.MaxUint64

// ErrStopped reports that a merge was stopped.
var ErrStopped = errors.New("merge stopped")

// stopTerms is the number of terms after which a merge checks whether it must
// stop.
const stopTerms = 4096

// Merge writes the fields of some sections as one. numbers are the new document
// numbers of each section, or [Dropped]. They ascend within a section and from
// one section to the next. The merge reads each section once and keeps one
// block of each in memory. It ends early when stop is closed.
func Merge(w *Writer, from []*Section, numbers [][]uint64, stop <-chan struct{}) error {
	done := map[string]bool{}
	for _, s := range from {
		for _, f := range s.fields {
			if done[f.name] {
				continue
			}
			done[f.name] = true
			w.Begin(f.name, f.width)
			if err := mergeField(w, f.name, from, numbers, stop); err != nil {
				return err
			}
		}
	}
	return nil
}

// source is a field of a section that is merged.
type source struct {
	*Iterator
	numbers []uint64
}

func mergeField(w *Writer, name string, from []*Section, numbers [][]uint64, stop <-chan struct{}) error {
	var sources []*source
	for i, section := range from {
		if f := section.Field(name); f != nil {
			s := &source{f.Iterate(0), numbers[i]}
			if more, err := s.Next(); err != nil {
				return err
			} else if more {
				sources = append(sources, s)
			}
		}
	}
	var old, merged []uint32
	for terms := 0; len(sources) > 0; terms++ {
		if terms%stopTerms == 0 {
			select {
			case <-stop:
				return ErrStopped
			default:
			}
		}
		term := sources[0].term
		for _, s := range sources[1:] {
			term = min(term, s.term)
		}
		merged = merged[:0]
		ended := false
		for i, s := range sources {
			if s.term != term {
				continue
			}
			var err error
			if old, err = s.AppendDocuments(old[:0]); err != nil {
				return err
			}
			if merged, err = renumber(merged, old, s.numbers); err != nil {
				return err
			}
			more, err := s.Next()
			if err != nil {
				return err
			}
			if !more {
				sources[i], ended = nil, true
			}
		}
		w.Add(term, merged)
		if ended {
			sources = remaining(sources)
		}
	}
	return nil
}

// renumber appends the new numbers of documents that are not dropped.
func renumber(merged, old []uint32, numbers []uint64) ([]uint32, error) {
	for _, document := range old {
		if int(document) >= len(numbers) {
			return nil, ErrDamaged
		}
		if n := numbers[document]; n != Dropped {
			merged = append(merged, uint32(n))
		}
	}
	return merged, nil
}

// remaining removes the sources that have ended.
func remaining(sources []*source) []*source {
	left := sources[:0]
	for _, s := range sources {
		if s != nil {
			left = append(left, s)
		}
	}
	return left
}
