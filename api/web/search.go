package web

import (
	"net/http"

	"assay/api"
	"assay/index/query"
)

// searchData is what the search page begins with.
type searchData struct {
	Variants []api.VariantSummary
	Variant  string
	Export   *exportMenu // of what is found
}

func (b *board) search(w http.ResponseWriter, r *http.Request) error {
	d := searchData{Variants: b.archive.Variants(), Variant: r.URL.Query().Get("variant"), Export: b.exports(nil, 0)}
	if d.Variant == "" && len(d.Variants) > 0 {
		d.Variant = d.Variants[0].ID
	}
	return b.render(w, r, http.StatusOK, "search", page{Title: "Search", Place: "search", Script: "search.js", Data: d})
}

// exampleData is a query that a game can be asked.
type exampleData struct {
	Query string `json:"query"`
	Help  string `json:"help"`
}

// examples answers with queries of every kind that a variant can be asked.
func (b *board) examples(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	p, err := b.archive.Position(q.Get("variant"), q.Get("options"), "")
	if err != nil {
		return err
	}
	var all []exampleData
	for _, e := range query.Examples(p.Rules()) {
		all = append(all, exampleData(e))
	}
	return sendJSON(w, r, http.StatusOK, all)
}
