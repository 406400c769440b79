package web

import (
	"net/http"

	"assay/api"
)

// searchData is what the search page begins with.
type searchData struct {
	Variants []api.VariantSummary
	Variant  string
}

func (b *board) search(w http.ResponseWriter, r *http.Request) error {
	d := searchData{Variants: b.archive.Variants(), Variant: r.URL.Query().Get("variant")}
	if d.Variant == "" {
		d.Variant = "csg-1"
	}
	return b.render(w, r, http.StatusOK, "search", page{Title: "Search", Place: "search", Script: "search.js", Data: d})
}
