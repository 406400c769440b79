package web

import (
	"net/http"

	"assay/api/define"
)

// newData is the data of the page for entering a game.
type newData struct {
	Variants []define.VariantSummary
	Variant  string
}

func (h *handler) newGame(w http.ResponseWriter, r *http.Request) error {
	d := newData{Variants: h.variants()}
	var err error
	if d.Variant, err = h.requestedVariant(r); err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, "new", page{Title: "New game", Place: "archive", Script: "new.js", Data: d})
}
