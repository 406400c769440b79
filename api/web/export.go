package web

import (
	"net/url"

	"assay/api"
)

// exportMenu leads to files of several games.
type exportMenu struct {
	Links []exportLink
	Limit int  // greatest number of games in a file
	Over  bool // there are more
}

// exportLink leads to one of them.
type exportLink struct {
	Format        api.ExportFormat
	Address, File string
}

// exports offers the games that the conditions select, of which there are
// total.
func (b *board) exports(conditions url.Values, total int) *exportMenu {
	m := &exportMenu{Limit: b.config.MaxExport, Over: total > b.config.MaxExport}
	for _, f := range api.CollectionFormats() {
		words := url.Values{"as": {string(f)}}
		for key, values := range conditions {
			words[key] = values
		}
		m.Links = append(m.Links, exportLink{f, "/api/v1/export?" + words.Encode(), "games." + f.Extension()})
	}
	return m
}
