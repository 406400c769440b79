package web

import (
	"net/http"
	"net/url"
	"strconv"

	"assay/api/define"
	"assay/api/repertoires"
	"assay/api/request"
	"assay/api/rest"
	"assay/api/search"
)

// repertoiresData is the data of the page that lists repertoires.
type repertoiresData struct {
	Repertoires []repertoires.Repertoire
	Variants    []define.VariantSummary
	Writes      bool // whether the reader may add one
}

func (h *handler) listRepertoires(w http.ResponseWriter, r *http.Request) error {
	if err := rest.BindPage(r, rest.Few{}); err != nil {
		return err
	}
	d := repertoiresData{Variants: h.variants(), Writes: request.CallerOf(r.Context()).May(request.Contribute)}
	var err error
	if d.Repertoires, err = h.archive.Repertoires.List(r.Context()); err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, "repertoires",
		page{Title: "Repertoires", Place: "puzzles", Script: scriptIf(d.Writes, "repertoires.js"), Data: d})
}

// repertoireData is the data of the page of a repertoire.
type repertoireData struct {
	*repertoires.Detail
	Check *repertoires.Check // nil before games are compared
	Query string
	More  string // path of the next departures; "" on the last page
}

func (h *handler) showRepertoire(w http.ResponseWriter, r *http.Request) error {
	var d repertoireData
	var id int64
	var check, cursor string
	if err := rest.BindPage(r, rest.Few{rest.Number("id", &id, "number of the repertoire").From(1).InPath(),
		rest.Text("check", &check, "1 to compare games"), rest.Text("query", &d.Query, "query"),
		rest.Text("cursor", &cursor, "cursor of a page")}); err != nil {
		return err
	}
	from, err := request.ReadNumberCursor(cursor)
	if err == nil {
		d.Detail, err = h.archive.Repertoires.Find(r.Context(), id)
	}
	if err != nil {
		return err
	}
	if check != "" {
		g, err := h.archive.Repertoires.Graph(r.Context(), id)
		if err == nil {
			d.Check, err = h.archive.Repertoires.Check(r.Context(), g, d.Query, int(from), search.DefaultLimit)
		}
		if err != nil {
			return err
		}
		if next := string(d.Check.Next); next != "" {
			d.More = "/repertoires/" + strconv.FormatInt(id, 10) + "?" +
				url.Values{"check": {"1"}, "query": {d.Query}, "cursor": {next}}.Encode()
		}
	}
	return h.render(w, r, http.StatusOK, "repertoire", page{Title: d.Name, Place: "puzzles", Data: d})
}
