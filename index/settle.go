package index

import (
	"context"
	"fmt"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/index/scorch/mergeplan"
	bleveindex "github.com/blevesearch/bleve_index_api"
)

// Settle merges the segments that writing has left to be merged, so that
// whoever opens the index next has not to. Where there is no room for it, it is
// left.
func (x *Index) Settle(ctx context.Context) error {
	return x.exclusively(ctx, func(ctx context.Context) error {
		g, err := x.mend(ctx)
		if err == nil {
			err = g.settle(ctx)
		}
		if err == nil {
			x.update(ctx, g)
		}
		return err
	})
}

// settle merges segments until there is nothing more to merge, and keeps what
// came of it.
func (g *generation) settle(ctx context.Context) error {
	low, ok := g.low.(*scorch.Scorch)
	if !ok {
		return fmt.Errorf("index of kind %T", g.low)
	}
	merged := false
	for {
		need, err := g.unmerged()
		if err != nil {
			return err
		}
		if need == 0 || roomFor(g.folder, need) != nil {
			break
		}
		if err := g.merge(ctx, low); err != nil {
			return err
		}
		merged = true
	}
	if !merged {
		return nil
	}
	// Bleve keeps its list of segments with what is written next.
	return g.write(batch{ops: bleveindex.NewBatch(), place: g.standing()})
}

// unmerged is how many bytes those segments take that are to be merged.
func (g *generation) unmerged() (bytes uint64, err error) {
	snapshot, err := g.snapshot()
	if err != nil {
		return 0, err
	}
	defer snapshot.Close()
	var stored []mergeplan.Segment
	for _, s := range snapshot.Segments() {
		if _, ok := s.Segment().(mapped); ok {
			stored = append(stored, s)
		}
	}
	plan, err := mergeplan.Plan(stored, merging())
	if err != nil || plan == nil {
		return 0, err
	}
	for _, task := range plan.Tasks {
		for _, s := range task.Segments {
			bytes += uint64(s.FileSize())
		}
	}
	return bytes, nil
}

// merge does the merges that are to be done now.
func (g *generation) merge(ctx context.Context, low *scorch.Scorch) error {
	select { // one that was ended may wait for what is being merged
	case g.forced <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-g.failed:
		return g.broken()
	}
	done := make(chan error, 1)
	go func() {
		defer func() { <-g.forced }()
		var err error
		defer func() { done <- err }()
		defer guard(g.path, &err)()
		err = low.ForceMerge(ctx, merging())
	}()
	select {
	case err := <-done:
		if err == nil {
			err = ctx.Err()
		}
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-g.failed: // whoever merges may have ended
		return g.broken()
	}
}
