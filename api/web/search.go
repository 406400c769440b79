package web

import (
	"context"
	"net/http"
	"slices"

	"assay/api"
	"assay/api/rest"
	"assay/index/query"
)

// searchData is what the search page begins with.
type searchData struct {
	Variants []api.VariantSummary
	Variant  string
	Export   *exportMenu // of what is found
}

func (b *board) search(w http.ResponseWriter, r *http.Request) error {
	d := searchData{Variants: b.variants(), Export: b.exports(nil, 0)}
	if named := r.URL.Query().Get("variant"); named != "" {
		p, err := b.archive.Position(named, "", "")
		if err != nil {
			return err
		}
		d.Variant = p.Rules().Definition().ID
	} else {
		var err error
		if d.Variant, err = b.usual(r.Context(), d.Variants); err != nil {
			return err
		}
	}
	return b.render(w, r, http.StatusOK, "search", page{Title: "Search", Place: "search", Script: "search.js", Data: d})
}

// usual is the variant of the archive's first game, or the first of those
// defined.
func (b *board) usual(ctx context.Context, defined []api.VariantSummary) (string, error) {
	held, err := b.archive.List(ctx, api.Filter{}, "", "", 1)
	if err != nil {
		return "", err
	}
	for _, game := range held.Games {
		if slices.ContainsFunc(defined, func(v api.VariantSummary) bool { return v.ID == game.Variant }) {
			return game.Variant, nil
		}
	}
	return defined[0].ID, nil
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
