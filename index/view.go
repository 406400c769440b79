package index

import (
	"context"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// view is the index as searches see it, after some whole batch of changes. A
// new one is built while searches use the previous one.
type view struct {
	generation *generation
	snapshot   *scorch.IndexSnapshot // nil if nothing can be seen
	contents   []*content            // of its segments
	cache      *blockCache           // cached blocks
	cursor     int64                 // the last indexed change
	damaged    []int64               // games indexed as damaged
}

var _ Reader = (*view)(nil)

func (v *view) Cursor() int64    { return v.cursor }
func (v *view) Damaged() []int64 { return v.damaged }
func (v *view) Words() bool      { return true }

func (v *view) segments() []*scorch.SegmentSnapshot {
	if v.snapshot == nil {
		return nil
	}
	return v.snapshot.Segments()
}

// segmentPart identifies a segment and its number of deleted documents.
type segmentPart struct {
	generation       *generation
	segment, deleted uint64
}

func (v *view) part(s *scorch.SegmentSnapshot) Part {
	p := segmentPart{generation: v.generation, segment: s.Id()}
	if deleted := s.Deleted(); deleted != nil {
		p.deleted = deleted.GetCardinality() // it only grows
	}
	return p
}

// Parts returns the segments.
func (v *view) Parts() []Part {
	var parts []Part
	for _, s := range v.segments() {
		parts = append(parts, v.part(s))
	}
	return parts
}

// games returns the number of games that can be found.
func (v *view) games() uint64 {
	count := uint64(0)
	for _, s := range v.segments() {
		count += s.Count()
	}
	return count
}

// release ends the use of a view.
func (v *view) release() {
	if v.snapshot != nil {
		_ = v.snapshot.Close() // it only unmaps files
	}
}

// Games finds games.
func (x *Index) Games(ctx context.Context, q Query) (Result, error) {
	return seen(ctx, x, func(v *view) (Result, error) { return Games(ctx, v, q) })
}

// Explore finds the moves played from a position.
func (x *Index) Explore(ctx context.Context, e Exploration) (Explored, error) {
	return seen(ctx, x, func(v *view) (Explored, error) { return Explore(ctx, v, e, &x.explored) })
}

// Similar ranks games by their similarity to a position.
func (x *Index) Similar(ctx context.Context, l SimilarityQuery) (Similar, error) {
	return seen(ctx, x, func(v *view) (Similar, error) { return MostSimilar(ctx, v, l) })
}

// seen runs a search on the current view. The next catch-up examines errors
// that may be damage.
func seen[Found any](ctx context.Context, x *Index, search func(*view) (Found, error)) (found Found, err error) {
	v, err := x.acquireView(ctx)
	if err != nil {
		return found, err
	}
	defer v.release()
	defer func() { err = x.suspectDamage(err) }()
	defer recoverFaults(x.path, &err)()
	return search(v)
}

// acquireView returns the view, which must be released. The first search builds
// it.
func (x *Index) acquireView(ctx context.Context) (*view, error) {
	x.mu.RLock()
	v, closed := x.visible, x.closing.Err() != nil
	if v != nil {
		v.snapshot.AddRef()
	}
	x.mu.RUnlock()
	switch {
	case closed:
		if v != nil {
			v.release()
		}
		return nil, ErrClosed
	case v != nil:
		return v, nil
	}
	x.looking.Lock()
	defer x.looking.Unlock()
	x.mu.RLock()
	g, made := x.current, x.visible != nil
	x.mu.RUnlock()
	if g == nil {
		return new(view), nil
	}
	if !made {
		if err := x.refresh(ctx, g); err != nil && g.broken() == nil && x.closing.Err() == nil {
			return nil, x.suspectDamage(err)
		}
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	switch v = x.visible; {
	case x.closing.Err() != nil:
		return nil, ErrClosed
	case v == nil:
		return new(view), nil
	}
	v.snapshot.AddRef()
	return v, nil
}

// refresh lets searches see the current state of a generation.
func (x *Index) refresh(ctx context.Context, g *generation) (err error) {
	defer recoverFaults(g.folder, &err)()
	next := &view{generation: g, cache: x.cache, cursor: g.checkpoint().Cursor}
	if next.snapshot, err = g.snapshot(); err != nil {
		return err
	}
	if err := g.broken(); err != nil { // Bleve also shows what it could not write
		next.release()
		return err
	}
	x.mu.RLock()
	last := x.visible
	x.mu.RUnlock()
	known := map[uint64]*content{}
	if last != nil && last.generation == g {
		for i, s := range last.segments() {
			known[s.Id()] = last.contents[i]
		}
	}
	next.contents, err = contentsOf(ctx, next.snapshot, known)
	if err == nil && last != nil {
		asked := x.cache.usesOf(last.contents)
		x.cache.evict(except(last.contents, next.contents))
		for i, s := range next.segments() {
			if err == nil && known[s.Id()] == nil {
				err = x.cache.preload(ctx, s, next.contents[i], asked)
			}
		}
	}
	if err == nil {
		err = next.nameDamaged()
	}
	if err != nil {
		x.releaseReplaced(next, last)
		return err
	}
	x.setVisible(next)
	return nil
}

// releaseReplaced releases a view that was replaced.
func (x *Index) releaseReplaced(v, seen *view) {
	if seen == nil {
		seen = new(view)
	}
	x.cache.evict(except(v.contents, seen.contents))
	v.release()
}

// nameDamaged looks up the games indexed as damaged.
func (v *view) nameDamaged() error {
	for i, s := range v.segments() {
		hits, err := Condition{Field: VerdictField, Terms: []string{Damaged}}.find(s)
		if err != nil {
			return err
		}
		for it := hits.Iterator(); it.HasNext(); {
			v.damaged = append(v.damaged, v.contents[i].games[it.Next()])
		}
	}
	slices.Sort(v.damaged)
	return nil
}

// except returns the contents that are not among others.
func except(contents, others []*content) []*content {
	return slices.DeleteFunc(slices.Clone(contents), func(c *content) bool { return slices.Contains(others, c) })
}

// setVisible makes searches use a view. nil means none; this is final when the
// index is closed.
func (x *Index) setVisible(v *view) {
	x.mu.Lock()
	last := x.visible
	if v != nil && x.closing.Err() != nil {
		last = v
		v = x.visible
	}
	x.visible = v
	x.mu.Unlock()
	if last != nil {
		x.releaseReplaced(last, v)
	}
}

// stale reports whether a generation has changed since the view was built.
func (x *Index) stale(g *generation) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.visible == nil {
		return false // no search has run yet
	}
	if x.visible.generation != g || x.visible.cursor != g.checkpoint().Cursor {
		return true
	}
	snapshot, err := g.snapshot()
	if err != nil {
		return false
	}
	defer snapshot.Close()
	return len(snapshot.Segments()) != len(x.visible.segments()) // segments were merged
}
