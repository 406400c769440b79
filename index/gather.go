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
func (v *view) Page(ctx context.Context, conditions []Condition, after int64, limit int, explain bool) (games []int64,
	next int64, work Work, err error) {
	work = NewWork(conditions)
	counted := &work
	if !explain {
		counted = nil
	}
	p := page{after: after, limit: int(min(uint64(limit), v.games()))}
	for i, s := range v.segments() {
		if err := ctx.Err(); err != nil {
			return nil, 0, work, err
		}
		hits, err := v.contents[i].find(s, conditions, counted)
		if err != nil {
			return nil, 0, work, err
		}
		work.Candidates += hits.GetCardinality()
		v.contents[i].offer(&p, hits)
	}
	games, next = p.result()
	return games, next, work, nil
}

// Candidates looks up the filter in every segment. Consecutive batches come
// from different blocks, so that several processors load blocks at the same
// time.
func (v *view) Candidates(ctx context.Context, w Filter) (Candidates, error) {
	g := &gatheredCandidates{work: NewWork(w.Conditions)}
	counted := &g.work
	if !w.Explain {
		counted = nil
	}
	var dealt [][]blockPart
	for i, s := range v.segments() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hits, err := v.contents[i].find(s, w.Conditions, counted)
		if err != nil {
			return nil, err
		}
		if len(w.Exclude) > 0 {
			but, err := v.contents[i].find(s, w.Exclude, nil)
			if err != nil {
				return nil, err
			}
			hits = roaring.AndNot(hits, but)
		}
		own := v.part(s)
		known := w.Skip != nil && w.Skip(own)
		if some := w.Only[own]; some != nil {
			hits, known = some, false
		}
		g.work.Candidates += hits.GetCardinality()
		if hits.IsEmpty() || known {
			continue
		}
		if w.Match != nil {
			if hits, _, err = v.contents[i].among(s, w.Match.Condition, hits); err != nil {
				return nil, err
			}
		}
		sc, err := newScan(s, own, v.contents[i], v.cache, &w, hits)
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
			st := &blockScan{scan: sc, block: b, games: n}
			var parts []blockPart
			for documents := range slices.Chunk(rest[:n], chunk) {
				parts = append(parts, blockPart{st, documents})
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

// gatheredCandidates are the candidates of all segments.
type gatheredCandidates struct {
	parts []blockPart
	taken atomic.Int64
	work  Work

	mu    sync.Mutex
	fault error // the first error
}

func (g *gatheredCandidates) MaxBatches() int { return len(g.parts) }

func (g *gatheredCandidates) Next(ctx context.Context) (Batch, bool) {
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

func (g *gatheredCandidates) Close() (Work, error) { return g.work, g.fault }

// blockPart is some games of one block.
type blockPart struct {
	*blockScan
	documents []uint32
}

// read reads the stored fields of the games.
func (p *blockPart) read(ctx context.Context) (*readPart, error) {
	if err := p.open(ctx); err != nil {
		return nil, err
	}
	l := &readPart{blockPart: p, at: -1}
	if p.cached != nil && p.cached.has(p.documents) {
		return l, nil
	}
	var err error
	l.read, err = readEntries(ctx, p.scan.segment, p.documents)
	return l, err
}

// readPart is a part with its entries.
type readPart struct {
	*blockPart
	read  []Entry // nil if all are cached
	entry Entry   // the last cached entry
	at    int     // its number
}

func (l *readPart) Len() int                   { return len(l.documents) }
func (l *readPart) Part() Part                 { return l.scan.part }
func (l *readPart) Game(n int) int64           { return l.scan.content.games[l.documents[n]] }
func (l *readPart) Fact(condition, n int) bool { return l.scan.facts[condition](l.documents[n]) }

func (l *readPart) Entry(n int) *Entry {
	if l.read != nil {
		return &l.read[n]
	}
	if l.at != n {
		l.entry, l.at = l.cached.entry(l.documents[n]), n
	}
	return &l.entry
}

func (l *readPart) Reach(n int, possible []bool) ([]bool, Reach) {
	if l.read != nil {
		return nil, Unknown
	}
	return l.reach(l.Entry(n), possible)
}
