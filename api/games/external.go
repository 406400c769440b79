package games

import (
	"context"
	"fmt"

	"assay/api/request"
	"assay/parser/scan"
	"assay/store"
)

// ExternalID is a game's ID in another system.
type ExternalID struct {
	Source string `json:"source"` // the other system
	ID     string `json:"id"`     // the game's ID there
}

// Limits of external IDs in characters.
const (
	maxSource     = 64
	maxExternalID = 200
)

// sourceName matches names of other systems.
var sourceName = scan.NewPattern(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// Stored validates the ID. The error is an [*request.InputError].
func (id ExternalID) Stored() (store.ExternalID, error) {
	if len(id.Source) > maxSource || !sourceName.MatchString(id.Source) {
		return store.ExternalID{}, &request.InputError{Field: "source", Value: id.Source,
			Want: fmt.Sprintf("a name of up to %d letters, digits, dots, dashes and underscores", maxSource)}
	}
	if id.ID == "" {
		return store.ExternalID{}, &request.InputError{Field: "id", Want: "the game's ID in the other system"}
	}
	if err := request.CheckText("id", id.ID, maxExternalID); err != nil {
		return store.ExternalID{}, err
	}
	return store.ExternalID{Source: id.Source, Name: id.ID}, nil
}

// External returns the number of the game with an external ID. The error is an
// [*request.InputError] or a [*store.ExternalIDError].
func (c *Collection) External(ctx context.Context, id ExternalID) (int64, error) {
	stored, err := id.Stored()
	if err != nil {
		return 0, err
	}
	return c.store.External(ctx, stored)
}

// ExternalIDs returns the external IDs of a game.
func (c *Collection) ExternalIDs(ctx context.Context, game int64) ([]ExternalID, error) {
	found, err := c.store.ExternalIDs(ctx, game)
	ids := make([]ExternalID, len(found))
	for i, id := range found {
		ids[i] = ExternalID{Source: id.Source, ID: id.Name}
	}
	return ids, err
}
