package search

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"assay/analysis/crash"
	"assay/api/present"
	"assay/store"
)

// damagedGames collects damaged games that a response omits. It is safe for
// concurrent use.
type damagedGames struct {
	mu    sync.Mutex
	games []int64
}

func (l *damagedGames) add(games ...int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.games = append(l.games, games...)
}

// addIfDamaged reports whether err means that the game is damaged. If so, it
// adds the game.
func (l *damagedGames) addIfDamaged(game int64, err error) bool {
	if !present.IsGameDamaged(err) {
		return false
	}
	l.add(game)
	return true
}

// ids returns the sorted IDs of the games, nil for none.
func (l *damagedGames) ids() []int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	slices.Sort(l.games)
	return slices.Compact(l.games)
}

// damage returns a handler of panics that sets the error of a damaged game, for
// stored data: games from before checksums were added may contain anything.
func damage(game int64, err *error) func(*crash.Error) {
	return func(e *crash.Error) {
		*err = errors.Join(&store.GameError{ID: game, Kind: store.ErrCorrupt}, fmt.Errorf("%v", e.Cause))
	}
}
