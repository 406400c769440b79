package web

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"assay/analysis"
	"assay/api/define"
	"assay/api/games"
	"assay/api/players"
	"assay/api/request"
	"assay/api/rest"
	"assay/store"
)

// filterFields are the fields of the filter form, in order.
var filterFields = []string{"q", "variant", "player", "mine", "colour", "event", "result", "verdict", "fault", "from",
	"to"}

// archiveData is the data of the page that lists games.
type archiveData struct {
	*games.GamePage
	Filter      map[string]string
	Filtered    bool
	MayMine     bool // the caller's account is linked to a player
	MoreFilters bool // a filter other than Words is set
	Variants    []define.VariantSummary
	More        string // path of the next page, or ""
	Export      *exportMenu
	Statistics  string            // path of the statistics of these games
	Faults      []games.FaultKind // counts per kind of error, if the filter selects games with errors
	FilterError error             // why the filter or order is invalid, or nil
	Columns     []columnHead
	Orders      []orderChoice
	Tasks       *tasks
}

// Rows returns the number of rows of the whole table, including its header.
func (d archiveData) Rows() int { return d.Total + 1 }

// fileBase returns the name of a file without its folders, in Unix or Windows
// notation.
func fileBase(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// firstPage is the number of games listed before scripts load more.
const firstPage = 40

// isLinked reports whether the caller's account is linked to a player. Errors
// count as no.
func (h *handler) isLinked(r *http.Request) bool {
	_, err := h.archive.Players.Own(r.Context())
	return err == nil
}

// isFilterError reports whether an error is about a filter, which the form
// shows.
func isFilterError(err error) bool {
	return errors.As(err, new(*request.InputError)) || errors.As(err, new(*store.FieldError)) ||
		errors.As(err, new(*players.LinkError))
}

func (h *handler) listGames(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	d := archiveData{Filter: map[string]string{}, Variants: h.variants()}
	more := url.Values{}
	for _, name := range filterFields {
		d.Filter[name] = q.Get(name)
		if q.Get(name) != "" {
			d.Filtered = true
			d.MoreFilters = d.MoreFilters || name != "q"
			more.Set(name, q.Get(name))
		}
	}
	d.Statistics = "/statistics?" + more.Encode()
	d.MayMine = h.isLinked(r)
	var listed rest.FilterParameters
	var sorted rest.OrderParameters
	err := rest.BindPage(r, &listed)
	if err == nil {
		err = rest.BindPage(r, &sorted)
	}
	d.Orders = orderChoices(sorted.Order)
	if err == nil {
		d.Tasks, err = h.tasks(r)
	}
	if err == nil {
		d.GamePage, err = h.archive.List(r.Context(), games.Filter(listed), sorted.Order, q.Get("cursor"), firstPage)
	}
	if err == nil {
		err = h.archive.AddLabels(r.Context(), d.Games)
	}
	if err == nil && (listed.Fault != "" || listed.Verdict != "" && !slices.Contains(analysis.Proved, listed.Verdict)) {
		var summary *games.FaultSummary
		if summary, err = h.archive.Faults(r.Context(), games.Filter(listed)); err == nil {
			d.Faults = summary.Kinds
		}
	}
	if isFilterError(err) {
		// keep the form so that it can be corrected
		d.GamePage, d.FilterError = &games.GamePage{}, err
		d.Columns = columnHeads("", more)
		d.Export = h.exports(more, 0)
		return h.render(w, r, http.StatusBadRequest, "archive",
			page{Title: "Archive", Place: "archive", Script: "archive.js", Data: d})
	}
	if err != nil {
		return err
	}
	d.Columns = columnHeads(sorted.Order, more)
	if sorted.Order != "" {
		more.Set("sort", string(sorted.Order))
	}
	d.Export = h.exports(more, d.Total)
	if d.Next != "" {
		more.Set("cursor", string(d.Next))
		d.More = "/?" + more.Encode()
	}
	return h.render(w, r, http.StatusOK, "archive",
		page{Title: "Archive", Place: "archive", Script: "archive.js", Data: d})
}
