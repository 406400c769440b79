package web

import (
	"cmp"
	"net/http"

	"assay/api"
	"assay/api/rest"
	"assay/index/query"
	"assay/parser"
)

// searchData is what the search page begins with.
type searchData struct {
	Variants []api.VariantSummary
	Variant  string
	Export   *exportMenu // of what is found
}

func (b *board) search(w http.ResponseWriter, r *http.Request) error {
	d := searchData{Variants: b.variants(), Export: b.exports(nil, 0)}
	var err error
	if d.Variant, err = b.variantOf(r); err != nil {
		return err
	}
	return b.render(w, r, http.StatusOK, "search", page{Title: "Search", Place: "search", Script: "search.js", Data: d})
}

// variantOf is the variant that an address names, else that of the archive's
// first game, else the first one that records are of which name none.
func (b *board) variantOf(r *http.Request) (string, error) {
	named := r.URL.Query().Get("variant")
	if named == "" {
		for _, f := range parser.Formats() {
			named = cmp.Or(named, parser.ImpliedGame(&parser.Record{Format: f}))
		}
		held, err := b.archive.List(r.Context(), api.Filter{}, "", "", 1)
		if err != nil {
			return "", err
		}
		for _, game := range held.Games {
			if _, err := b.archive.Rules(game.Variant, ""); err == nil {
				named = game.Variant
			}
		}
	}
	of, err := b.archive.Rules(named, "")
	if err != nil {
		return "", err
	}
	return of.Definition().ID, nil
}

// exampleData is a query that a game can be asked.
type exampleData struct {
	Query string `json:"query"`
	Help  string `json:"help"`
}

// examples answers with queries of every kind that a variant can be asked.
func (b *board) examples(w http.ResponseWriter, r *http.Request) error {
	var of rest.PositionParameters
	if err := rest.Bind(r, &of); err != nil {
		return err
	}
	p, err := b.archive.Position(of.Variant, of.Options, "")
	if err != nil {
		return err
	}
	var all []exampleData
	for _, e := range query.Examples(p.Rules()) {
		all = append(all, exampleData(e))
	}
	return sendJSON(w, r, all)
}
