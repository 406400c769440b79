package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

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

func (b *board) events(w http.ResponseWriter, r *http.Request) error {
	var cursor string
	if err := rest.Bind(r, rest.Few{rest.Text("cursor", &cursor, "cursor of a page")}); err != nil {
		return err
	}
	all, err := b.archive.Events(r.Context(), "", cursor, api.DefaultLimit)
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

// maxCross is how many players a cross-table is shown of: of more it is all but
// empty, and wider than any screen.
const maxCross = 40

// eventData is an event and how it stands.
type eventData struct {
	*api.Standing
	mayData
	Cross  []crossRow // nil for too many players
	Open   bool       // to records of whoever asks
	States []store.SubmissionState
	Roles  []store.Role
}

// crossRow is what a player made against each.
type crossRow struct {
	Number int // from 1
	api.PlayerStanding
	Cells []cell // by the numbers of the others
}

// cell is what a player made against another.
type cell struct {
	Same  bool // the player himself
	Games []played
}

// played is a game of a cell.
type played struct {
	Game   int64
	Points string
}

// cross is the cross-table of a standing.
func cross(players []api.PlayerStanding) []crossRow {
	if len(players) > maxCross {
		return nil
	}
	column := map[string]int{}
	for i, p := range players {
		column[p.Name] = i
	}
	table := make([]crossRow, len(players))
	for i, p := range players {
		cells := make([]cell, len(players))
		cells[i].Same = true
		for _, e := range p.Against {
			at := &cells[column[e.Opponent]]
			for n, game := range e.Games {
				points := strings.Replace(strconv.FormatFloat(e.Points[n], 'f', -1, 64), "0.5", "½", 1)
				at.Games = append(at.Games, played{game, points})
			}
		}
		table[i] = crossRow{i + 1, p, cells}
	}
	return table
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
		Standing: standing, mayData: may(r), Cross: cross(standing.Players), Open: standing.Event.Admits(api.CallerOf(r.Context())), States: store.SubmissionStates, Roles: submitting,
	}
	return b.render(w, r, http.StatusOK, "event", page{Title: standing.Event.Name, Place: "events", Script: script(d.Arbitrates, "event.js"), Data: d})
}
