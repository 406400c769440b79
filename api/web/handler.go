package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"assay/analysis/variant"
	"assay/api"
)

// policy lets a page load from its own server alone, and run nothing that is
// written into it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; font-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// Config tells pages the limits of the server that they stand beside. Its zero
// value has the usual ones.
type Config struct {
	MaxExport int       // greatest number of games in one exported file; api.DefaultMaxExport when 0
	Log       io.Writer // faults of the server, one a line; nil for none
}

// board answers calls for pages.
type board struct {
	archive *api.Archive
	config  Config
	log     *slog.Logger
	mux     *http.ServeMux
}

// New gives the pages of an archive, to be served beside its REST interface.
func New(a *api.Archive, c Config) api.Pages {
	if c.MaxExport <= 0 {
		c.MaxExport = api.DefaultMaxExport
	}
	if c.Log == nil {
		c.Log = io.Discard
	}
	b := &board{archive: a, config: c, log: slog.New(slog.NewTextHandler(c.Log, nil)), mux: http.NewServeMux()}
	for pattern, handle := range b.routes() {
		b.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := handle(w, r); err != nil {
				b.fail(w, r, err)
			}
		})
	}
	return b
}

// routes is the table of all pages, and of what their scripts ask for.
func (b *board) routes() map[string]func(http.ResponseWriter, *http.Request) error {
	return map[string]func(http.ResponseWriter, *http.Request) error{
		"GET /{$}":              b.listGames,
		"GET /games/{id}":       b.showGame,
		"GET /line.json":        b.continueLine,
		"GET /search":           b.search,
		"GET /variants":         b.listVariants,
		"GET /variants/{id}":    b.showVariant,
		"GET /check":            b.checkVariant,
		"GET /board.json":       b.position,
		"GET /examples.json":    b.examples,
		"GET /static/{name...}": asset,
		"GET /favicon.ico":      icon,
		"GET /":                 nothing,
	}
}

func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	guarded(w)
	b.mux.ServeHTTP(w, r)
}

// Refuse answers with a page that says why the server does not take a call.
func (b *board) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	guarded(w)
	b.fail(w, r, err)
}

// guarded sets the headers of every page.
func guarded(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
}

// errNothing says that no page has the address.
var errNothing = errors.New("there is no such page")

func nothing(http.ResponseWriter, *http.Request) error { return errNothing }

// problem is how an error is answered: as over REST, but that a page of what is
// not defined is none.
func problem(err error) *api.Problem {
	p := api.NewProblem(err)
	if errors.Is(err, errNothing) || errors.Is(err, variant.ErrUnknown) {
		p.Status, p.Detail = http.StatusNotFound, err.Error()
	}
	return p
}

// fail answers with a page that says what is wrong. Faults of the server are
// written to its log, and their details stay there.
func (b *board) fail(w http.ResponseWriter, r *http.Request, err error) {
	p := problem(err)
	message := cmp.Or(p.Detail, p.Title)
	if p.Status >= http.StatusInternalServerError {
		b.log.Error(p.Title, "path", r.URL.Path, "error", err)
	}
	if p.Status == http.StatusInternalServerError {
		message = "The server failed; its log says more."
	}
	p.Head(w.Header())
	if err := b.render(w, r, p.Status, "error", page{Title: http.StatusText(p.Status), Data: message}); err != nil {
		b.log.Error("page not drawn", "path", r.URL.Path, "error", err)
	}
}

// page is what every page is made of.
type page struct {
	Title  string
	Place  string // the entry of the menu: archive, search or variants
	Script string // the module that the page runs; "" for none
	Data   any
}

// render writes a page.
func (b *board) render(w http.ResponseWriter, r *http.Request, code int, name string, p page) error {
	var body bytes.Buffer
	if err := pages[name].ExecuteTemplate(&body, "layout.html", p); err != nil {
		return err
	}
	return send(w, r, code, "text/html; charset=utf-8", body.Bytes())
}

// packed is the least answer that is compressed, in bytes.
const packed = 1024

// send answers with a body, compressed where the caller takes that.
func send(w http.ResponseWriter, r *http.Request, code int, kind string, body []byte) error {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Add("Vary", "Accept-Encoding")
	if len(body) >= packed && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		if _, err := z.Write(body); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		h.Set("Content-Encoding", "gzip")
		body = out.Bytes()
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(code)
	if r.Method != http.MethodHead {
		w.Write(body) // the caller may be gone
	}
	return nil
}

// markup is SVG that this program has drawn.
func markup(svg string) template.HTML { return template.HTML(svg) }
