package web

import (
	"cmp"
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
	Format, Address, File string
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
		m.Links = append(m.Links, exportLink{string(f), "/api/v1/export?" + words.Encode(), "games." + f.Extension()})
	}
	return m
}

// formatNames are what formats are called in menus, where that is not their own
// name.
var formatNames = map[string]string{
	"numbered": "Numbered list", "courier": "Game Courier", "pgn": "PGN", "kif": "KIF", "ki2": "KI2", "csa": "CSA", "usi": "USI", "jkf": "JKF",
	"iccs": "ICCS", "wxf": "WXF", "chinese": "Chinese moves", "dhtmlxq": "DhtmlXQ", "json": "JSON", "text": "Plain text", "svg": "Picture (SVG)",
	"position": "Position text", "html": "Page (HTML)", "markdown": "Markdown", "gif": "Animation (GIF)",
}

// formatName is what a format is called in menus.
func formatName(format string) string { return cmp.Or(formatNames[format], format) }
