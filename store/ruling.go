package store

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"assay/analysis"
)

// Ruling is a ply that an arbiter lets stand although it breaks a rule. It may
// be revoked.
type Ruling struct {
	analysis.Ruling
	Game       int64
	RevokedBy  string     // an arbiter; "" while it is valid
	RevokedFor string     // the reason for revoking
	Revoked    *time.Time // nil while it is valid
}

// FirstRulings returns the numbered rulings with which a game is archived. If
// the game existed, it returns none; its verdict is then required. The error is
// an [*UnruledError] if that game is invalid.
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

// RulingError says why a ruling cannot be returned or revoked: Kind is
// [ErrNotFound], [ErrGone] if it was revoked, or [ErrCorrupt] if it was
// altered.
type RulingError struct {
	Game, Number int64
	Kind         error
}

func (e *RulingError) Error() string {
	return fmt.Sprintf("ruling %d on game %d: %v", e.Number, e.Game, e.Kind)
}

// Unwrap returns the kind.
func (e *RulingError) Unwrap() error { return e.Kind }

// ErrGameChanged: the game changed after it was read, so the result may be
// outdated.
var ErrGameChanged = errors.New("the game has changed in the meantime")
