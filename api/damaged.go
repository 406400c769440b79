package api

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"assay/store"
)

// leftOut collects the games that an answer goes without, because the archive
// does not have them as they were written. It is safe for concurrent use.
type leftOut struct {
	mu    sync.Mutex
	games []int64
}

func (l *leftOut) add(games ...int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.games = append(l.games, games...)
}

// takes reports whether an error is that of a damaged game, and collects the
// game then.
func (l *leftOut) takes(game int64, err error) bool {
	if !GameDamaged(err) {
		return false
	}
	l.add(game)
	return true
}

// GameDamaged reports whether an error is that of one game, or of what is said
// of it, which the archive does not have as it was written; all others are
// sound.
func GameDamaged(err error) bool {
	one := errors.As(err, new(*store.GameError)) || errors.As(err, new(*store.AnnotationError))
	return one && errors.Is(err, store.ErrCorrupt)
}

// list is the games, ascending; nil for none.
func (l *leftOut) list() []int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	slices.Sort(l.games)
	return slices.Compact(l.games)
}

// spoilt turns a panic over what is stored of a game into the error of a
// damaged one. To be deferred: a game from before there were checksums may hold
// anything.
func spoilt(game int64, err *error) {
	if r := recover(); r != nil {
		*err = errors.Join(&store.GameError{ID: game, Kind: store.ErrCorrupt}, fmt.Errorf("%v", r))
	}
}
