package web

import (
	"net/url"

	"assay/api/present"
)

// exportMenu is a menu of files with several games.
type exportMenu struct {
	Links []exportLink
	Limit int  // maximum number of games in a file
	Over  bool // the limit is exceeded
}

// exportLink is an entry of the menu.
type exportLink struct {
	Format        present.ExportFormat
	Address, File string
}

// exports returns the menu for the games that the conditions select. total is
// their number.
func (h *handler) exports(conditions url.Values, total int) *exportMenu {
	m := &exportMenu{Limit: h.config.MaxExport, Over: total > h.config.MaxExport}
	for _, f := range present.CollectionFormats() {
		words := url.Values{"as": {string(f)}}
		for key, values := range conditions {
			words[key] = values
		}
		m.Links = append(m.Links, exportLink{f, "/api/v1/export?" + words.Encode(), "games." + f.Extension()})
	}
	return m
}
