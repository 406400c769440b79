package api

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"assay/store"
)

// leftOut collects damaged games that a response omits. It is safe for
// concurrent use.
type leftOut struct {
	mu    sync.Mutex
	games []int64
}

func (l *leftOut) add(games ...int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.games = append(l.games, games...)
}

// takes reports whether err means that the game is damaged. If so, it adds the
// game.
func (l *leftOut) takes(game int64, err error) bool {
	if !GameDamaged(err) {
		return false
	}
	l.add(game)
	return true
}

// GameDamaged reports whether err means that one game, or an annotation of it,
// is damaged. Other games are not affected.
func GameDamaged(err error) bool {
	one := errors.As(err, new(*store.GameError)) || errors.As(err, new(*store.AnnotationError))
	return one && errors.Is(err, store.ErrCorrupt)
}

// list returns the sorted IDs of the games, nil for none.
func (l *leftOut) list() []int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	slices.Sort(l.games)
	return slices.Compact(l.games)
}

// spoilt converts a panic to the error for a damaged game. Defer it when
// reading stored data: games from before checksums existed may contain
// anything.
func spoilt(game int64, err *error) {
	if r := recover(); r != nil {
		*err = errors.Join(&store.GameError{ID: game, Kind: store.ErrCorrupt}, fmt.Errorf("%v", r))
	}
}
