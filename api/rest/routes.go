package rest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// basePath is what the REST interface lies under.
const basePath = "/api/v1"

// operations are all of the interface.
func (s *Server) operations() []operation {
	all := []operation{
		on("POST", basePath+"/validate", s.validate),
		on("POST", basePath+"/text", s.readText),
		on("POST", basePath+"/games", s.postGames),
		on("GET", basePath+"/games", s.listGames),
		on("GET", basePath+"/games/:id", s.getGame),
		on("DELETE", basePath+"/games/:id", s.deleteGame),
		on("GET", basePath+"/games/:id/record", s.getRecord),
		on("GET", basePath+"/games/:id/positions/:ply", s.getPosition),
		on("GET", basePath+"/games/:id/export", s.exportGame),
		on("GET", basePath+"/export", s.exportGames),
		on("GET", basePath+"/games/:id/comments", s.getComments),
		on("PUT", basePath+"/games/:id/comments", s.putComments),
		on("GET", basePath+"/games/:id/annotations", s.listAnnotations),
		on("POST", basePath+"/games/:id/annotations", s.postAnnotation),
		on("GET", basePath+"/games/:id/annotations/:aid", s.getAnnotation),
		on("PUT", basePath+"/games/:id/annotations/:aid", s.putAnnotation),
		on("DELETE", basePath+"/games/:id/annotations/:aid", s.deleteAnnotation),
		on("GET", basePath+"/games/:id/annotations/:aid/history", s.annotationHistory),
		on("POST", basePath+"/games/:id/annotations/:aid/restore", s.restoreAnnotation),
		on("POST", basePath+"/games/:id/analysis", s.postAnalysis),
		on("GET", basePath+"/games/:id/analysis", s.getAnalysis),
		on("POST", basePath+"/analysis", s.think),
		on("GET", basePath+"/jobs/:id", s.getJob),
		on("DELETE", basePath+"/jobs/:id", s.deleteJob),
		on("GET", basePath+"/jobs/:id/events", s.jobEvents),
		on("POST", basePath+"/positions/search", s.search),
		on("POST", basePath+"/positions/similar", asks(s, &s.brief, s.similar)),
		on("POST", basePath+"/positions/play", asks(s, &s.brief, s.play)),
		on("GET", basePath+"/explorer", s.explore),
		on("GET", basePath+"/variants", s.listVariants),
		on("POST", basePath+"/variants/check", s.checkDefinition),
		on("POST", basePath+"/drafts", s.postDraft),
		on("GET", basePath+"/drafts/:id", s.getDraft),
		on("PUT", basePath+"/drafts/:id", s.putDraft),
		on("POST", basePath+"/drafts/:id/publish", s.publishDraft),
		on("GET", basePath+"/query/completions", s.completions),
		on("GET", basePath+"/variants/:id", s.getVariant),
		on("GET", api.DiagramAddress, s.drawDiagram),
		on("GET", basePath+"/record.schema.json", s.recordSchema),
		on("GET", problemsPath+"/:name", s.explain),
		on("GET", feedsPath+"/games", s.feedGames),
	}
	for _, base := range []string{basePath, ""} {
		all = append(all,
			on("GET", base+"/healthz", s.health),
			on("GET", base+"/readyz", s.ready),
			on("GET", base+"/metrics", s.showMetrics),
			on("GET", base+"/openapi.json", s.describe))
	}
	return all
}

// engine routes calls.
func (s *Server) engine() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.HandleMethodNotAllowed = true
	e.RedirectTrailingSlash = false
	if err := e.SetTrustedProxies(nil); err != nil {
		panic(err) // no proxies cannot be wrong proxies
	}
	e.Use(s.metrics.count, s.flow, s.recover, secure, s.guard, s.share, s.hold)
	e.NoRoute(func(c *gin.Context) {
		if s.asksPage(c) {
			s.fail(c, ErrNoPage)
		} else {
			s.fail(c, errNoRoute)
		}
	})
	e.NoMethod(func(c *gin.Context) { s.fail(c, errMethod) })

	for _, o := range s.operations() {
		e.Handle(o.method, o.path, s.answer(o.answer))
	}
	if s.config.Pages != nil {
		for route, show := range s.config.Pages.Routes() {
			method, path, sends := strings.Cut(route, " ")
			if !sends {
				method, path = http.MethodGet, route
			}
			e.Handle(method, path, s.answer(s.page(show)))
		}
	}
	for _, r := range e.Routes() {
		if r.Method == http.MethodGet {
			e.HEAD(r.Path, r.HandlerFunc)
		}
	}
	return e
}

// MaxPageBody is the greatest body of a call of a page's script in bytes.
const MaxPageBody = 512 << 10

// page makes a page's answer one of the router's. A path that names what is not
// defined has no page.
func (s *Server) page(show Page) func(*gin.Context) error {
	return func(c *gin.Context) error {
		if c.Request.Method == http.MethodPost { // which is not to hold a slot while it sends
			body, err := readAll(c.Request, MaxPageBody, "bytes for a page's call")
			if err != nil {
				return err
			}
			c.Request.Body = io.NopCloser(bytes.NewReader(body))
		}
		if err := s.enter(c, s.brief); err != nil {
			return err
		}
		for _, p := range c.Params {
			c.Request.SetPathValue(p.Key, p.Value)
		}
		pageHeaders(c)
		return named(show(c.Writer, c.Request))
	}
}

// asksPage reports whether a call is one for a page; what scripts of pages ask
// for is none.
func (s *Server) asksPage(c *gin.Context) bool {
	path := c.Request.URL.Path
	if s.config.Pages == nil || path == "/api" || strings.HasPrefix(path, "/api/") || strings.HasSuffix(path, ".json") {
		return false
	}
	reads := c.Request.Method == http.MethodGet || c.Request.Method == http.MethodHead
	return reads && (c.FullPath() == "" || s.config.Pages.Routes()[c.FullPath()] != nil)
}

// answer makes a handler of a function that either answers or gives the error
// to be answered.
func (s *Server) answer(handle func(*gin.Context) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := handle(c); err != nil {
			s.fail(c, err)
		}
	}
}

// fail answers with a problem, or with a page that says it. Faults of the
// server are written to its log, and their details stay there.
func (s *Server) fail(c *gin.Context, err error) {
	c.Abort()
	if c.Writer.Written() {
		s.log.Error("answer cut short", "path", c.Request.URL.Path, "error", err)
		return
	}
	p := newProblem(err)
	if p.Status >= http.StatusInternalServerError && c.Request.Context().Err() == nil { // else nobody waits
		s.log.Error(p.Title, "path", c.Request.URL.Path, "error", err)
	}
	if !s.asksPage(c) {
		p.write(c.Writer)
		return
	}
	p.head(c.Writer.Header())
	pageHeaders(c)
	if err := s.config.Pages.Refuse(c.Writer, c.Request, p); err != nil {
		s.log.Error("page not drawn", "path", c.Request.URL.Path, "error", err)
	}
}

// recover turns a panic into a problem, and keeps the server up.
func (s *Server) recover(c *gin.Context) {
	defer func() {
		switch r := recover(); {
		case r == nil:
		case r == http.ErrAbortHandler:
			panic(r)
		default:
			s.log.Error("panic", "path", c.Request.URL.Path, "value", fmt.Sprint(r), "stack", string(debug.Stack()))
			s.fail(c, errors.New("panic"))
		}
	}()
	c.Next()
}

// pagePolicy lets a page load from its own server alone, and run nothing that
// is written into it.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; font-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// pageHeaders are those of pages, in place of what secure sets.
func pageHeaders(c *gin.Context) {
	c.Header("Content-Security-Policy", pagePolicy)
	c.Header("Cross-Origin-Opener-Policy", "same-origin")
}

// secure sets the headers of every answer: nothing of it is to be run, framed
// or taken for another type.
func secure(c *gin.Context) {
	h := c.Writer.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
}
