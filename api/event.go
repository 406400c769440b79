package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/parser/word"
	"assay/store"
)

// EventVariant is a game that an event is played in.
type EventVariant struct {
	Variant string `json:"variant"`
	Options string `json:"options"` // "" for any
}

// EventSettings say what is submitted for an event, and by whom. What is empty
// asks for nothing.
type EventSettings struct {
	Variants    []EventVariant `json:"variants"`
	From        string         `json:"from"`        // first day of its games, YYYY-MM-DD
	To          string         `json:"to"`          // last day of its games
	Deadline    *time.Time     `json:"deadline"`    // until when records are sent in
	TimeControl string         `json:"timeControl"` // as the header of the records has it
	Role        store.Role     `json:"role"`        // of whoever submits, at least; contributor where it is empty
	People      []string       `json:"people"`      // who alone submit, by name, beside arbiters
	Approval    bool           `json:"approval"`    // sound records wait for an arbiter too
}

// EventInput is an event as somebody sets it up.
type EventInput struct {
	Name string `json:"name"`
	EventSettings
}

// EventView is an event.
type EventView struct {
	ID       int64 `json:"id"`
	Revision int64 `json:"revision"` // from 1
	Tagged
	EventInput
	Editor  string    `json:"editor"` // of this revision
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
}

// EventPage is a page of the events, in the order in which they were added.
type EventPage struct {
	Events []*EventView `json:"events"`
	Next   string       `json:"next"` // cursor of the next page, "" when there is none
}

// EventTag is the entity tag of an event at a revision.
func EventTag(id, revision int64) string { return fmt.Sprintf(`"event-%d-%d"`, id, revision) }

// How much an event has.
const (
	maxEventName     = 200
	maxEventVariants = 100
	maxEventPeople   = 1000
)

// viewEvent shows an event, or gives the error of what was to find it.
func viewEvent(e *store.Event, err error) (*EventView, error) {
	if err != nil {
		return nil, err
	}
	v := &EventView{
		ID: e.ID, Revision: e.Revision, Tagged: Tagged{EventTag(e.ID, e.Revision)},
		Editor: e.Author, Created: e.Created, Updated: e.Saved,
	}
	if err := json.Unmarshal(e.Content, &v.EventSettings); err != nil {
		return nil, errors.Join(fmt.Errorf("event %d: %w", e.ID, store.ErrCorrupt), err)
	}
	v.Name = e.Name
	return v, nil
}

// checkText refuses a text that is not one line of so many characters, or has
// blanks around it. Whether it may be empty is its caller's to say.
func checkText(field, text string, most int) error {
	if strings.TrimSpace(text) != text || utf8.RuneCountInString(text) > most || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return &InputError{Field: field, Value: strings.ToValidUTF8(text, "\uFFFD"), Want: fmt.Sprintf("a line of up to %d characters", most)}
	}
	return nil
}

// checkEvent puts the settings of an event into their usual form. The error is
// an [*InputError], or one of the variant's.
func (a *Arbiter) checkEvent(in *EventInput) error {
	if err := checkText("name", in.Name, maxEventName); err != nil {
		return err
	}
	if store.PersonKey(in.Name) == "" {
		return &InputError{Field: "name", Want: "the event as the headers of its records name it"}
	}
	if err := checkText("timeControl", in.TimeControl, maxEventName); err != nil {
		return err
	}
	if err := bounded(bound{"variants", len(in.Variants), 0, maxEventVariants}, bound{"people", len(in.People), 0, maxEventPeople}); err != nil {
		return err
	}
	in.Variants, in.People = slices.Clone(in.Variants), slices.Clone(in.People)
	for i := range in.Variants {
		v := &in.Variants[i]
		r, err := a.Rules(v.Variant, v.Options)
		if err != nil {
			return err
		}
		v.Variant = r.Definition().ID
		if v.Options != "" {
			v.Options = r.Definition().OptionText()
		}
	}
	if in.Variants == nil {
		in.Variants = []EventVariant{}
	}
	if in.People == nil {
		in.People = []string{}
	}
	for _, name := range in.People {
		if err := checkAuthor(name); err != nil {
			return &InputError{Field: "people", Value: name, Want: "names of people"}
		}
	}
	for _, day := range []struct{ field, value string }{{"from", in.From}, {"to", in.To}} {
		if day.value == "" {
			continue
		}
		if _, err := time.Parse(time.DateOnly, day.value); err != nil {
			return &InputError{Field: day.field, Value: day.value, Want: "YYYY-MM-DD"}
		}
	}
	if in.From != "" && in.To != "" && in.From > in.To {
		return &InputError{Field: "to", Value: in.To, Want: "no day before " + in.From}
	}
	in.Role = cmp.Or(in.Role, store.Contributor)
	if err := checkRole(in.Role); err != nil {
		return err
	}
	if in.Role == store.Reader {
		return &InputError{Field: "role", Value: string(in.Role), Want: "a role that may send records: contributor or above"}
	}
	return nil
}

// savedEvent makes what is kept of an event.
func (a *Archive) savedEvent(ctx context.Context, in *EventInput) (store.Event, error) {
	if err := a.checkEvent(in); err != nil {
		return store.Event{}, err
	}
	content, err := json.Marshal(in.EventSettings)
	return store.Event{Name: in.Name, Author: CallerOf(ctx).Name, Content: content}, err
}

// AddEvent sets up an event. The error is an [*InputError], one of a variant's,
// or [store.ErrNameTaken].
func (a *Archive) AddEvent(ctx context.Context, in EventInput) (*EventView, error) {
	e, err := a.savedEvent(ctx, &in)
	if err != nil {
		return nil, err
	}
	return viewEvent(a.store.AddEvent(ctx, e))
}

// ChangeEvent sets up an event otherwise where it is at the revision given; 0
// stands for whichever holds. Its errors are those of AddEvent,
// [store.ErrNoEvent], or a [*store.EventChangedError].
func (a *Archive) ChangeEvent(ctx context.Context, id, revision int64, in EventInput) (*EventView, error) {
	e, err := a.savedEvent(ctx, &in)
	if err != nil {
		return nil, err
	}
	e.ID = id
	return viewEvent(a.store.ChangeEvent(ctx, e, revision))
}

// Event gives an event. The error is [store.ErrNoEvent].
func (a *Archive) Event(ctx context.Context, id int64) (*EventView, error) {
	return viewEvent(a.store.Event(ctx, id))
}

// Events gives a page of the events in whose names the words of a text stand,
// or words that begin with them; "" for all. limit goes from 1 to MaxLimit; an
// empty cursor is the first page.
func (a *Archive) Events(ctx context.Context, text, cursor string, limit int) (*EventPage, error) {
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
		all, err := a.store.Events(ctx, after, limit+1)
		if err != nil {
			return nil, err
		}
		for i := range all {
			if !named(words, all[i].Name) {
				continue
			}
			if len(page.Events) == limit {
				page.Next = store.Cursor(page.Events[limit-1].ID)
				return page, nil
			}
			v, err := viewEvent(&all[i], nil)
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

// named reports whether each of some words begins one of a name.
func named(words []string, name string) bool {
	all := word.All(name)
	for _, w := range words {
		if !slices.ContainsFunc(all, func(one string) bool { return strings.HasPrefix(one, w) }) {
			return false
		}
	}
	return true
}

// EventClosedError says that somebody may not submit records for an event.
type EventClosedError struct {
	Event string
	Game  int // number of the record that names it, 0 where the whole file is for it
}

func (e *EventClosedError) Error() string {
	if e.Game > 0 {
		return fmt.Sprintf("record %d is of the event %q, for which you may not submit records", e.Game, e.Event)
	}
	return fmt.Sprintf("you may not submit records for the event %q", e.Event)
}

// Admits reports whether who asks may submit records for the event.
func (v *EventView) Admits(c Caller) bool {
	if c.May(Arbitrate) {
		return true
	}
	if len(v.People) > 0 && !slices.ContainsFunc(v.People, func(name string) bool { return store.PersonKey(name) == store.PersonKey(c.Name) }) {
		return false
	}
	return slices.Index(store.Roles, c.Role) >= slices.Index(store.Roles, v.Role)
}

// ApprovalError says that a record is of an event whose records an arbiter
// approves.
type ApprovalError struct {
	Event string
	Game  int // number of the record
}

func (e *ApprovalError) Error() string {
	return fmt.Sprintf("record %d is of the event %q, whose records an arbiter approves: submit it", e.Game, e.Event)
}

// approved refuses records, with an [*ApprovalError], that who asks is not to
// archive by himself.
func (a *Archive) approved(ctx context.Context, games []*store.Game) error {
	if CallerOf(ctx).May(Arbitrate) {
		return nil
	}
	looked := map[string]bool{"": true}
	for _, g := range games {
		if looked[g.Event] {
			continue
		}
		looked[g.Event] = true
		v, err := viewEvent(a.store.EventNamed(ctx, g.Event))
		if errors.Is(err, store.ErrNoEvent) {
			continue
		}
		if err != nil {
			return err
		}
		if v.Approval || !v.Admits(CallerOf(ctx)) {
			return &ApprovalError{Event: v.Name, Game: g.Number}
		}
	}
	return nil
}
