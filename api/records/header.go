package records

import (
	"context"
	"errors"
	"maps"
	"slices"

	"assay/analysis"
	"assay/api/present"
	"assay/api/request"
	"assay/parser"
	"assay/store"
)

// HeaderInput contains new values for headers of a record.
type HeaderInput struct {
	Author string `json:"author"`
	Reason string `json:"reason"`
	// Headers maps keys, as in the record's notation or in PGN, to values. An
	// empty value removes the header.
	Headers map[string]string `json:"headers"`
}

// maxHeaders is the maximum number of headers per request.
const maxHeaders = 100

// SetHeaders changes headers of a game's record in its own notation. The
// revision and errors are those of Revise, and *parser.Unwritable if the
// notation cannot represent a header.
func (k *Keeper) SetHeaders(ctx context.Context, game, revision int64, in HeaderInput) (*Revised, error) {
	changes, invalid := in.changes()
	g, err := k.revisableGame(ctx, game, &in.Author, in.Reason)
	if err := request.Joined(err, invalid); err != nil {
		return nil, err
	}
	if revision == store.AnyRevision {
		revision = g.Revision // the revision read above
	}
	r, err := k.retagged(g, changes)
	if err != nil {
		return nil, err
	}
	r.Author, r.Reason = in.Author, in.Reason
	return k.revise(ctx, g, r, revision)
}

// retagged returns a game's record with changed headers. The error may be a
// [*parser.Unwritable] or a [*request.InputError].
func (k *Keeper) retagged(g *store.Game, changes []parser.Tag) (*store.Revision, error) {
	k.translatePlayerKeys(g, changes)
	text, err := parser.Retag(parser.Text(g.Record, parser.Format(g.Format), g.Encoding), parser.Format(g.Format),
		changes)
	if errors.As(err, new(*parser.Fault)) || errors.As(err, new(*parser.Unreadable)) {
		err = &request.InputError{Field: "headers", Value: err.Error(),
			Want: "a readable record; correct its text first"}
	}
	if err != nil {
		return nil, err
	}
	return &store.Revision{Record: []byte(text), Line: 1, Format: g.Format, Variant: g.Variant, Options: g.Options}, nil
}

// WithHeaders returns a game's record with changed headers, verified.
func (k *Keeper) WithHeaders(ctx context.Context, g *store.Game, changes []parser.Tag) (*store.Correction, error) {
	r, err := k.retagged(g, changes)
	if err != nil {
		return nil, err
	}
	next, _, _, err := k.verifiedRevision(ctx, g, r)
	return &store.Correction{Game: next}, err
}

// AtRevision returns an earlier record of a game, verified.
func (k *Keeper) AtRevision(ctx context.Context, g *store.Game, past int64) (*store.Correction, error) {
	r, err := k.store.RecordRevision(ctx, g.ID, past)
	if err != nil {
		return nil, err
	}
	next, _, _, err := k.verifiedRevision(ctx, g, r)
	return &store.Correction{Game: next}, err
}

// translatePlayerKeys translates keys of players to the keys that the record
// uses, such as White to Red. It does nothing if the variant is undefined or
// the record unreadable.
func (k *Keeper) translatePlayerKeys(g *store.Game, changes []parser.Tag) {
	r, rulesErr := k.library.Book().Rules(g.Variant, g.Options)
	record, recordErr := present.ArchivedRecord(g)
	if rulesErr != nil || recordErr != nil {
		return
	}
	for i := range changes {
		changes[i].Key = analysis.PlayerKey(record, r, changes[i].Key)
	}
}

// changes returns the headers sorted by key.
func (in *HeaderInput) changes() ([]parser.Tag, error) {
	if len(in.Headers) == 0 || len(in.Headers) > maxHeaders {
		return nil, &request.InputError{Field: "headers", Value: parser.Count(len(in.Headers), "header"),
			Want: "1 to 100 headers"}
	}
	changes := make([]parser.Tag, 0, len(in.Headers))
	for _, key := range slices.Sorted(maps.Keys(in.Headers)) {
		if key == "" {
			return nil, &request.InputError{Field: "headers", Value: in.Headers[key], Want: "a key for each value"}
		}
		changes = append(changes, parser.Tag{Key: key, Value: in.Headers[key]})
	}
	return changes, nil
}
