package index

import (
	"context"
	"fmt"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/index/scorch/mergeplan"
	bleveindex "github.com/blevesearch/bleve_index_api"
)

// ForceMerge merges the segments that writing has left unmerged, so that the
// next opening is fast. Without free space it does nothing.
func (x *Index) ForceMerge(ctx context.Context) error {
	return x.exclusively(ctx, func(ctx context.Context) error {
		g, err := x.repair(ctx)
		if err == nil {
			err = g.forceMerge(ctx)
		}
		if err == nil {
			x.update(ctx, g)
		}
		return err
	})
}

// forceMerge merges segments until nothing is left to merge, and stores the
// result.
func (g *generation) forceMerge(ctx context.Context) error {
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
		if need == 0 || checkSpace(g.folder, need) != nil {
			break
		}
		if err := g.mergeOnce(ctx, low); err != nil {
			return err
		}
		merged = true
	}
	if !merged {
		return nil
	}
	// Bleve stores its list of segments only with the next write.
	return g.write(batch{ops: bleveindex.NewBatch(), checkpoint: g.checkpoint()})
}

// unmerged returns the size in bytes of the segments to be merged.
func (g *generation) unmerged() (bytes uint64, err error) {
	snapshot, err := g.snapshot()
	if err != nil {
		return 0, err
	}
	defer snapshot.Close()
	var stored []mergeplan.Segment
	for _, s := range snapshot.Segments() {
		if _, ok := s.Segment().(mappedSegment); ok {
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

// mergeOnce performs the merges that are due.
func (g *generation) mergeOnce(ctx context.Context, low *scorch.Scorch) error {
	select { // a cancelled one may still be merging
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
		defer recoverFaults(g.path, &err)()
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
	case <-g.failed: // the merging goroutine may have ended
		return g.broken()
	}
}
