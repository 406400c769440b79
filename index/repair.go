package index

import (
	"context"
	"errors"

	"assay/analysis/crash"
)

// recovered runs work and converts a panic into an error.
func recovered(work func() error) (err error) {
	defer crash.Recover(&err)
	return work()
}

// suspectDamage makes the next catch-up check whether an error of a search
// means damage.
func (x *Index) suspectDamage(err error) error {
	if errors.Is(err, ErrDamaged) {
		x.suspected.Store(&err)
	}
	return err
}

// noteOutcome stores the outcome of the last write.
func (x *Index) noteOutcome(ctx context.Context, err error) {
	if err != nil && ctx.Err() != nil {
		return // it was cancelled
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.state.Fault = err
	if err == nil {
		x.state.Rebuilding = false
		x.relapses = 0
	}
}

// update updates the view that searches use, if it is stale.
func (x *Index) update(ctx context.Context, g *generation) {
	x.looking.Lock()
	defer x.looking.Unlock()
	if !x.stale(g) {
		return
	}
	if err := x.refresh(ctx, g); err != nil && ctx.Err() == nil && g.broken() == nil {
		x.options.Report(x.suspectDamage(err))
	}
}

// repair returns a reliable current generation. It reopens a generation that
// has failed. If that does not help, the index starts empty.
func (x *Index) repair(ctx context.Context) (*generation, error) {
	x.mu.RLock()
	g := x.current
	x.mu.RUnlock()
	if g != nil {
		err := x.examine(ctx, g)
		if err == nil {
			return g, nil
		}
		failed := g.broken() != nil
		if !failed && !NeedsRebuild(err) {
			return nil, err // an error of the source
		}
		x.options.Report(err)
		x.dropCurrent(g)
		if !failed || NeedsRebuild(err) && x.relapsed() {
			return x.renew(ctx)
		}
	}
	return x.reopen(ctx)
}

// reopen opens the current generation, or starts empty if it is damaged.
func (x *Index) reopen(ctx context.Context) (*generation, error) {
	number, err := x.root.current()
	var g *generation
	if err == nil {
		g, err = x.root.reopen(ctx, x.source, number)
	}
	switch {
	case err == nil:
		x.setCurrent(ctx, g)
		return g, nil
	case NeedsRebuild(err):
		x.options.Report(err)
		return x.renew(ctx)
	default:
		return nil, err
	}
}

// examine returns the damage of an open generation as an error.
func (x *Index) examine(ctx context.Context, g *generation) error {
	if err := g.broken(); err != nil {
		return err
	}
	if err := x.root.checkFolder(); err != nil {
		return err
	}
	if err := g.checkpoint().Verify(ctx, x.source, g.path); err != nil {
		return err
	}
	doubt := x.suspected.Swap(nil)
	if doubt == nil {
		return g.verifyChanged()
	}
	x.options.Report(*doubt)
	if err := g.verifySegments(); err != nil {
		return err
	}
	if err := g.verify(ctx, x.source); err != nil {
		return err
	}
	// The files are unchanged since they were written. Rewriting them helps,
	// once.
	if x.falseAlarms++; x.falseAlarms == 2 {
		return *doubt
	}
	return nil
}

// relapsed reports whether the generation failed again after it was reopened.
func (x *Index) relapsed() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.relapses++
	return x.relapses > 1
}

// setCurrent makes a generation the current one; leave removes it. Searches
// keep their snapshot.
func (x *Index) setCurrent(ctx context.Context, g *generation) {
	x.mu.Lock()
	x.current = g
	x.mu.Unlock()
	x.update(ctx, g)
}

func (x *Index) dropCurrent(g *generation) {
	x.mu.Lock()
	x.state.Cursor = g.checkpoint().Cursor
	x.current = nil
	x.mu.Unlock()
	if err := g.close(); err != nil {
		x.options.Report(err)
	}
}

// renew starts an empty index. Earlier views are unreliable.
func (x *Index) renew(ctx context.Context) (*generation, error) {
	x.setVisible(nil)
	x.mu.Lock()
	x.state.Rebuilding = true
	x.state.Cursor = 0
	x.mu.Unlock()
	g, err := x.root.renew()
	if err != nil {
		return nil, err
	}
	x.setCurrent(ctx, g)
	return g, nil
}
