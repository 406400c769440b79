package index

import (
	"context"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// view is the index as searches see it: as it was after some whole batch of
// changes, with what its documents stand for. It is made beside the searches,
// which go on with the one before it.
type view struct {
	generation *generation
	snapshot   *scorch.IndexSnapshot // nil where nothing can be seen
	contents   []*content            // of its segments
	hoard      *hoard                // what is held of them
	cursor     int64                 // the last change taken in
	damaged    []int64               // the games that are in the index as such
}

var _ Lists = (*view)(nil)

func (v *view) Cursor() int64    { return v.cursor }
func (v *view) Damaged() []int64 { return v.damaged }
func (v *view) Words() bool      { return true }

func (v *view) segments() []*scorch.SegmentSnapshot {
	if v.snapshot == nil {
		return nil
	}
	return v.snapshot.Segments()
}

// segmentPart is a segment without the documents that are deleted.
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

// Parts are the segments.
func (v *view) Parts() []Part {
	var parts []Part
	for _, s := range v.segments() {
		parts = append(parts, v.part(s))
	}
	return parts
}

// games is how many games can be found.
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
		_ = v.snapshot.Close() // it unmaps files: nothing is lost by a fault
	}
}

// Games finds games.
func (x *Index) Games(ctx context.Context, q Query) (Result, error) {
	return seen(ctx, x, func(v *view) (Result, error) { return Games(ctx, v, q) })
}

// Explore finds the moves that were played from a position.
func (x *Index) Explore(ctx context.Context, e Exploration) (Explored, error) {
	return seen(ctx, x, func(v *view) (Explored, error) { return Explore(ctx, v, e, &x.explored) })
}

// Similar ranks games by their likeness to a position.
func (x *Index) Similar(ctx context.Context, l Likeness) (Similar, error) {
	return seen(ctx, x, func(v *view) (Similar, error) { return MostSimilar(ctx, v, l) })
}

// seen is what a search finds in the view. What may be damage is looked into by
// the next catch-up.
func seen[Found any](ctx context.Context, x *Index, search func(*view) (Found, error)) (found Found, err error) {
	v, err := x.look(ctx)
	if err != nil {
		return found, err
	}
	defer v.release()
	defer func() { err = x.suspect(err) }()
	defer guard(x.path, &err)()
	return search(v)
}

// look gives the view, to be released. The first search makes it.
func (x *Index) look(ctx context.Context) (*view, error) {
	x.mu.RLock()
	v, closed := x.seen, x.closing.Err() != nil
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
	g, made := x.current, x.seen != nil
	x.mu.RUnlock()
	if g == nil {
		return new(view), nil
	}
	if !made {
		if err := x.refresh(ctx, g); err != nil && g.broken() == nil && x.closing.Err() == nil {
			return nil, x.suspect(err)
		}
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	switch v = x.seen; {
	case x.closing.Err() != nil:
		return nil, ErrClosed
	case v == nil:
		return new(view), nil
	}
	v.snapshot.AddRef()
	return v, nil
}

// refresh has searches see a generation as it is now.
func (x *Index) refresh(ctx context.Context, g *generation) (err error) {
	defer guard(g.folder, &err)()
	next := &view{generation: g, hoard: x.hoard, cursor: g.standing().Cursor}
	if next.snapshot, err = g.snapshot(); err != nil {
		return err
	}
	if err := g.broken(); err != nil { // Bleve shows what it could not write
		next.release()
		return err
	}
	x.mu.RLock()
	last := x.seen
	x.mu.RUnlock()
	known := map[uint64]*content{}
	if last != nil && last.generation == g {
		for i, s := range last.segments() {
			known[s.Id()] = last.contents[i]
		}
	}
	next.contents, err = contentsOf(ctx, next.snapshot, known)
	if err == nil && last != nil {
		asked := x.hoard.hotIn(last.contents)
		x.hoard.forget(without(last.contents, next.contents))
		for i, s := range next.segments() {
			if err == nil && known[s.Id()] == nil {
				err = x.hoard.warm(ctx, s, next.contents[i], asked)
			}
		}
	}
	if err == nil {
		err = next.nameDamaged()
	}
	if err != nil {
		x.dismiss(next, last)
		return err
	}
	x.show(next)
	return nil
}

// dismiss ends the use of a view in the place of which another is seen, if any.
func (x *Index) dismiss(v, seen *view) {
	if seen == nil {
		seen = new(view)
	}
	x.hoard.forget(without(v.contents, seen.contents))
	v.release()
}

// nameDamaged looks up the games that are in the index as damaged.
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

// without are those contents that are not among others.
func without(contents, others []*content) []*content {
	return slices.DeleteFunc(slices.Clone(contents), func(c *content) bool { return slices.Contains(others, c) })
}

// show has searches see a view; nil for none, which is all that is seen of an
// index that is being closed.
func (x *Index) show(v *view) {
	x.mu.Lock()
	last := x.seen
	if v != nil && x.closing.Err() != nil {
		last = v
		v = x.seen
	}
	x.seen = v
	x.mu.Unlock()
	if last != nil {
		x.dismiss(last, v)
	}
}

// stale reports whether a generation has gone on since it was seen.
func (x *Index) stale(g *generation) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.seen == nil {
		return false // nobody has looked yet
	}
	if x.seen.generation != g || x.seen.cursor != g.standing().Cursor {
		return true
	}
	snapshot, err := g.snapshot()
	if err != nil {
		return false
	}
	defer snapshot.Close()
	return len(snapshot.Segments()) != len(x.seen.segments()) // merged meanwhile
}
