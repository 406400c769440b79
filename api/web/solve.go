package web

import "net/http"

// solve shows the page on which problems are set up and solved.
func (h *handler) solve(w http.ResponseWriter, r *http.Request) error {
	d := newData{Variants: h.variants()}
	var err error
	if d.Variant, err = h.requestedVariant(r); err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, "solve",
		page{Title: "Compose a problem", Place: "puzzles", Script: "solve.js", Data: d})
}
