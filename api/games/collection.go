// Package games contains the use cases of archived games: lists, counts, what
// has changed, single games and their replay.
package games

import (
	"context"

	"assay/analysis"
	"assay/analysis/lru"
	"assay/api/analyse"
	"assay/api/define"
	"assay/api/history"
	"assay/store"
)

// Store is the part of an archive's store that games need.
type Store interface {
	history.Store
	Game(ctx context.Context, id int64) (*store.Game, error)
	Games(ctx context.Context, ids []int64) ([]*store.Game, error)
	Record(ctx context.Context, id int64) ([]byte, error)
	List(ctx context.Context, f Filter, o Order, cursor string, limit int) ([]store.Summary, string, error)
	Skip(ctx context.Context, f Filter, o Order, n int) (string, error)
	Count(ctx context.Context, f Filter) (int, error)
	Faults(ctx context.Context, f Filter) ([]store.FaultCount, error)
	External(ctx context.Context, id store.ExternalID) (int64, error)
	Delete(ctx context.Context, id int64) error
	Restore(ctx context.Context, id int64) error
	Sequence(ctx context.Context) (int64, error)
	Changes(ctx context.Context, after int64, limit int) ([]store.Change, error)
	ChangedGames(ctx context.Context, after int64, limit int) ([]*store.Game, error)
	Lineage(ctx context.Context, sequence int64) (string, error)
}

// Annotations are the annotations of archived games.
type Annotations interface {
	// Merged returns the annotations of a game, to merge into its record.
	Merged(ctx context.Context, game int64) ([]analysis.Annotation, error)
}

// Analyses are the saved analyses of archived games.
type Analyses interface {
	// Analysis returns the analysis of a game, nil if there is none.
	Analysis(ctx context.Context, game int64) (*analyse.GameAnalysis, error)
}

// Players are the players of an archive.
type Players interface {
	// Spellings returns other names of the players whose name has words, of
	// which the last ones are prefixes.
	Spellings(ctx context.Context, words []string, prefixes int) ([]string, error)
	// Own returns the names of the caller's player.
	Own(ctx context.Context) ([]string, error)
}

// Index is the index of an archive.
type Index interface {
	// MakeSearchable makes a saved change searchable.
	MakeSearchable(ctx context.Context)
}

// Collection is the games of an archive.
type Collection struct {
	library     *define.Library
	store       Store
	players     Players
	annotations Annotations
	analyses    Analyses
	index       Index
	totals      *totals
}

// NewCollection returns the games in a store, of the variants in a library.
func NewCollection(l *define.Library, s Store, p Players, annotations Annotations, analyses Analyses,
	x Index) *Collection {
	return &Collection{library: l, store: s, players: p, annotations: annotations, analyses: analyses, index: x,
		totals: lru.New[total, int](maxTotals)}
}
