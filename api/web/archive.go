package web

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"assay/analysis"
	"assay/api"
	"assay/api/rest"
	"assay/store"
)

// filters are the fields of the list's form, in its order.
var filters = []string{"q", "variant", "player", "event", "result", "verdict", "fault", "from", "to"}

// archiveData is the list of games.
type archiveData struct {
	*api.GamePage
	Filter   map[string]string
	Filtered bool
	Narrowed bool // by more than words
	Variants []api.VariantSummary
	More     string // address of the next page, "" when there is none
	Export   *exportMenu
	Faults   []api.FaultKind // where games that do not hold are asked for
	Refused  error           // of the filter or the order, nil where both hold
	Columns  []columnHead
	Orders   []orderChoice
}

// Rows counts the rows of the whole table, its head included.
func (d archiveData) Rows() int { return d.Total + 1 }

// fileBase is the name of a file without the folders before it, as any system
// writes them.
func fileBase(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// firstPage is how many games the list has before scripts fetch more.
const firstPage = 40

func (b *board) listGames(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	d := archiveData{Filter: map[string]string{}, Variants: b.variants()}
	more := url.Values{}
	for _, name := range filters {
		d.Filter[name] = q.Get(name)
		if q.Get(name) != "" {
			d.Filtered = true
			d.Narrowed = d.Narrowed || name != "q"
			more.Set(name, q.Get(name))
		}
	}
	var listed rest.FilterParameters
	var sorted rest.OrderParameters
	err := rest.BindPage(r, &listed)
	if err == nil {
		err = rest.BindPage(r, &sorted)
	}
	d.Orders = orderChoices(sorted.Order)
	if err == nil {
		d.GamePage, err = b.archive.List(r.Context(), api.Filter(listed), sorted.Order, q.Get("cursor"), firstPage)
	}
	if err == nil && (listed.Fault != "" || listed.Verdict != "" && !slices.Contains(analysis.Proved, listed.Verdict)) {
		var summary *api.FaultSummary
		if summary, err = b.archive.Faults(r.Context(), api.Filter(listed)); err == nil {
			d.Faults = summary.Kinds
		}
	}
	if errors.As(err, new(*api.InputError)) || errors.As(err, new(*store.FieldError)) { // the form is kept, to be mended
		d.GamePage, d.Refused = &api.GamePage{}, err
		d.Columns = columnHeads("", more)
		d.Export = b.exports(more, 0)
		return b.render(w, r, http.StatusBadRequest, "archive", page{Title: "Archive", Place: "archive", Script: "archive.js", Data: d})
	}
	if err != nil {
		return err
	}
	d.Columns = columnHeads(sorted.Order, more)
	if sorted.Order != "" {
		more.Set("sort", string(sorted.Order))
	}
	d.Export = b.exports(more, d.Total)
	if d.Next != "" {
		more.Set("cursor", d.Next)
		d.More = "/?" + more.Encode()
	}
	return b.render(w, r, http.StatusOK, "archive", page{Title: "Archive", Place: "archive", Script: "archive.js", Data: d})
}
