package web

import (
	"bytes"
	"cmp"
	"html/template"
	"net/http"

	"assay/api"
	"assay/api/rest"
)

// Config tells pages the limits of the server that they stand beside. Its zero
// value has the usual ones.
type Config struct {
	MaxExport int      // greatest number of games in one exported file; rest.DefaultMaxExport when 0
	Frames    []string // origins of pages that may show games in frames; rest.AnyOrigin for all
	Provider  string   // what people know the provider as that they log in with; "" for none
}

// board answers calls for pages.
type board struct {
	archive *api.Archive
	config  Config
	pages   templates
}

// New gives the pages of an archive, to be served beside its REST interface.
func New(a *api.Archive, c Config) rest.Pages {
	if c.MaxExport <= 0 {
		c.MaxExport = rest.DefaultMaxExport
	}
	return &board{archive: a, config: c}
}

// Routes is the table of all pages, and of what their scripts ask for.
func (b *board) Routes() map[string]rest.Route {
	return map[string]rest.Route{
		"/":                 {Needs: api.Read, Show: b.listGames},
		"/games/:id":        {Needs: api.Read, Show: b.showGame},
		"/embed/games/:id":  {Needs: api.Read, Show: b.embed},
		"/oembed":           {Needs: api.Read, Show: b.oEmbed},
		"/line.json":        {Needs: api.Read, Show: b.continueLine},
		"/opinion.json":     {Needs: api.Read, Show: b.opinion},
		"POST /play.json":   {Needs: api.Read, Show: b.play},
		"/new":              {Needs: api.Read, Show: b.newGame},
		"POST /record.json": {Needs: api.Read, Show: b.writeRecord},
		"/search":           {Needs: api.Read, Show: b.search},
		"/variants":         {Needs: api.Read, Show: b.listVariants},
		"/variants/:id":     {Needs: api.Read, Show: b.showVariant},
		"/check":            {Needs: api.Read, Show: b.checkVariant},
		"/board.json":       {Needs: api.Read, Show: b.position},
		"/examples.json":    {Needs: api.Read, Show: b.examples},
		"/events":           {Needs: api.Read, Show: b.events},
		"/events/:id":       {Needs: api.Read, Show: b.event},
		"/submit":           {Needs: api.Contribute, Show: b.submit},
		"/queue":            {Needs: api.Contribute, Show: b.queue},
		"/submissions/:id":  {Needs: api.Contribute, Show: b.submission},
		"/login":            {Needs: api.Free, Show: b.logIn},
		"/join/:secret":     {Needs: api.Free, Show: b.join},
		"/me":               {Needs: api.Account, Show: b.me},
		"/people":           {Needs: api.Administer, Show: b.people},
		"/webhooks":         {Needs: api.Administer, Show: b.webhooks},
		"/audit":            {Needs: api.Administer, Show: b.audit},
		"/static/:name":     {Show: asset},
		"/favicon.ico":      {Show: icon},
	}
}

// problemData is what pages say of a problem: of one that is met, or of its
// kind.
type problemData struct {
	*rest.Kind
	Met string // what is wrong, "" where the kind is explained
}

// Refuse answers with a page that says what is wrong, but for the details of
// faults of the server.
func (b *board) Refuse(w http.ResponseWriter, r *http.Request, p *rest.Problem) error {
	k := p.Kind()
	return b.render(w, r, p.Status, "problem", page{Title: p.Title, Data: problemData{k, cmp.Or(p.Detail, k.Means)}})
}

// Explain answers with a page that says what a kind of problem is.
func (b *board) Explain(w http.ResponseWriter, r *http.Request, k *rest.Kind) error {
	return b.render(w, r, http.StatusOK, "problem", page{Title: k.Title, Data: problemData{k, ""}})
}

// page is what every page is made of.
type page struct {
	Title   string
	Place   string // the entry of the menu: archive, search, variants, events or me
	Script  string // the module that the page runs; "" for none
	Share   *share // nil for none
	Caller  api.Caller
	Address string // of the page, without the server
	Data    any
}

// render writes a page.
func (b *board) render(w http.ResponseWriter, r *http.Request, code int, name string, p page) error {
	p.Caller, p.Address = api.CallerOf(r.Context()), r.URL.RequestURI()
	var body bytes.Buffer
	if err := b.pages.at(rest.Base(r))[name].ExecuteTemplate(&body, "layout.html", p); err != nil {
		return err
	}
	rest.Send(w, r, code, "text/html; charset=utf-8", body.Bytes())
	return nil
}

// markup is SVG that this program has drawn.
func markup(svg string) template.HTML { return template.HTML(svg) }
