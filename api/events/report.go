package events

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"assay/api/request"
	"assay/api/tournament"
	"assay/store"
)

// content is what an event has stored besides its name.
type content struct {
	EventSettings
	// Report is the tournament report of the event as it was read; "" for none.
	Report string `json:"report,omitempty"`
}

func readContent(e *store.Event) (*content, error) {
	c := &content{}
	if err := json.Unmarshal(e.Content, c); err != nil {
		return nil, errors.Join(fmt.Errorf("event %d: %w", e.ID, store.ErrCorrupt), err)
	}
	return c, nil
}

// row returns the row of an event to store.
func row(ctx context.Context, name string, c *content) (store.Event, error) {
	text, err := json.Marshal(c)
	return store.Event{Name: name, Author: request.CallerOf(ctx).Name, Content: text}, err
}

// change changes parts of an event at the given revision; 0 accepts any. What
// another request changed meanwhile is kept.
func (o *Organizer) change(ctx context.Context, id, revision int64, edit func(*string, *content)) (*EventView, error) {
	for {
		current, err := o.store.Event(ctx, id)
		if err != nil {
			return nil, err
		}
		c, err := readContent(current)
		if err != nil {
			return nil, err
		}
		name := current.Name
		edit(&name, c)
		e, err := row(ctx, name, c)
		if err != nil {
			return nil, err
		}
		e.ID = id
		expected := revision
		if revision == store.AnyRevision {
			expected = current.Revision
		}
		changed, err := o.store.ChangeEvent(ctx, e, expected)
		if revision == store.AnyRevision && errors.As(err, new(*store.EventChangedError)) && ctx.Err() == nil {
			continue
		}
		return ReadEvent(changed, err)
	}
}

// SetReport replaces the tournament report of an event at the given revision; 0
// accepts any. The error is a [*tournament.ReportError], [store.ErrNoEvent], or
// a [*store.EventChangedError].
func (o *Organizer) SetReport(ctx context.Context, id, revision int64, text []byte) (*EventView, error) {
	if _, err := tournament.Read(text); err != nil {
		return nil, err
	}
	report := tournament.Text(text)
	return o.change(ctx, id, revision, func(_ *string, c *content) { c.Report = report })
}

// RemoveReport removes the tournament report of an event at the given revision;
// 0 accepts any. The error is as for SetReport.
func (o *Organizer) RemoveReport(ctx context.Context, id, revision int64) (*EventView, error) {
	return o.change(ctx, id, revision, func(_ *string, c *content) { c.Report = "" })
}

// Report returns the tournament report of an event, nil if it has none.
func (o *Organizer) Report(ctx context.Context, id int64) (*tournament.Tournament, error) {
	e, err := o.store.Event(ctx, id)
	if err != nil {
		return nil, err
	}
	c, err := readContent(e)
	if err != nil || c.Report == "" {
		return nil, err
	}
	return tournament.Read([]byte(c.Report))
}

// Named returns the event with a name. The error is [store.ErrNoEvent].
func (o *Organizer) Named(ctx context.Context, name string) (*EventView, error) {
	return ReadEvent(o.store.EventNamed(ctx, name))
}

// AddReport reads a tournament report into the event that it names, which it
// creates if there is none. A name that is given takes precedence. The errors
// are the same as of AddEvent and SetReport.
func (o *Organizer) AddReport(ctx context.Context, name string, text []byte) (*EventView, error) {
	t, err := tournament.Read(text)
	if err != nil {
		return nil, err
	}
	if name == "" {
		name = t.Name
	}
	e, err := o.Named(ctx, name)
	if errors.Is(err, store.ErrNoEvent) {
		from, to := t.Days()
		e, err = o.AddEvent(ctx, EventInput{Name: name, EventSettings: EventSettings{From: from, To: to}})
	}
	if err != nil {
		return nil, err
	}
	return o.SetReport(ctx, e.ID, store.AnyRevision, text)
}
