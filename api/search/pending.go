package search

import (
	"crypto/sha256"
	"sync"

	"assay/index"
	"assay/store"
)

// MaxPending bounds the cache in positions and games of about 30 bytes each. It
// covers several batches of the index, so that its segments are large.
const MaxPending = 32 * index.BatchPositions

// pendingDocuments caches the index data of newly verified games, so that the
// index need not replay them. Entries are removed when the index reads them, or
// when the cache is full.
type pendingDocuments struct {
	mu    sync.Mutex
	games map[int64]pendingDocument
	size  int // positions and games
}

// pendingDocument is a cached change. After a failover of the database, the
// same numbers may belong to another record; the hash detects that.
type pendingDocument struct {
	index.Change
	hash [sha256.Size]byte // of the record
}

// add caches the index data of newly archived games. A nil document means that
// the game must be replayed.
func (f *pendingDocuments) add(games []*store.Game, added []store.Added, found []*index.Document) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, a := range added {
		if found[i] == nil || a.Existing {
			continue
		}
		if f.size > MaxPending || f.games == nil {
			f.games, f.size = map[int64]pendingDocument{}, 0
		}
		f.games[a.ID] = pendingDocument{index.Change{Sequence: a.Sequence, Game: a.ID, Document: *found[i]},
			sha256.Sum256(games[i].Record)}
		f.size += 1 + len(found[i].Keys)
	}
}

// KeepDocuments caches the index data of newly archived games. A nil document
// means that the game must be replayed.
func (f *Finder) KeepDocuments(archived []*store.Game, added []store.Added, documents []*index.Document) {
	f.pending.add(archived, added, documents)
}

// empty reports whether the cache is empty.
func (f *pendingDocuments) empty() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.games) == 0
}

// take removes and returns the cached changes. It returns false unless all
// games are cached and unchanged.
func (f *pendingDocuments) take(changed []store.Change) ([]index.Change, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	changes := make([]index.Change, len(changed))
	for i, c := range changed {
		game, ok := f.games[c.Game]
		if !ok || game.Sequence != c.Sequence || game.hash != c.Hash {
			return nil, false
		}
		changes[i] = game.Change
	}
	for _, c := range changes {
		delete(f.games, c.Game)
		f.size -= 1 + len(c.Document.Keys)
	}
	return changes, len(changes) > 0
}
