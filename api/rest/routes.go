package rest

import (
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// basePath is what the REST interface lies under.
const basePath = "/api/v1"

// engine is the table of all routes.
func (s *Server) engine() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.HandleMethodNotAllowed = true
	e.RedirectTrailingSlash = false
	if err := e.SetTrustedProxies(nil); err != nil {
		panic(err) // no proxies cannot be wrong proxies
	}
	e.Use(s.metrics.count, s.flow, s.recover, secure, s.guard)
	e.NoRoute(func(c *gin.Context) {
		if s.asksPage(c) {
			s.fail(c, ErrNoPage)
		} else {
			s.fail(c, errNoRoute)
		}
	})
	e.NoMethod(func(c *gin.Context) { s.fail(c, errMethod) })

	v1 := e.Group(basePath)
	v1.POST("/validate", s.answer(s.validate))
	v1.POST("/text", s.answer(s.readText))
	v1.POST("/games", s.answer(s.postGames))
	v1.GET("/games", s.answer(s.listGames))
	v1.GET("/games/:id", s.answer(s.getGame))
	v1.DELETE("/games/:id", s.answer(s.deleteGame))
	v1.GET("/games/:id/record", s.answer(s.getRecord))
	v1.GET("/games/:id/positions/:ply", s.answer(s.getPosition))
	v1.GET("/games/:id/export", s.answer(s.exportGame))
	v1.GET("/export", s.answer(s.exportGames))
	v1.GET("/games/:id/comments", s.answer(s.getComments))
	v1.PUT("/games/:id/comments", s.answer(s.putComments))
	v1.GET("/games/:id/annotations", s.answer(s.listAnnotations))
	v1.POST("/games/:id/annotations", s.answer(s.postAnnotation))
	v1.GET("/games/:id/annotations/:aid", s.answer(s.getAnnotation))
	v1.PUT("/games/:id/annotations/:aid", s.answer(s.putAnnotation))
	v1.DELETE("/games/:id/annotations/:aid", s.answer(s.deleteAnnotation))
	v1.GET("/games/:id/annotations/:aid/history", s.answer(s.annotationHistory))
	v1.POST("/games/:id/annotations/:aid/restore", s.answer(s.restoreAnnotation))
	v1.POST("/positions/search", s.answer(s.searchPositions))
	v1.POST("/positions/similar", s.answer(s.similarPositions))
	v1.GET("/explorer", s.answer(s.explore))
	v1.GET("/variants", s.answer(s.listVariants))
	v1.POST("/variants/check", s.answer(s.checkDefinition))
	v1.GET("/query/completions", s.answer(s.completions))
	v1.GET("/variants/:id", s.answer(s.getVariant))
	e.GET(api.DiagramAddress, s.answer(s.drawDiagram))
	v1.GET("/record.schema.json", s.answer(s.recordSchema))
	for _, group := range []gin.IRoutes{v1, e} {
		group.GET("/healthz", s.answer(s.health))
		group.GET("/readyz", s.answer(s.ready))
		group.GET("/metrics", s.answer(s.showMetrics))
		group.GET("/openapi.json", s.answer(s.describe))
	}
	if s.config.Pages != nil {
		for path, show := range s.config.Pages.Routes() {
			e.GET(path, s.answer(s.page(show)))
		}
	}
	for _, r := range e.Routes() {
		if r.Method == http.MethodGet {
			e.HEAD(r.Path, r.HandlerFunc)
		}
	}
	return e
}

// page makes a page's answer one of the router's. A path that names what is not
// defined has no page.
func (s *Server) page(show Page) func(*gin.Context) error {
	return func(c *gin.Context) error {
		if err := s.enter(c, s.brief); err != nil {
			return err
		}
		for _, p := range c.Params {
			c.Request.SetPathValue(p.Key, p.Value)
		}
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

// answer makes a handler of a function that either answers or gives the error to
// be answered.
func (s *Server) answer(handle func(*gin.Context) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := handle(c); err != nil {
			s.fail(c, err)
		}
	}
}

// fail answers with a problem, or with a page that says it. Faults of the server
// are written to its log, and their details stay there.
func (s *Server) fail(c *gin.Context, err error) {
	c.Abort()
	if c.Writer.Written() {
		s.log.Error("answer cut short", "path", c.Request.URL.Path, "error", err)
		return
	}
	p := NewProblem(err)
	if p.Status >= http.StatusInternalServerError && c.Request.Context().Err() == nil { // else nobody waits
		s.log.Error(p.Title, "path", c.Request.URL.Path, "error", err)
	}
	if !s.asksPage(c) {
		p.write(c.Writer)
		return
	}
	p.Head(c.Writer.Header())
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

// secure sets the headers of every answer: nothing of it is to be run, framed or
// taken for another type.
func secure(c *gin.Context) {
	h := c.Writer.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache")
}
