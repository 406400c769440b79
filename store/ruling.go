package store

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"assay/analysis"
)

// Ruling is a ply that an arbiter lets stand though it breaks a rule, or let
// stand once.
type Ruling struct {
	analysis.Ruling
	Game    int64
	Lifter  string     // who took it back
	Because string     // why
	Lifted  *time.Time // nil while it holds
}

// FirstRulings are the rulings with which a game is archived, numbered; none of
// a game that was there before, whose verdict is asked for. The error is an
// [*UnruledError] where that game does not hold.
func FirstRulings(added Added, given []analysis.Ruling, verdict func(game int64) (string, error)) ([]*Ruling, error) {
	if len(given) == 0 {
		return nil, nil
	}
	if added.Existing {
		found, err := verdict(added.ID)
		if err == nil && !slices.Contains(analysis.Proved, found) {
			err = &UnruledError{Game: added.ID}
		}
		return nil, err
	}
	rulings := make([]*Ruling, len(given))
	for i := range given {
		rulings[i] = &Ruling{Game: added.ID, Ruling: given[i]}
		rulings[i].Number = int64(i + 1)
	}
	return rulings, nil
}

// RulingError says which ruling cannot be given or taken back, and why: Kind is
// [ErrNotFound], [ErrGone] for one that was taken back, or [ErrCorrupt] for one
// that is not as it was written.
type RulingError struct {
	Game, Number int64
	Kind         error
}

func (e *RulingError) Error() string {
	return fmt.Sprintf("ruling %d on game %d: %v", e.Number, e.Game, e.Kind)
}

// Unwrap gives the kind.
func (e *RulingError) Unwrap() error { return e.Kind }

// ErrOvertaken says that a game has changed since it was read, so that what was
// found of it is not what would be found now.
var ErrOvertaken = errors.New("the game was changed meanwhile")
