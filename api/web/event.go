package web

import (
	"net/http"
	"slices"
	"strconv"

	"assay/api"
	"assay/api/rest"
	"assay/store"
)

// mayData is what a caller may do with submissions.
type mayData struct {
	Contributes bool
	Arbitrates  bool
}

func may(r *http.Request) mayData {
	c := api.CallerOf(r.Context())
	return mayData{c.May(api.Contribute), c.May(api.Arbitrate)}
}

// submitting are the roles that may submit.
var submitting = store.Roles[slices.Index(store.Roles, store.Contributor):]

// eventsData is a page of the events.
type eventsData struct {
	*api.EventPage
	mayData
	Event *api.EventView // nil: the form sets another one up
	Roles []store.Role
}

// cursorParameters are where a page of a list begins.
type cursorParameters struct{ cursor string }

func (p *cursorParameters) Parameters() []*rest.Parameter {
	return []*rest.Parameter{rest.Text("cursor", &p.cursor, "cursor of a page")}
}

func (b *board) events(w http.ResponseWriter, r *http.Request) error {
	var p cursorParameters
	if err := rest.Bind(r, &p); err != nil {
		return err
	}
	all, err := b.archive.Events(r.Context(), p.cursor, api.DefaultLimit)
	if err != nil {
		return err
	}
	d := eventsData{EventPage: all, mayData: may(r), Roles: submitting}
	return b.render(w, r, http.StatusOK, "events", page{Title: "Events", Place: "events", Script: script(d.Arbitrates, "event.js"), Data: d})
}

// script is the module of a page where somebody needs it.
func script(needed bool, name string) string {
	if !needed {
		return ""
	}
	return name
}

// eventData is an event and how it stands.
type eventData struct {
	*api.Standing
	mayData
	Open   bool // to records of whoever asks
	States []store.SubmissionState
	Roles  []store.Role
}

// numbered is the number that a page's address names.
func numbered(r *http.Request) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || id < 1 {
		return 0, rest.ErrNoPage
	}
	return id, nil
}

func (b *board) event(w http.ResponseWriter, r *http.Request) error {
	id, err := numbered(r)
	if err != nil {
		return err
	}
	standing, err := b.archive.Standing(r.Context(), id)
	if err != nil {
		return err
	}
	d := eventData{
		Standing: standing, mayData: may(r), Open: standing.Event.Admits(api.CallerOf(r.Context())), States: store.SubmissionStates, Roles: submitting,
	}
	return b.render(w, r, http.StatusOK, "event", page{Title: standing.Event.Name, Place: "events", Script: script(d.Arbitrates, "event.js"), Data: d})
}
