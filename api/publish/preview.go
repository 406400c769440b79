package publish

import "html/template"

// Preview is what other sites and programs show of a page: its description, its
// picture, and its data for search engines.
type Preview struct {
	Title, Description string
	Site               string      // name of the site
	Address            string      // canonical URL, or "" if it is unknown
	Image, Alt         string      // URL of a picture of 1200×630 pixels, or ""; what it shows
	Icon               string      // URL of the icon of the site, or ""
	Data               template.JS // JSON-LD, or ""
}
