package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"assay/api/events"
	"assay/api/request"
	"assay/api/rest"
	"assay/api/search"
	"assay/store"
)

// permissions are a caller's permissions on submissions.
type permissions struct {
	MaySubmit    bool
	MayArbitrate bool
}

func permissionsOf(r *http.Request) permissions {
	c := request.CallerOf(r.Context())
	return permissions{c.May(request.Contribute), c.May(request.Arbitrate)}
}

// submitterRoles are the roles that may submit.
var submitterRoles = store.Roles[slices.Index(store.Roles, store.Contributor):]

// eventsData is the data of a page that lists events.
type eventsData struct {
	*events.EventPage
	permissions
	Event *events.EventView // nil: the form creates an event
	Roles []store.Role
	Tasks *tasks
}

func (h *handler) events(w http.ResponseWriter, r *http.Request) error {
	var cursor string
	if err := rest.Bind(r, rest.Few{rest.Text("cursor", &cursor, "cursor of a page")}); err != nil {
		return err
	}
	found, err := h.archive.Events(r.Context(), "", cursor, search.DefaultLimit)
	if err != nil {
		return err
	}
	d := eventsData{EventPage: found, permissions: permissionsOf(r), Roles: submitterRoles}
	if d.Tasks, err = h.tasks(r); err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, "events",
		page{Title: "Events", Place: "events", Script: scriptIf(d.MayArbitrate, "event.js"), Data: d})
}

// scriptIf returns the name of a page's script if it is needed.
func scriptIf(needed bool, name string) string {
	if !needed {
		return ""
	}
	return name
}

// maxCrosstable bounds the number of players of a crosstable. Larger ones are
// almost empty, and wider than any screen.
const maxCrosstable = 40

// eventData is the data of an event's page.
type eventData struct {
	*events.Standing
	permissions
	Cross  []crossRow // nil if there are too many players
	Open   bool       // the caller may submit records
	States []store.SubmissionState
	Roles  []store.Role
}

// crossRow is a player's row of the crosstable.
type crossRow struct {
	Number int // from 1
	events.PlayerStanding
	Cells []cell // by opponent, in the order of the rows
}

// cell is a player's games against one opponent.
type cell struct {
	Same  bool // on the diagonal
	Games []played
}

// played is a game and its points.
type played struct {
	Game   int64
	Points string
}

// crosstable returns the crosstable of an event.
func crosstable(players []events.PlayerStanding) []crossRow {
	if len(players) > maxCrosstable {
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

// pathID returns the number in a page's path.
func pathID(r *http.Request) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || id < 1 {
		return 0, rest.ErrNoPage
	}
	return id, nil
}

func (h *handler) event(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	standing, err := h.archive.Standing(r.Context(), id)
	if err == nil && standing.Event.HasReport {
		standing.Tournament, err = h.archive.Tournament(r.Context(), id, "")
	}
	if err != nil {
		return err
	}
	d := eventData{
		Standing: standing, permissions: permissionsOf(r), Cross: crosstable(standing.Players),
		Open: standing.Event.Admits(request.CallerOf(r.Context())), States: store.SubmissionStates,
		Roles: submitterRoles,
	}
	return h.render(w, r, http.StatusOK, "event",
		page{Title: standing.Event.Name, Place: "events", Script: scriptIf(d.MayArbitrate, "event.js"), Data: d})
}
