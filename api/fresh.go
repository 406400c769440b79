package api

import (
	"crypto/sha256"
	"sync"

	"assay/index"
	"assay/store"
)

// maxFresh is how many positions and games are kept for the index, some 30
// bytes for each: several batches of the index, so that its segments are large.
const maxFresh = 32 * index.BatchPositions

// fresh is what the index finds games by that were just proved and archived, so
// that it need not replay them. It is kept until the index asks, and forgotten
// where there is too much of it.
type fresh struct {
	mu    sync.Mutex
	games map[int64]kept
	size  int // positions and games
}

// kept is what is kept of a game: a database that goes on by a standby may give
// its number, and that of its change, to another record.
type kept struct {
	index.Change
	hash [sha256.Size]byte // of the record
}

// add keeps what games were archived with; nil is for those that have to be
// replayed.
func (f *fresh) add(games []*store.Game, added []store.Added, found []*index.Document) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, a := range added {
		if found[i] == nil || a.Existing {
			continue
		}
		if f.size > maxFresh || f.games == nil {
			f.games, f.size = map[int64]kept{}, 0
		}
		f.games[a.ID] = kept{index.Change{Sequence: a.Sequence, Game: a.ID, Document: *found[i]}, sha256.Sum256(games[i].Record)}
		f.size += 1 + len(found[i].Keys)
	}
}

// empty reports whether nothing is kept.
func (f *fresh) empty() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.games) == 0
}

// take gives what is kept of games that have not changed since. false says that
// this is not all of them.
func (f *fresh) take(changed []store.Change) ([]index.Change, bool) {
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
