package web

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"net/http"

	"assay/api"
	"assay/api/live"
	"assay/api/locale"
	"assay/api/request"
	"assay/api/rest"
)

// Config has the limits of the server, for display. The zero value means the
// defaults.
type Config struct {
	MaxExport int            // maximum number of games in an exported file; 0 means rest.DefaultMaxExport
	Frames    []string       // origins of pages that may show games in frames; rest.AnyOrigin for all
	Provider  string         // display name of the identity provider for sign-in, or ""
	Version   string         // of Assay, shown in the footer; "" for none
	Live      *live.Follower // of games while they are played; nil for none
}

// handler serves the pages.
type handler struct {
	archive *api.Archive
	config  Config
	pages   templates
}

// New returns the pages of an archive, to be served next to its REST interface.
func New(a *api.Archive, c Config) rest.Pages {
	if c.MaxExport <= 0 {
		c.MaxExport = rest.DefaultMaxExport
	}
	return &handler{archive: a, config: c}
}

// Routes returns the routes of all pages.
func (h *handler) Routes() map[string]rest.Route {
	routes := map[string]rest.Route{
		"/":                {Needs: request.Read, Show: h.listGames},
		"/games/:id":       {Needs: request.Read, Show: h.showGame},
		"/embed/games/:id": {Needs: request.Read, Show: h.embed},
		"/oembed":          {Needs: request.Read, Show: h.oEmbed},
		"/new":             {Needs: request.Read, Show: h.newGame},
		"/search":          {Needs: request.Read, Show: h.search},
		"/statistics":      {Needs: request.Read, Show: h.statistics},
		"/ratings":         {Needs: request.Read, Show: h.ratings},
		"/solve":           {Needs: request.Read, Show: h.solve},
		"/puzzles":         {Needs: request.Read, Show: h.listPuzzles},
		"/puzzles/:id":     {Needs: request.Read, Show: h.showPuzzle},
		"/studies":         {Needs: request.Read, Show: h.listStudies},
		"/studies/:id":     {Needs: request.Read, Show: h.showStudy},
		"/mistakes":        {Needs: request.Read, Show: h.listMistakes},
		"/train":           {Needs: request.Read, Show: h.train},
		"/repertoires":     {Needs: request.Read, Show: h.listRepertoires},
		"/repertoires/:id": {Needs: request.Read, Show: h.showRepertoire},
		"/twins":           {Needs: request.Read, Show: h.listTwins},
		"/players":         {Needs: request.Read, Show: h.listPlayers},
		"/player":          {Needs: request.Read, Show: h.showPlayer},
		"/variants":        {Needs: request.Read, Show: h.listVariants},
		"/variants/:id":    {Needs: request.Read, Show: h.showVariant},
		"/check":           {Needs: request.Read, Show: h.editVariant},
		"/lab":             {Needs: request.Read, Show: h.lab},
		"/lab/:id":         {Needs: request.Read, Show: h.showLab},
		"/live":            {Needs: request.Read, Show: h.live},
		"/events":          {Needs: request.Read, Show: h.events},
		"/events/:id":      {Needs: request.Read, Show: h.event},
		"/submit":          {Needs: request.Contribute, Show: h.submit},
		"/queue":           {Needs: request.Contribute, Show: h.queue},
		"/submissions/:id": {Needs: request.Contribute, Show: h.submission},
		"/login":           {Needs: request.Free, Show: h.signIn},
		"/join/:secret":    {Needs: request.Free, Show: h.join},
		"/me":              {Needs: request.Account, Show: h.me},
		"/people":          {Needs: request.Administer, Show: h.people},
		"/webhooks":        {Needs: request.Administer, Show: h.webhooks},
		"/audit":           {Needs: request.Administer, Show: h.audit},
		"/help":            {Needs: request.Free, Show: h.help},
		"/help/:page":      {Needs: request.Free, Show: h.help},

		"/players/suggestions":   {Needs: request.Read, Show: h.suggestMerges},
		"/players/comparison":    {Needs: request.Read, Show: h.comparePlayers},
		"/games/:id/twins/:twin": {Needs: request.Read, Show: h.compareTwins},

		"/studies/:id/:chapter":       {Needs: request.Read, Show: h.showStudy},
		"/embed/studies/:id/:chapter": {Needs: request.Read, Show: h.embedStudy},

		"/help/pictures/:name": {Needs: request.Free, Show: h.helpPicture},
		"/static/:name":        {Show: asset},
		"/favicon.ico":         {Show: favicon},
	}
	for path, route := range routes {
		route.Show = rememberLanguage(route.Show)
		routes[path] = route
	}
	return routes
}

// problemData is the data of the page for one error, or for a kind of error.
type problemData struct {
	*rest.Kind
	Detail string // what went wrong; "" to explain the kind
}

// Refuse sends an error page. Details of server errors are not shown.
func (h *handler) Refuse(w http.ResponseWriter, r *http.Request, p *rest.Problem) error {
	k := p.Kind()
	return h.render(w, r, p.Status, "problem", page{Title: p.Title, Data: problemData{k, cmp.Or(p.Detail, k.Means)}})
}

// Explain sends a page that explains a kind of error.
func (h *handler) Explain(w http.ResponseWriter, r *http.Request, k *rest.Kind) error {
	return h.render(w, r, http.StatusOK, "problem", page{Title: k.Title, Data: problemData{k, ""}})
}

// page is the data of the layout.
type page struct {
	Title   string
	Place   string // current entry of the navigation, such as archive, statistics or help
	Script  string // the page's ES module, or ""
	Share   *share // or nil
	Caller  request.Caller
	Address string // path and query of the page
	Looks   string // the reader's display settings by variant, as JSON
	Version string
	Data    any

	Language string // BCP 47 tag
}

// Languages returns the entries of the language menu.
func (p page) Languages() []languageChoice { return languageChoices(p.Address, p.Language) }

// Messages returns the name of the module with the translations of the scripts'
// messages, "" in English.
func (p page) Messages() string {
	if p.Language == locale.English {
		return ""
	}
	return fmt.Sprintf(messagesModule, p.Language)
}

// render sends a page.
func (h *handler) render(w http.ResponseWriter, r *http.Request, code int, name string, p page) error {
	w.Header().Add("Vary", "Cookie, Accept-Language")
	p.Language = languageOf(r)
	w.Header().Set("Content-Language", p.Language)
	p.Looks = settingsJSON(r)
	p.Caller, p.Address, p.Version = request.CallerOf(r.Context()), r.URL.RequestURI(), h.config.Version
	var body bytes.Buffer
	if err := h.pages.at(place{rest.Base(r), p.Language})[name].ExecuteTemplate(&body, "layout.html", p); err != nil {
		return err
	}
	rest.Send(w, r, code, "text/html; charset=utf-8", body.Bytes())
	return nil
}

// trustedSVG marks SVG drawn by this program as safe.
func trustedSVG(svg string) template.HTML { return template.HTML(svg) }
