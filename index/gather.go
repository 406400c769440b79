package index

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"assay/analysis/rules"
)

// part is some games of one segment whose tapes are ready to be run through.
type part struct {
	content   *content
	documents []uint32
}

// chunk is how many games a worker takes at once.
const chunk = 128

// gather looks up games of some rules and makes their tapes ready; left are those that are damaged.
func (x *Index) gather(ctx context.Context, conditions []condition, r *rules.Rules, name string) (parts []part, left []int64, work Work, err error) {
	work = newWork(conditions)
	g, snapshot, err := x.reader()
	if err != nil {
		return nil, nil, work, err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	defer damage(x.root.path, &err)
	contents, err := g.contents.of(ctx, snapshot)
	if err != nil {
		return nil, nil, work, err
	}
	if left, err = damaged(snapshot, contents); err != nil {
		return nil, nil, work, err
	}
	for i, s := range snapshot.Segments() {
		hits, err := find(s, conditions, &work)
		if err != nil {
			return nil, nil, work, err
		}
		work.Candidates += hits.GetCardinality()
		if hits.IsEmpty() {
			continue
		}
		own, err := condition{field: rulesField, terms: []string{name}}.find(s)
		if err != nil {
			return nil, nil, work, err
		}
		if _, err := contents[i].prepare(ctx, r, name, own); err != nil {
			return nil, nil, work, err
		}
		for documents := range slices.Chunk(hits.ToArray(), chunk) {
			parts = append(parts, part{contents[i], documents})
		}
	}
	return parts, left, work, nil
}

// bounded ends a context after a time, if one is given.
func bounded(ctx context.Context, within time.Duration) (context.Context, context.CancelFunc) {
	if within <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, within)
}

// share has the workers take the numbers from 0 to n-1, each as soon as it is done with the one before, on all
// processors. It reports whether the context ended meanwhile; work is to look at it where one number takes long.
func share(ctx context.Context, n int, work func(next func() (int, bool))) (cut bool) {
	var taken atomic.Int64
	next := func() (int, bool) {
		i := int(taken.Add(1)) - 1
		return i, i < n && ctx.Err() == nil
	}
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() { work(next) })
	}
	workers.Wait()
	return ctx.Err() != nil
}
