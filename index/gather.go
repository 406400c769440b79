package index

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
)

// chunk is the number of games that a worker takes at once.
const chunk = 128

// Page looks up the conditions in every segment.
func (v *view) Page(ctx context.Context, conditions []Condition, after int64, limit int, _ bool) (games []int64, next int64, work Work, err error) {
	work = NewWork(conditions)
	p := page{after: after, limit: int(min(uint64(limit), v.games()))}
	for i, s := range v.segments() {
		if err := ctx.Err(); err != nil {
			return nil, 0, work, err
		}
		hits, err := v.contents[i].find(s, conditions, &work)
		if err != nil {
			return nil, 0, work, err
		}
		work.Candidates += hits.GetCardinality()
		v.contents[i].offer(&p, hits)
	}
	games, next = p.close()
	return games, next, work, nil
}

// Candidates looks up the filter in every segment. Batches alternate between
// blocks, so that all processors share the loading of blocks.
func (v *view) Candidates(ctx context.Context, w Wanted) (Candidates, error) {
	g := &gathered{work: NewWork(w.Conditions)}
	var dealt [][]part
	for i, s := range v.segments() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hits, err := v.contents[i].find(s, w.Conditions, &g.work)
		if err != nil {
			return nil, err
		}
		if len(w.But) > 0 {
			work := NewWork(w.But)
			but, err := v.contents[i].find(s, w.But, &work)
			if err != nil {
				return nil, err
			}
			hits = roaring.AndNot(hits, but)
		}
		own := v.part(s)
		known := w.Known != nil && w.Known(own)
		if some := w.Some[own]; some != nil {
			hits, known = some, false
		}
		g.work.Candidates += hits.GetCardinality()
		if hits.IsEmpty() || known {
			continue
		}
		sc, err := newScan(s, own, v.contents[i], v.hoard, &w)
		if err != nil {
			return nil, err
		}
		blocks, err := v.contents[i].blocksOf(s, w.Rules)
		if err != nil {
			return nil, err
		}
		for rest := hits.ToArray(); len(rest) > 0; {
			b := blocks[rest[0]/blockSize]
			n, _ := slices.BinarySearch(rest, b.first+blockSize)
			st := &stretch{scan: sc, block: b, games: n}
			var parts []part
			for documents := range slices.Chunk(rest[:n], chunk) {
				parts = append(parts, part{st, documents})
			}
			dealt, rest = append(dealt, parts), rest[n:]
		}
	}
	for turn := 0; turn*chunk < blockSize; turn++ {
		for _, parts := range dealt {
			if turn < len(parts) {
				g.parts = append(g.parts, parts[turn])
			}
		}
	}
	return g, nil
}

// gathered are the candidates of all segments.
type gathered struct {
	parts []part
	taken atomic.Int64
	work  Work

	mu    sync.Mutex
	fault error // the first error
}

func (g *gathered) Most() int { return len(g.parts) }

func (g *gathered) Next(ctx context.Context) (Batch, bool) {
	i := int(g.taken.Add(1)) - 1
	if i >= len(g.parts) || ctx.Err() != nil {
		return nil, false
	}
	b, err := g.parts[i].read(ctx)
	if err != nil {
		if ctx.Err() == nil {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.fault = cmp.Or(g.fault, err)
		}
		return nil, false
	}
	return b, true
}

func (g *gathered) Close() (Work, error) { return g.work, g.fault }

// part is some games of one block.
type part struct {
	*stretch
	documents []uint32
}

// read reads the stored fields of the games.
func (p *part) read(ctx context.Context) (*lot, error) {
	if err := p.open(ctx); err != nil {
		return nil, err
	}
	l := &lot{part: p, at: -1}
	if p.held != nil && p.held.has(p.documents) {
		return l, nil
	}
	var err error
	l.read, err = readEntries(ctx, p.scan.segment, p.documents)
	return l, err
}

// lot is a part with its entries.
type lot struct {
	*part
	read  []Entry // nil if all are cached
	entry Entry   // the last cached entry
	at    int     // its number
}

func (l *lot) Len() int                   { return len(l.documents) }
func (l *lot) Part() Part                 { return l.scan.part }
func (l *lot) Game(n int) int64           { return l.scan.content.games[l.documents[n]] }
func (l *lot) Fact(condition, n int) bool { return l.scan.facts[condition](l.documents[n]) }

func (l *lot) Entry(n int) *Entry {
	if l.read != nil {
		return &l.read[n]
	}
	if l.at != n {
		l.entry, l.at = l.held.entry(l.documents[n]), n
	}
	return &l.entry
}

func (l *lot) Reach(n int, possible []bool) ([]bool, Reach) {
	if l.read != nil {
		return nil, Unknown
	}
	return l.reach(l.Entry(n), possible)
}
