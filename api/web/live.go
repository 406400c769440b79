package web

import (
	"net/http"

	"assay/api/rest"
)

// live shows the games that the server follows, each on a board.
func (h *handler) live(w http.ResponseWriter, r *http.Request) error {
	if err := rest.Bind(r, rest.Few{}); err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, "live",
		page{Title: "Live games", Place: "events", Script: "live.js", Data: h.config.Live.Boards()})
}
