package api

import (
	"errors"
	"fmt"
	"sync/atomic"

	"assay/api/account"
	"assay/api/analyse"
	"assay/api/annotate"
	"assay/api/define"
	"assay/api/events"
	"assay/api/games"
	"assay/api/puzzles"
	"assay/api/request"
	"assay/api/twins"
	"assay/store"
)

// indexName is the name of the index's folder in Config.Data.
const indexName = "index"

// Archive is an open archive with its index. It also provides everything an
// [Arbiter] does. It is safe for concurrent use.
type Archive struct {
	*Arbiter
	*define.Drafts
	*request.IdempotencyKeys
	*account.Accounts
	*account.Notifier
	*events.Organizer
	*annotate.Annotator
	*analyse.Analyses
	*games.Collection
	Puzzles *puzzles.Collection
	Twins   *twins.Collection
	store   store.Archive
	pending pendingDocuments
	// coverageCounts caches the counts for [games.Coverage].
	coverageCounts coverageCache
	// submissionChanges signals changes of submissions.
	submissionChanges request.Broadcast

	indexLock chan struct{} // semaphore: its holder opens or closes the index
	index     atomic.Pointer[Index]
	closed    atomic.Bool
	*follower
}

// NewArchive returns an archive with the variants of a and the store s, which
// it closes. The index is in the folder Config.Data.
func NewArchive(a *Arbiter, s store.Archive) *Archive {
	archive := &Archive{
		Arbiter:         a,
		Drafts:          define.NewDrafts(s, a.Library),
		IdempotencyKeys: request.NewIdempotencyKeys(s),
		Accounts:        account.NewAccounts(s),
		Notifier:        account.NewNotifier(s),
		Organizer:       events.NewOrganizer(a.Library, s),
		store:           s,
		indexLock:       make(chan struct{}, 1),
		follower:        newFollower(a.config.Report),
	}
	archive.Annotator = annotate.NewAnnotator(archive.IdempotencyKeys, s, archive)
	archive.Analyses = analyse.NewAnalyses(a.Engines, s, archive)
	archive.Collection = games.NewCollection(a.Library, s, archive.Annotator, archive.Analyses, archive)
	archive.Puzzles = puzzles.NewCollection(a.Library, s, archive, a.Engines.Fits(), a.Workers())
	archive.Twins = twins.NewCollection(s, twinRecords{archive})
	return archive
}

// Close closes the index and the store.
func (a *Archive) Close() error {
	a.closed.Store(true)
	a.indexLock <- struct{}{}
	defer func() { <-a.indexLock }()
	var err error
	if x := a.index.Swap(nil); x != nil {
		err = (*x).Close()
	}
	return errors.Join(err, a.store.Close())
}

// Damage is a problem found by Check.
type Damage struct {
	Part   string `json:"part"`           // "archive" or "index"
	Kind   string `json:"kind"`           // as in store.Fault and index.Fault
	Game   int64  `json:"game,omitempty"` // 0 if no single game is affected
	Detail string `json:"detail"`
}

func (d Damage) String() string { return fmt.Sprintf("%s: %s", d.Part, d.Detail) }
