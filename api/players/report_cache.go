package players

import (
	"context"
	"slices"
	"sync"

	"assay/analysis/variant"
)

// reportKey is a player after a decision about names, with the definitions by
// which sides are named.
type reportKey struct {
	name        string
	last        int64 // decision
	definitions *variant.Registry
}

// cachedReport is a report with what tells whether it is still valid.
type cachedReport struct {
	report    *Report
	opponents []Opponent // all, of which the report may leave some out
	names     []string   // ascending
	games     []int64    // ascending

	mu       sync.Mutex
	sequence int64 // change of the archive up to which it is valid
}

// Bounds of the cache of reports.
const (
	maxReports   = 32 << 20 // bytes
	rowSize      = 400      // of a row of a report, without its texts
	opponentSize = 80       // of an opponent, without the name
)

// MaxChanges is the number of changes of an archive from which the reports of
// all players are made again.
const MaxChanges = 1000

// size returns about how many bytes the report takes.
func (c *cachedReport) size() int64 {
	p := c.report
	rows := len(p.Names) + len(p.Results) + len(p.Openings) + len(p.Recent)
	n := rowSize*(1+rows) + opponentSize*len(c.opponents) + 8*len(c.games)
	for _, name := range c.names {
		n += len(name)
	}
	for i := range c.opponents {
		n += len(c.opponents[i].Name)
	}
	return int64(n)
}

// valid reports whether none of the player's games has changed since the report
// was made. Changes of other games leave it valid.
func (c *cachedReport) valid(ctx context.Context, s Store) (bool, error) {
	c.mu.Lock()
	after := c.sequence
	c.mu.Unlock()
	last, err := s.Sequence(ctx)
	if err != nil || last == after {
		return err == nil, err
	}
	changed, err := s.ChangedPlayers(ctx, after, MaxChanges)
	if err != nil || len(changed) == 0 || len(changed) == MaxChanges { // none: of an archive that was put back
		return false, err
	}
	own := func(name string) bool {
		_, is := slices.BinarySearch(c.names, name)
		return is
	}
	for _, g := range changed {
		if _, had := slices.BinarySearch(c.games, g.ID); had || own(g.First) || own(g.Second) {
			return false, nil
		}
	}
	c.mu.Lock()
	c.sequence = max(c.sequence, changed[len(changed)-1].Sequence)
	c.mu.Unlock()
	return true, nil
}

// Player returns the report of a player by any name. It is shared and must not
// be changed. The error may be [ErrNoPlayer].
func (r *Roster) Player(ctx context.Context, name string) (*Report, error) {
	c, err := r.cached(ctx, name)
	if err != nil {
		return nil, err
	}
	return c.report, nil
}

// cached returns the report of a player from the cache, or makes it. The error
// may be [ErrNoPlayer].
func (r *Roster) cached(ctx context.Context, name string) (*cachedReport, error) {
	m, err := r.current(ctx)
	if err != nil {
		return nil, err
	}
	key := reportKey{m.names.Player(name), m.last, r.library.Book().Registry()}
	if cached, known := r.reports.Get(key); known {
		if valid, err := cached.valid(ctx, r.store); valid || err != nil {
			return cached, err
		}
		r.reports.Remove(key)
	}
	// Changes after this one make the report invalid, even if it has them.
	sequence, err := r.store.Sequence(ctx)
	if err != nil {
		return nil, err
	}
	c, err := r.career(ctx, m.names, name)
	if err != nil {
		return nil, err
	}
	report, opponents, err := r.report(ctx, c)
	if err != nil {
		return nil, err
	}
	made := &cachedReport{report: report, opponents: opponents, names: m.names.Of(c.name),
		games: make([]int64, len(c.games)), sequence: sequence}
	slices.Sort(made.names)
	for i := range c.games {
		made.games[i] = c.games[i].ID
	}
	slices.Sort(made.games)
	r.reports.Add(key, made, made.size())
	return made, nil
}
