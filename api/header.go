package api

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
func (a *Archive) SetHeaders(ctx context.Context, game, revision int64, in HeaderInput) (*Revised, error) {
	g, err := a.revisableGame(ctx, game, &in.Author, in.Reason)
	if err != nil {
		return nil, err
	}
	changes, err := in.changes()
	if err != nil {
		return nil, err
	}
	if revision == store.AnyRevision {
		revision = g.Revision // the revision read above
	}
	a.translatePlayerKeys(g, changes)
	text, err := parser.Retag(parser.Text(g.Record, parser.Format(g.Format), g.Encoding), parser.Format(g.Format),
		changes)
	if errors.As(err, new(*parser.Fault)) || errors.As(err, new(*parser.Unreadable)) {
		return nil, &request.InputError{Field: "headers", Value: err.Error(),
			Want: "a readable record; correct its text first"}
	}
	if err != nil {
		return nil, err
	}
	return a.revise(ctx, g, &store.Revision{
		Record: []byte(text), Line: 1, Format: g.Format, Variant: g.Variant, Options: g.Options, Author: in.Author,
		Reason: in.Reason,
	}, revision)
}

// translatePlayerKeys translates keys of players to the keys that the record
// uses, such as White to Red. It does nothing if the variant is undefined or
// the record unreadable.
func (a *Archive) translatePlayerKeys(g *store.Game, changes []parser.Tag) {
	r, rulesErr := a.Book().Rules(g.Variant, g.Options)
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
