package web

import (
	"net/http"
	"net/url"
	"strconv"

	"assay/api/define"
	"assay/api/rest"
	"assay/api/search"
	"assay/api/twins"
)

// twinsData is the data of the page that lists games archived twice.
type twinsData struct {
	*twins.Page
	Variants []define.VariantSummary
	Filter   twins.Filter
	More     string // path of the next page; "" on the last one
}

func (h *handler) listTwins(w http.ResponseWriter, r *http.Request) error {
	var f twins.Filter
	var cursor string
	if err := rest.BindPage(r, rest.Few{rest.Text("variant", &f.Variant, "variant"),
		rest.Text("query", &f.Query, "query"), rest.Text("cursor", &cursor, "cursor of a page")}); err != nil {
		return err
	}
	found, err := h.archive.Twins.List(r.Context(), f, cursor, search.DefaultLimit)
	if err != nil {
		return err
	}
	d := twinsData{Page: found, Variants: h.variants(), Filter: f}
	if found.Next != "" {
		d.More = "/twins?" + url.Values{"variant": {f.Variant}, "query": {f.Query},
			"cursor": {string(found.Next)}}.Encode()
	}
	return h.render(w, r, http.StatusOK, "twins", page{Title: "Twins", Place: "twins", Data: d})
}

// twinData is the data of the page that compares two games.
type twinData struct {
	*twins.Comparison
	permissions
}

func (h *handler) compareTwins(w http.ResponseWriter, r *http.Request) error {
	game, err := pathID(r)
	if err != nil {
		return err
	}
	twin, err := strconv.ParseInt(r.PathValue("twin"), 10, 64)
	if err != nil {
		return rest.ErrNoPage
	}
	v, err := h.archive.Twins.Compare(r.Context(), game, twin)
	if err != nil {
		return err
	}
	d := twinData{Comparison: v, permissions: permissionsOf(r)}
	return h.render(w, r, http.StatusOK, "twin", page{Title: "Twins", Place: "twins",
		Script: scriptIf(d.MayArbitrate, "twins.js"), Data: d})
}
