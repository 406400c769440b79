package index

import (
	"context"
	"errors"
)

// recovered does work whose panics are errors.
func recovered(work func() error) (err error) {
	defer Survive(&err)
	return work()
}

// suspect has the next catch-up look whether what a search met is damage.
func (x *Index) suspect(err error) error {
	if errors.Is(err, ErrDamaged) {
		x.doubts.Store(&err)
	}
	return err
}

// note keeps how the last work ended.
func (x *Index) note(ctx context.Context, err error) {
	if err != nil && ctx.Err() != nil {
		return // it was ended
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.state.Fault = err
	if err == nil {
		x.state.Rebuilding = false
		x.relapses = 0
	}
}

// update has searches see a generation as it is now, if they see it otherwise.
func (x *Index) update(ctx context.Context, g *generation) {
	x.looking.Lock()
	defer x.looking.Unlock()
	if !x.stale(g) {
		return
	}
	if err := x.refresh(ctx, g); err != nil && ctx.Err() == nil && g.broken() == nil {
		x.options.Report(x.suspect(err))
	}
}

// mend gives the current generation once it can be relied on: one that has
// failed is opened again, and where that does not help the index begins anew.
func (x *Index) mend(ctx context.Context) (*generation, error) {
	x.mu.RLock()
	g := x.current
	x.mu.RUnlock()
	if g != nil {
		err := x.examine(ctx, g)
		if err == nil {
			return g, nil
		}
		failed := g.broken() != nil
		if !failed && !Spoilt(err) {
			return nil, err // the source's
		}
		x.options.Report(err)
		x.leave(g)
		if !failed || Spoilt(err) && x.relapsed() {
			return x.renew(ctx)
		}
	}
	return x.reopen(ctx)
}

// reopen opens the current generation, or begins anew where it is damaged.
func (x *Index) reopen(ctx context.Context) (*generation, error) {
	number, err := x.root.current()
	var g *generation
	if err == nil {
		g, err = x.root.reopen(ctx, x.source, number)
	}
	switch {
	case err == nil:
		x.enter(ctx, g)
		return g, nil
	case Spoilt(err):
		x.options.Report(err)
		return x.renew(ctx)
	default:
		return nil, err
	}
}

// examine says what is wrong with a generation that is open.
func (x *Index) examine(ctx context.Context, g *generation) error {
	if err := g.broken(); err != nil {
		return err
	}
	if err := x.root.there(); err != nil {
		return err
	}
	if err := g.standing().Related(ctx, x.source, g.path); err != nil {
		return err
	}
	doubt := x.doubts.Swap(nil)
	if doubt == nil {
		return g.touched()
	}
	x.options.Report(*doubt)
	if err := g.sound(); err != nil {
		return err
	}
	if err := g.verify(ctx, x.source); err != nil {
		return err
	}
	// The files hold what was written. Once, that is cured by writing it again.
	if x.doubted++; x.doubted == 2 {
		return *doubt
	}
	return nil
}

// relapsed reports whether the generation has failed again since it was opened
// again.
func (x *Index) relapsed() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.relapses++
	return x.relapses > 1
}

// enter makes a generation the current one, leave takes it away. Searches go on
// with what they see.
func (x *Index) enter(ctx context.Context, g *generation) {
	x.mu.Lock()
	x.current = g
	x.mu.Unlock()
	x.update(ctx, g)
}

func (x *Index) leave(g *generation) {
	x.mu.Lock()
	x.state.Cursor = g.standing().Cursor
	x.current = nil
	x.mu.Unlock()
	if err := g.close(); err != nil {
		x.options.Report(err)
	}
}

// renew begins the index anew. What searches saw is not to be relied on.
func (x *Index) renew(ctx context.Context) (*generation, error) {
	x.show(nil)
	x.mu.Lock()
	x.state.Rebuilding = true
	x.state.Cursor = 0
	x.mu.Unlock()
	g, err := x.root.renew()
	if err != nil {
		return nil, err
	}
	x.enter(ctx, g)
	return g, nil
}
