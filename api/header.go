package api

import (
	"context"
	"errors"
	"maps"
	"slices"

	"assay/analysis"
	"assay/parser"
	"assay/store"
)

// HeaderInput is what the headers of a game's record are to say.
type HeaderInput struct {
	Author string `json:"author"`
	Reason string `json:"reason"`
	// Headers are values by key, in the words of the record's notation or of
	// PGN; "" takes a header out.
	Headers map[string]string `json:"headers"`
}

// maxHeaders is how many headers one call changes.
const maxHeaders = 100

// SetHeaders gives the record of a game other headers, as its notation writes
// them; all else of it stays. Its revision and errors are those of Revise, or a
// *parser.Unwritable for what the notation has no place for.
func (a *Archive) SetHeaders(ctx context.Context, game, revision int64, in HeaderInput) (*Revised, error) {
	g, err := a.revisable(ctx, game, &in.Author, in.Reason)
	if err != nil {
		return nil, err
	}
	changes, err := in.changes()
	if err != nil {
		return nil, err
	}
	if revision == store.AnyRevision {
		revision = g.Revision // the record that is read here
	}
	a.namePlayers(g, changes)
	text, err := parser.Retag(parser.Text(g.Record, parser.Format(g.Format), g.Encoding), parser.Format(g.Format), changes)
	if errors.As(err, new(*parser.Fault)) || errors.As(err, new(*parser.Unreadable)) {
		return nil, &InputError{Field: "headers", Value: err.Error(), Want: "a record that can be read: mend its text first"}
	}
	if err != nil {
		return nil, err
	}
	return a.revise(ctx, g, &store.Revision{
		Record: []byte(text), Line: 1, Format: g.Format, Variant: g.Variant, Options: g.Options, Author: in.Author, Reason: in.Reason,
	}, revision)
}

// namePlayers has headers of players bear the keys that the record has for
// them: who is White elsewhere may be Red there. One of a game that is not
// defined, or of a record that cannot be read, is left as it is.
func (a *Archive) namePlayers(g *store.Game, changes []parser.Tag) {
	r, undefined := a.book.Rules(g.Variant, g.Options)
	record, unread := archivedRecord(g)
	if undefined != nil || unread != nil {
		return
	}
	for i := range changes {
		changes[i].Key = analysis.PlayerKey(record, r, changes[i].Key)
	}
}

// changes are the headers in the order of their keys.
func (in *HeaderInput) changes() ([]parser.Tag, error) {
	if len(in.Headers) == 0 || len(in.Headers) > maxHeaders {
		return nil, &InputError{Field: "headers", Value: parser.Count(len(in.Headers), "header"), Want: "1 to 100 headers"}
	}
	changes := make([]parser.Tag, 0, len(in.Headers))
	for _, key := range slices.Sorted(maps.Keys(in.Headers)) {
		if key == "" {
			return nil, &InputError{Field: "headers", Value: in.Headers[key], Want: "a key for each value"}
		}
		changes = append(changes, parser.Tag{Key: key, Value: in.Headers[key]})
	}
	return changes, nil
}
