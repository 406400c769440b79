package search

import (
	"context"
	"sync/atomic"

	"assay/analysis/lru"
	"assay/api/define"
	"assay/api/games"
	"assay/api/players"
	"assay/index"
	"assay/store"
)

// Store is the part of an archive's store that searches need.
type Store interface {
	Game(ctx context.Context, id int64) (*store.Game, error)
	Games(ctx context.Context, ids []int64) ([]*store.Game, error)
	List(ctx context.Context, f store.Filter, o store.Order, cursor string, limit int) ([]store.Summary, string, error)
	Count(ctx context.Context, f store.Filter) (int, error)
	Sequence(ctx context.Context) (int64, error)
	Changes(ctx context.Context, after int64, limit int) ([]store.Change, error)
	ChangedGames(ctx context.Context, after int64, limit int) ([]*store.Game, error)
	Lineage(ctx context.Context, sequence int64) (string, error)
	Listen(ctx context.Context, changed func()) error
}

// Drafts are the variants that are published in an archive.
type Drafts interface {
	// LoadPublished loads the variants published since the last call.
	LoadPublished(ctx context.Context) error
}

// Opener opens the index of an archive, whose changes source has. It calls
// report with what it repairs.
type Opener func(ctx context.Context, source index.Source, report func(error)) (Index, error)

// Config configures a finder.
type Config struct {
	Open Opener // called at the first use
	// Folder is where a process asks the one that has the index to rebuild it.
	Folder string
	Shared bool        // several processes may use the index at a time
	Report func(error) // called with errors that no request caused; may be nil
	// Changed is called after another process has changed the archive.
	Changed func()
}

// Finder finds games in an archive by its index, which it keeps up to date.
type Finder struct {
	library  *define.Library
	store    Store
	games    *games.Collection
	players  *players.Roster
	analyses games.Analyses
	drafts   Drafts
	config   Config
	pending  pendingDocuments
	// coverageCounts caches the counts for [games.Coverage].
	coverageCounts *lru.Cache[counted, int]

	indexLock chan struct{} // semaphore: its holder opens or closes the index
	index     atomic.Pointer[Index]
	closed    atomic.Bool
	*follower
}

// NewFinder returns a finder for the games of a collection.
func NewFinder(l *define.Library, s Store, c *games.Collection, p *players.Roster, analyses games.Analyses,
	drafts Drafts, config Config) *Finder {
	return &Finder{library: l, store: s, games: c, players: p, analyses: analyses, drafts: drafts, config: config,
		coverageCounts: lru.New[counted, int](maxCoverage), indexLock: make(chan struct{}, 1),
		follower: newFollower(config.Report)}
}

// Close closes the index.
func (f *Finder) Close() error {
	f.closed.Store(true)
	f.indexLock <- struct{}{}
	defer func() { <-f.indexLock }()
	if x := f.index.Swap(nil); x != nil {
		return (*x).Close()
	}
	return nil
}
