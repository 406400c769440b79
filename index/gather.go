package index

import (
	"context"
	"runtime"
	"runtime/debug"
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

// gather looks up games of some rules and makes their tapes ready.
func (x *Index) gather(ctx context.Context, v *view, conditions []condition, r *rules.Rules) (parts []part, work Work, err error) {
	work = newWork(conditions)
	defer func() { err = x.suspect(err) }()
	defer damage(x.path, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	for i, s := range v.segments() {
		hits, err := find(s, conditions, &work)
		if err != nil {
			return nil, work, err
		}
		work.Candidates += hits.GetCardinality()
		if hits.IsEmpty() {
			continue
		}
		own, err := condition{field: rulesField, terms: []string{rulesName(r)}}.find(s)
		if err != nil {
			return nil, work, err
		}
		if _, err := v.contents[i].prepare(ctx, r, own); err != nil {
			return nil, work, err
		}
		for documents := range slices.Chunk(hits.ToArray(), chunk) {
			parts = append(parts, part{v.contents[i], documents})
		}
	}
	return parts, work, nil
}

// bounded ends a context after a time, if one is given.
func bounded(ctx context.Context, within time.Duration) (context.Context, context.CancelFunc) {
	if within <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, within)
}

// share has the workers take the numbers from 0 to n-1, each as soon as it is
// done with the one before, on all processors. It reports whether the context
// ended meanwhile; work is to look at it where one number takes long. A
// worker's panic is the error.
func share(ctx context.Context, n int, work func(next func() (int, bool))) (cut bool, err error) {
	var taken atomic.Int64
	var once sync.Once
	next := func() (int, bool) {
		i := int(taken.Add(1)) - 1
		return i, i < n && ctx.Err() == nil
	}
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			var fault error
			defer func() {
				if fault != nil {
					once.Do(func() { err = fault })
				}
			}()
			defer damage("", &fault)
			defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
			work(next)
		})
	}
	workers.Wait()
	return ctx.Err() != nil, err
}
