package records

import (
	"context"
	"time"

	"assay/api/account"
	"assay/api/annotate"
	"assay/api/define"
	"assay/api/events"
	"assay/api/games"
	"assay/api/history"
	"assay/api/request"
	"assay/api/search"
	"assay/api/twins"
	"assay/index"
	"assay/store"
)

// Store is the part of an archive's store that records need.
type Store interface {
	history.TargetStore
	store.Submissions
	Add(ctx context.Context, games []*store.Game, imports ...store.Import) ([]store.Added, error)
	AddExternal(ctx context.Context, id store.ExternalID, g *store.Game) (a store.Added, newer bool, err error)
	Import(ctx context.Context, path string) (store.Import, error)
	List(ctx context.Context, f store.Filter, o store.Order, cursor string, limit int) ([]store.Summary, string, error)
	Twin(ctx context.Context, g *store.Game) (int64, error)
	twins.SimilarStore
	Update(ctx context.Context, verifications ...store.Verification) error
	ChangedGames(ctx context.Context, after int64, limit int) ([]*store.Game, error)
	Sequence(ctx context.Context) (int64, error)
	Person(ctx context.Context, name string) (*store.Person, error)
	Check(ctx context.Context) ([]store.Fault, error)
	Now(ctx context.Context) (time.Time, error)
}

// Drafts are the variants that are published in an archive.
type Drafts interface {
	// LoadPublished loads the variants published since the last call.
	LoadPublished(ctx context.Context) error
}

// Index is the index of an archive.
type Index interface {
	// MakeSearchable makes a saved change searchable.
	MakeSearchable(ctx context.Context)
	// KeepDocuments caches the index data of newly archived games.
	KeepDocuments(archived []*store.Game, added []store.Added, documents []*index.Document)
	// CatchUp indexes all changes of the archive.
	CatchUp(ctx context.Context, progress func(request.Progress)) error
	// MergeSegments merges the segments of an index in a folder.
	MergeSegments(ctx context.Context) error
	// OpenedIndexReporting returns the index, and reports what is repaired on
	// opening it.
	OpenedIndexReporting(ctx context.Context, report func(error)) (search.Index, error)
}

// Rooms are the other use cases of an archive that records need.
type Rooms struct {
	Keys        *request.IdempotencyKeys
	Accounts    *account.Accounts
	Annotations *annotate.Annotator
	Games       *games.Collection
	Events      *events.Organizer
	Drafts      Drafts
	Index       Index
}

// Keeper archives and changes the records of an archive: imports, submissions,
// corrections and rulings.
type Keeper struct {
	library     *define.Library
	verifier    *Verifier
	store       Store
	keys        *request.IdempotencyKeys
	accounts    *account.Accounts
	annotations *annotate.Annotator
	games       *games.Collection
	events      *events.Organizer
	drafts      Drafts
	finder      Index
	// submissionChanges signals changes of submissions.
	submissionChanges request.Broadcast
}

// NewKeeper returns the keeper of the records in a store.
func NewKeeper(v *Verifier, s Store, r Rooms) *Keeper {
	return &Keeper{library: v.library, verifier: v, store: s, keys: r.Keys, accounts: r.Accounts,
		annotations: r.Annotations, games: r.Games, events: r.Events, drafts: r.Drafts, finder: r.Index}
}
