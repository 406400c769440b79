package index

import (
	"context"
	"sync"

	"assay/index/pattern"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
)

// scan evaluates a condition on games of one segment.
type scan struct {
	segment *scorch.SegmentSnapshot
	part    Part
	content *content
	cache   *blockCache
	facts   []func(document uint32) bool // whether a condition on the game is met
	needs   *pattern.Needs               // needs of the condition; nil without any
}

// newScan looks up the conditions on games, for the documents among hits.
func newScan(s *scorch.SegmentSnapshot, p Part, c *content, h *blockCache, w *Filter, hits *roaring.Bitmap) (
	*scan, error) {
	sc := &scan{segment: s, part: p, content: c, cache: h}
	m := w.Match
	if m == nil {
		return sc, nil
	}
	if m.Rules != nil {
		sc.needs = pattern.NeedsOf(m.Condition, m.Rules)
	}
	for _, n := range pattern.Compile(m.Condition, m.Rules).GameConditions() {
		fact, err := sc.lookUpFact(s, n, hits)
		if err != nil {
			return nil, err
		}
		sc.facts = append(sc.facts, fact)
	}
	return sc, nil
}

// blockScan is a scan of the games of one block.
type blockScan struct {
	scan  *scan
	block *block
	games int // number of selected games

	once    sync.Once
	cached  *cachedBlock // nil if entries are read from the segment
	meeting []meetsNeed  // one per need, if cached
	fault   error
}

// open looks up the block in the cache once. It loads the block if enough of
// its games are requested.
func (st *blockScan) open(ctx context.Context) error {
	st.once.Do(func() {
		have, load := st.scan.cache.request(st.block, st.games)
		if load {
			if have, st.fault = st.block.load(ctx, st.scan.segment); st.fault != nil {
				return
			}
			st.scan.cache.insert(st.block, have)
		}
		if st.cached = have; have != nil && st.scan.needs != nil {
			st.meeting = meetings(&have.materials, st.scan.needs)
		}
	})
	return st.fault
}

// meetsNeed says for each material of a block, by number, whether it meets a
// need.
type meetsNeed []bool

func meetings(all *materials, needs *pattern.Needs) []meetsNeed {
	met := make([]meetsNeed, needs.Len())
	for i := range met {
		met[i] = make(meetsNeed, all.count())
		for n := range met[i] {
			met[i][n] = needs.Met(i, all.at(n))
		}
	}
	return met
}

// reach reports whether each need is met at some ply of the main line. For a
// single need, it also reports at which plies.
func (st *blockScan) reach(e *Entry, possible []bool) (where []bool, reach Reach) {
	for _, met := range st.meeting {
		possible = possible[:0]
		last := -1
		for i, n := range e.materials {
			possible = append(possible, met[n])
			if met[n] {
				last = i
			}
		}
		if last < 0 {
			return nil, Missed
		}
		possible = possible[:last+1]
	}
	if len(st.meeting) != 1 {
		return nil, Reached
	}
	return possible, Reached
}

// lookUpFact looks up a condition on the game, for the documents among
// others.
func (sc *scan) lookUpFact(s *scorch.SegmentSnapshot, n pattern.Node, others *roaring.Bitmap) (
	func(uint32) bool, error) {
	switch n := n.(type) {
	case pattern.Verdict:
		hits, err := Condition{Field: VerdictField, Terms: []string{n.Text}}.find(s)
		return func(d uint32) bool { return hits.Contains(d) != n.Not }, err
	case pattern.Reached:
		hits, err := ReachedCondition(n).find(s)
		return func(d uint32) bool { return hits.Contains(d) }, err
	case pattern.Header:
		hits, err := sc.content.findIn(s, others, prefixesLast(HeaderConditions(n)), nil)
		return func(d uint32) bool { return hits.Contains(d) }, err
	}
	return nil, nil // the entry answers it
}
