package events

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/analysis/variant"
	"assay/api/account"
	"assay/api/define"
	"assay/api/games"
	"assay/api/request"
	"assay/parser/word"
	"assay/store"
)

// Store is the part of an archive's store that events need.
type Store interface {
	AddEvent(ctx context.Context, e store.Event) (*store.Event, error)
	ChangeEvent(ctx context.Context, e store.Event, revision int64) (*store.Event, error)
	Event(ctx context.Context, id int64) (*store.Event, error)
	EventNamed(ctx context.Context, name string) (*store.Event, error)
	Events(ctx context.Context, after int64, limit int) ([]store.Event, error)
	DeleteEvent(ctx context.Context, id, revision int64) error
	Games(ctx context.Context, ids []int64) ([]*store.Game, error)
	Submissions(ctx context.Context, f store.SubmissionFilter, o store.SubmissionOrder, after int64,
		limit int) ([]store.Submission, error)
	CountSubmissions(ctx context.Context, f store.SubmissionFilter) (map[store.SubmissionState]int, error)
}

// Organizer manages the events.
type Organizer struct {
	library *define.Library
	store   Store
	games   *games.Collection
}

// NewOrganizer returns the events in a store, of the variants in a library and
// the games of a collection.
func NewOrganizer(l *define.Library, s Store, c *games.Collection) *Organizer {
	return &Organizer{l, s, c}
}

// EventVariant is a variant played in an event.
type EventVariant struct {
	Variant string `json:"variant"`
	Options string `json:"options"` // "" for any
}

// EventSettings says which records an event accepts, and from which submitters.
// Empty fields do not restrict.
type EventSettings struct {
	Variants    []EventVariant `json:"variants"`
	From        string         `json:"from"`        // first day of its games, YYYY-MM-DD
	To          string         `json:"to"`          // last day of its games
	Deadline    *time.Time     `json:"deadline"`    // for submitting records
	TimeControl string         `json:"timeControl"` // as in the header of the records
	Role        store.Role     `json:"role"`        // minimum role of submitters; default contributor
	People      []string       `json:"people"`      // allowed submitters in addition to arbiters
	Approval    bool           `json:"approval"`    // an arbiter must approve every record
}

// EventInput is an event to create or change.
type EventInput struct {
	Name string `json:"name"`
	EventSettings
}

// EventView is an event.
type EventView struct {
	ID       int64 `json:"id"`
	Revision int64 `json:"revision"` // starting at 1
	request.Tagged
	EventInput
	HasReport bool `json:"hasReport"` // there is a tournament report with entrants and pairings

	Editor  string    `json:"editor"` // author of this revision
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
}

// EventPage is a page of events, oldest first.
type EventPage struct {
	Events []*EventView `json:"events"`
	request.Paged
}

// EventTag returns the entity tag (ETag) of a revision of an event.
func EventTag(id, revision int64) string { return fmt.Sprintf(`"event-%d-%d"`, id, revision) }

// Limits of an event.
const (
	MaxEventName     = 200
	maxEventVariants = 100
	maxEventPeople   = 1000
)

// ReadEvent converts a stored event.
func ReadEvent(e *store.Event, err error) (*EventView, error) {
	if err != nil {
		return nil, err
	}
	v := &EventView{
		ID: e.ID, Revision: e.Revision, Tagged: request.Tagged{ETag: EventTag(e.ID, e.Revision)},
		Editor: e.Author, Created: e.Created, Updated: e.Saved,
	}
	c, err := readContent(e)
	if err != nil {
		return nil, err
	}
	v.EventSettings, v.HasReport, v.Name = c.EventSettings, c.Report != "", e.Name
	return v, nil
}

// checkEvent validates and normalizes an event. The error is an
// [*request.InputError], a [*request.KeyError] about a variant, or several.
func (o *Organizer) checkEvent(in *EventInput) error {
	errs := []error{
		request.CheckText("name", in.Name, MaxEventName),
		request.CheckText("timeControl", in.TimeControl, MaxEventName),
		request.CheckBounds(request.Range("variants", len(in.Variants), 0, maxEventVariants),
			request.Range("people", len(in.People), 0, maxEventPeople)),
	}
	reject := func(field, value, want string) {
		errs = append(errs, &request.InputError{Field: field, Value: value, Want: want})
	}
	if errs[0] == nil && store.PersonKey(in.Name) == "" {
		reject("name", "", "the name of the event as in the headers of its records")
	}
	in.Variants = append([]EventVariant{}, in.Variants[:min(len(in.Variants), maxEventVariants)]...)
	for i := range in.Variants {
		v := &in.Variants[i]
		r, err := o.library.Rules(v.Variant, v.Options)
		if err != nil {
			key := "variant"
			if errors.As(err, new(*variant.OptionError)) {
				key = "options"
			}
			errs = append(errs, request.AtKey(fmt.Sprintf("variants.%d.%s", i, key), err))
			continue
		}
		v.Variant = r.Definition().ID
		if v.Options != "" {
			v.Options = r.Definition().OptionText()
		}
	}
	in.People = append([]string{}, in.People[:min(len(in.People), maxEventPeople)]...)
	for i, name := range in.People {
		if request.CheckAuthor(name) != nil {
			errs = append(errs, request.AtKey(fmt.Sprintf("people.%d", i),
				&request.InputError{Field: "people", Value: name, Want: "names of people"}))
		}
	}
	days := true
	for _, day := range []struct{ field, value string }{{"from", in.From}, {"to", in.To}} {
		if _, err := time.Parse(time.DateOnly, day.value); day.value != "" && err != nil {
			reject(day.field, day.value, "YYYY-MM-DD")
			days = false
		}
	}
	if days && in.From != "" && in.To != "" && in.From > in.To {
		reject("to", in.To, in.From+" or later")
	}
	in.Role = cmp.Or(in.Role, store.Contributor)
	if err := account.CheckRole(in.Role); err != nil {
		errs = append(errs, err)
	} else if in.Role == store.Reader {
		reject("role", string(in.Role), "a role that may send records: contributor or above")
	}
	return request.Joined(errs...)
}

// eventRow validates an event and returns the row to store.
func (o *Organizer) eventRow(ctx context.Context, in *EventInput) (store.Event, error) {
	if err := o.checkEvent(in); err != nil {
		return store.Event{}, err
	}
	return row(ctx, in.Name, &content{EventSettings: in.EventSettings})
}

// AddEvent creates an event. The error is an [*request.InputError], an error
// about a variant, or [store.ErrNameTaken].
func (o *Organizer) AddEvent(ctx context.Context, in EventInput) (*EventView, error) {
	e, err := o.eventRow(ctx, &in)
	if err != nil {
		return nil, err
	}
	return ReadEvent(o.store.AddEvent(ctx, e))
}

// ChangeEvent replaces the settings of an event at the given revision; 0
// accepts any revision. It returns the errors of AddEvent, [store.ErrNoEvent],
// and [*store.EventChangedError].
func (o *Organizer) ChangeEvent(ctx context.Context, id, revision int64, in EventInput) (*EventView, error) {
	if err := o.checkEvent(&in); err != nil {
		return nil, err
	}
	return o.change(ctx, id, revision,
		func(name *string, c *content) { *name, c.EventSettings = in.Name, in.EventSettings })
}

// Event returns an event. The error is [store.ErrNoEvent].
func (o *Organizer) Event(ctx context.Context, id int64) (*EventView, error) {
	return ReadEvent(o.store.Event(ctx, id))
}

// Events returns a page of the events whose names match text: each word of text
// must be the beginning of a word of the name. An empty text matches all
// events. limit is 1 to MaxLimit. An empty cursor requests the first page.
func (o *Organizer) Events(ctx context.Context, text, cursor string, limit int) (*EventPage, error) {
	after, err := store.ReadCursor(cursor)
	if err != nil {
		return nil, err
	}
	if err := store.CheckLimit(limit); err != nil {
		return nil, err
	}
	words := word.Split(text)
	page := &EventPage{Events: []*EventView{}}
	for {
		all, err := o.store.Events(ctx, after, limit+1)
		if err != nil {
			return nil, err
		}
		for i := range all {
			if !matchesWords(words, all[i].Name) {
				continue
			}
			if len(page.Events) == limit {
				page.Next = request.Cursor(store.Cursor(page.Events[limit-1].ID))
				return page, nil
			}
			v, err := ReadEvent(&all[i], nil)
			if err != nil {
				return nil, err
			}
			page.Events = append(page.Events, v)
		}
		if len(all) <= limit {
			return page, nil
		}
		after = all[limit].ID
	}
}

// matchesWords reports whether each of the words is a prefix of a word in name.
func matchesWords(words []string, name string) bool {
	nameWords := word.All(name)
	for _, w := range words {
		if !slices.ContainsFunc(nameWords, func(one string) bool { return strings.HasPrefix(one, w) }) {
			return false
		}
	}
	return true
}

// EventClosedError reports that the caller may not submit records for an event.
type EventClosedError struct {
	Event string
	Game  int // number of the record that names the event; 0 if the whole file is for it
}

func (e *EventClosedError) Error() string {
	if e.Game > 0 {
		return fmt.Sprintf("record %d belongs to the event %q, for which you may not submit records", e.Game, e.Event)
	}
	return fmt.Sprintf("you may not submit records for the event %q", e.Event)
}

// Admits reports whether a caller may submit records for the event.
func (v *EventView) Admits(c request.Caller) bool {
	if c.May(request.Arbitrate) {
		return true
	}
	if len(v.People) > 0 && !slices.ContainsFunc(v.People,
		func(name string) bool { return store.PersonKey(name) == store.PersonKey(c.Name) }) {
		return false
	}
	return slices.Index(store.Roles, c.Role) >= slices.Index(store.Roles, v.Role)
}

// ApprovalError reports that an arbiter must approve the records of an event.
type ApprovalError struct {
	Event string
	Game  int // number of the record
}

func (e *ApprovalError) Error() string {
	return fmt.Sprintf("record %d belongs to the event %q, whose records require an arbiter's approval; submit "+
		"it instead", e.Game, e.Event)
}

// CheckApproval returns an [*ApprovalError] if the caller may not archive some
// of the records without an arbiter.
func (o *Organizer) CheckApproval(ctx context.Context, games []*store.Game) error {
	if request.CallerOf(ctx).May(request.Arbitrate) {
		return nil
	}
	checked := map[string]bool{"": true}
	for _, g := range games {
		if checked[g.Event] {
			continue
		}
		checked[g.Event] = true
		v, err := ReadEvent(o.store.EventNamed(ctx, g.Event))
		if errors.Is(err, store.ErrNoEvent) {
			continue
		}
		if err != nil {
			return err
		}
		if v.Approval || !v.Admits(request.CallerOf(ctx)) {
			return &ApprovalError{Event: v.Name, Game: g.Number}
		}
	}
	return nil
}
