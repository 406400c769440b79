package web

import (
	"context"
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
	Front       bool // the first page without conditions, which explains the archive
	Chips       []filterChip
	Recent      []games.GameSummary // the newest games with a board, on the front
	Rights      []request.Right     // of the caller
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

// filterChip is a condition of the list, which can be removed.
type filterChip struct {
	Name    string
	Value   string // as the reader wrote it; "" if the condition has none
	Words   string // in words of the pages, instead of Value; "" for none
	Without string // path of the list without it
}

// filterNames are the names of the filters, by field.
var filterNames = map[string]string{
	"q": "Search", "variant": "Variant", "player": "Player", "mine": "My games", "colour": "Colour", "event": "Event",
	"result": "Result", "verdict": "Verdict", "fault": "Error", "from": "Date from", "to": "Date to",
}

// colourNames are the names of the filter of colours.
var colourNames = map[string]string{"white": "White (first)", "black": "Black (second)"}

// filterChips returns the conditions of a query, in the order of the form.
func filterChips(q url.Values) (chips []filterChip) {
	for _, field := range filterFields {
		if q.Get(field) == "" {
			continue
		}
		without := url.Values{}
		for _, name := range append(filterFields, "sort") {
			if name != field && q.Get(name) != "" {
				without.Set(name, q.Get(name))
			}
		}
		address := "/"
		if len(without) > 0 {
			address += "?" + without.Encode()
		}
		chip := filterChip{Name: filterNames[field], Value: q.Get(field), Without: address}
		switch field {
		case "mine":
			chip.Value = ""
		case "verdict":
			chip.Words = chip.Value
		case "colour":
			chip.Words = colourNames[chip.Value]
		}
		chips = append(chips, chip)
	}
	return chips
}

// recentGames is the number of boards on the front.
const recentGames = 4

// recent returns the newest games that have a board.
func (h *handler) recent(ctx context.Context) ([]games.GameSummary, error) {
	const listed = 12 // some may have no board
	page, err := h.archive.List(ctx, games.Filter{}, "-id", "", listed)
	if err != nil {
		return nil, err
	}
	boards := slices.DeleteFunc(page.Games, func(g games.GameSummary) bool {
		return g.Plies == 0 || !slices.Contains(analysis.Proved, g.Verdict)
	})
	return boards[:min(recentGames, len(boards))], nil
}

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
			more.Set(name, q.Get(name))
		}
	}
	d.Front = !d.Filtered && q.Get("cursor") == "" && q.Get("sort") == ""
	d.Chips, d.Rights = filterChips(q), request.CallerOf(r.Context()).Rights
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
	if err == nil && d.Front {
		d.Recent, err = h.recent(r.Context())
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
