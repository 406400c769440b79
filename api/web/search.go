package web

import (
	"cmp"
	"net/http"

	"assay/api/define"
	"assay/api/games"
	"assay/parser"
)

// searchData is the data of the search page.
type searchData struct {
	Variants []define.VariantSummary
	Variant  string
	Export   *exportMenu // for the games found
	MayMine  bool        // the caller's account is linked to a player
}

func (h *handler) search(w http.ResponseWriter, r *http.Request) error {
	d := searchData{Variants: h.variants(), Export: h.exports(nil, 0), MayMine: h.isLinked(r)}
	var err error
	if d.Variant, err = h.requestedVariant(r); err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, "search", page{Title: "Search", Place: "search", Script: "search.js", Data: d})
}

// requestedVariant returns the variant in the URL. Without one, it returns the
// variant of a game in the archive, or else the default of record formats.
func (h *handler) requestedVariant(r *http.Request) (string, error) {
	named := r.URL.Query().Get("variant")
	if named == "" {
		for _, f := range parser.Formats() {
			named = cmp.Or(named, parser.ImpliedGame(&parser.Record{Format: f}))
		}
		games, err := h.archive.List(r.Context(), games.Filter{}, "", "", 1)
		if err != nil {
			return "", err
		}
		for _, game := range games.Games {
			if _, err := h.archive.Rules(game.Variant, ""); err == nil {
				named = game.Variant
			}
		}
	}
	rules, err := h.archive.Rules(named, "")
	if err != nil {
		return "", err
	}
	return rules.Definition().ID, nil
}
