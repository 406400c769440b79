package rest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
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
		on(api.Read, "POST", basePath+"/validate", s.validate),
		on(api.Read, "POST", basePath+"/text", s.readText),
		on(api.Contribute, "POST", basePath+"/games", s.postGames),
		on(api.Read, "GET", basePath+"/games", s.listGames),
		on(api.Read, "GET", basePath+"/faults", gives(s.listFaults)),
		on(api.Read, "GET", basePath+"/games/:id", s.getGame),
		on(api.Arbitrate, "DELETE", basePath+"/games/:id", s.deleteGame),
		on(api.Arbitrate, "POST", basePath+"/games/:id/restore", s.restoreGame),
		on(api.Read, "GET", basePath+"/games/:id/record", s.getRecord),
		on(api.Arbitrate, "PUT", basePath+"/games/:id/record", sends(s.config.MaxBody, &s.long, s.putRecord)),
		on(api.Arbitrate, "PATCH", basePath+"/games/:id/record", sends(maxJSON, &s.long, s.patchRecord)),
		on(api.Read, "GET", basePath+"/games/:id/revisions", gives(s.listRevisions)),
		on(api.Read, "GET", basePath+"/games/:id/revisions/:n/difference", gives(s.differRevisions)),
		on(api.Arbitrate, "POST", basePath+"/games/:id/revisions/:n/restore", sends(maxJSON, &s.long, s.restoreRevision)),
		on(api.Contribute, "POST", basePath+"/submissions", s.postSubmissions),
		on(api.Contribute, "GET", basePath+"/submissions", gives(s.listSubmissions)),
		on(api.Contribute, "GET", basePath+"/submissions/:id", queued(&s.long, gives(s.getSubmission))),
		on(api.Contribute, "GET", basePath+"/submissions/:id/record", s.getSubmitted),
		on(api.Contribute, "GET", basePath+"/submissions/:id/file", s.getDelivered),
		on(api.Contribute, "POST", basePath+"/submissions/:id/steps", sends(s.config.MaxBody, &s.long, s.postStep)),
		on(api.Contribute, "GET", basePath+"/queue/events", s.queueEvents),
		on(api.Read, "GET", basePath+"/events", gives(s.listEvents)),
		on(api.Arbitrate, "POST", basePath+"/events", sends(maxJSON, nil, s.postEvent)),
		on(api.Read, "GET", basePath+"/events/:id", gives(s.getEvent)),
		on(api.Arbitrate, "PUT", basePath+"/events/:id", sends(maxJSON, nil, s.putEvent)),
		on(api.Read, "GET", basePath+"/events/:id/standing", queued(&s.brief, s.getStanding)),
		on(api.Read, "GET", basePath+"/events/:id/export", s.exportEvent),
		on(api.Contribute, "GET", feedsPath+"/submissions", s.feedSubmissions),
		on(api.Read, "GET", basePath+"/games/:id/rulings", gives(s.listRulings)),
		on(api.Arbitrate, "POST", basePath+"/games/:id/rulings", sends(maxJSON, &s.long, s.postRuling)),
		on(api.Arbitrate, "DELETE", basePath+"/games/:id/rulings/:n", queued(&s.long, gives(s.deleteRuling))),
		on(api.Read, "GET", basePath+"/games/:id/positions/:ply", queued(&s.brief, gives(s.getPosition))),
		on(api.Read, "GET", basePath+"/games/:id/export", queued(&s.long, s.exportGame)),
		on(api.Read, "GET", basePath+"/export", s.exportGames),
		on(api.Read, "GET", basePath+"/games/:id/comments", gives(s.getComments)),
		on(api.Arbitrate, "PUT", basePath+"/games/:id/comments", sends(maxJSON, nil, s.putComments)),
		on(api.Read, "GET", basePath+"/games/:id/annotations", gives(s.listAnnotations)),
		on(api.Annotate, "POST", basePath+"/games/:id/annotations", sends(maxAnnotation, &s.brief, s.postAnnotation)),
		on(api.Read, "GET", basePath+"/games/:id/annotations/events", s.annotationEvents),
		on(api.Read, "GET", basePath+"/games/:id/annotations/:aid", gives(s.getAnnotation)),
		on(api.Annotate, "PUT", basePath+"/games/:id/annotations/:aid", sends(maxAnnotation, &s.brief, s.putAnnotation)),
		on(api.Annotate, "DELETE", basePath+"/games/:id/annotations/:aid", s.deleteAnnotation),
		on(api.Read, "GET", basePath+"/games/:id/annotations/:aid/history", gives(s.annotationHistory)),
		on(api.Annotate, "POST", basePath+"/games/:id/annotations/:aid/restore", sends(maxJSON, nil, s.restoreAnnotation)),
		on(api.Contribute, "POST", basePath+"/games/:id/analysis", s.postAnalysis),
		on(api.Read, "GET", basePath+"/games/:id/analysis", queued(&s.brief, gives(s.getAnalysis))),
		on(api.Read, "POST", basePath+"/analysis", keys(queued(&s.long, s.think))),
		on(api.Read, "GET", basePath+"/jobs/:id", gives(s.getJob)),
		on(api.Contribute, "DELETE", basePath+"/jobs/:id", s.deleteJob),
		on(api.Read, "GET", basePath+"/jobs/:id/events", s.jobEvents),
		on(api.Read, "POST", basePath+"/positions/search", keys(s.search)),
		on(api.Read, "POST", basePath+"/positions/similar", keys(queued(&s.brief, gives(s.similar)))),
		on(api.Read, "POST", basePath+"/positions/play", keys(queued(&s.brief, gives(s.play)))),
		on(api.Read, "POST", basePath+"/positions/count", keys(s.count)),
		on(api.Read, "POST", basePath+"/positions/sample", keys(s.sample)),
		on(api.Read, "GET", basePath+"/explorer", queued(&s.brief, gives(s.explore))),
		on(api.Read, "GET", basePath+"/variants", whole(s.listVariants)),
		on(api.Read, "POST", basePath+"/variants/check", s.checkDefinition),
		on(api.Read, "GET", basePath+"/definition-language", whole(getLanguage)),
		on(api.Contribute, "POST", basePath+"/drafts", sends(maxDraft, nil, s.postDraft)),
		on(api.Read, "GET", basePath+"/drafts/:id", gives(s.getDraft)),
		on(api.Contribute, "PUT", basePath+"/drafts/:id", sends(maxDraft, nil, s.putDraft)),
		on(api.Arbitrate, "POST", basePath+"/drafts/:id/publish", queued(&s.long, s.publishDraft)),
		on(api.Read, "GET", basePath+"/query/completions", gives(s.completions)),
		on(api.Read, "GET", basePath+"/variants/:id", queued(&s.brief, gives(s.getVariant))),
		on(api.Read, "GET", api.DiagramAddress, queued(&s.brief, s.drawDiagram)),
		on(api.Free, "GET", basePath+"/record.schema.json", s.recordSchema),
		on(api.Free, "GET", problemsPath+"/:name", s.explain),
		on(api.Read, "GET", feedsPath+"/games", queued(&s.brief, s.feedGames)),
		on(api.Free, "GET", basePath+"/me", whole(me)),
		on(api.Free, "POST", basePath+"/session", sends(maxJSON, nil, s.logIn)),
		on(api.Account, "DELETE", basePath+"/session", s.logOut),
		on(api.Free, "POST", basePath+"/join", sends(maxJSON, nil, s.join)),
		on(api.Account, "PUT", basePath+"/password", sends(maxJSON, nil, s.changePassword)),
		on(api.Account, "GET", basePath+"/tokens", whole(s.archive.Tokens)),
		on(api.Account, "POST", basePath+"/tokens", sends(maxJSON, nil, s.newToken)),
		on(api.Account, "DELETE", basePath+"/tokens/:id", s.endToken),
		on(api.Administer, "GET", basePath+"/people", whole(s.archive.People)),
		on(api.Administer, "POST", basePath+"/people", sends(maxJSON, nil, s.invite)),
		on(api.Administer, "PATCH", basePath+"/people/:id", sends(maxJSON, nil, s.changePerson)),
		on(api.Administer, "POST", basePath+"/people/:id/link", s.newLink),
		on(api.Administer, "GET", basePath+"/audit", gives(s.listDeeds)),
		on(api.Administer, "GET", basePath+"/webhooks", whole(s.archive.Webhooks)),
		on(api.Administer, "POST", basePath+"/webhooks", sends(maxJSON, nil, s.addWebhook)),
		on(api.Administer, "GET", basePath+"/webhooks/:id", gives(s.getWebhook)),
		on(api.Administer, "PATCH", basePath+"/webhooks/:id", sends(maxJSON, nil, s.changeWebhook)),
		on(api.Administer, "DELETE", basePath+"/webhooks/:id", s.removeWebhook),
		on(api.Administer, "GET", basePath+"/webhooks/:id/dispatches", gives(s.listDispatches)),
		on(api.Administer, "POST", basePath+"/webhooks/:id/dispatches", sends(maxJSON, nil, s.redispatch)),
	}
	for _, base := range []string{basePath, ""} {
		all = append(all,
			on(api.Free, "GET", base+"/healthz", s.health),
			on(api.Free, "GET", base+"/readyz", s.ready),
			on(api.Read, "GET", base+"/metrics", s.showMetrics),
			on(api.Free, "GET", base+"/openapi.json", s.describe))
	}
	return all
}

// engine routes calls.
func (s *Server) engine() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.HandleMethodNotAllowed = true
	e.RedirectTrailingSlash = false
	e.ForwardedByClientIP = false // see addressOf
	e.Use(s.metrics.count, s.flow, s.note, s.recover, s.secure, s.guard, s.share, s.identify, s.hold)
	e.NoRoute(func(c *gin.Context) {
		if s.asksPage(c) {
			s.fail(c, ErrNoPage)
		} else {
			s.fail(c, errNoRoute)
		}
	})
	e.NoMethod(func(c *gin.Context) { s.fail(c, errMethod) })

	operations := append(s.operations(), s.provided()...)
	reads := map[string]func(*gin.Context) error{}
	for _, o := range operations {
		if o.method == http.MethodGet {
			reads[o.path] = o.answer
		}
	}
	for _, o := range operations {
		answer := o.answer
		if conditional(o.method) && !o.comparesRevisions() {
			answer = s.obeysIfMatch(answer, reads[o.path])
		}
		if o.keyed() && !o.keepsAnswer() {
			once := answer
			answer = func(c *gin.Context) error { return s.once(c, once) }
		}
		s.handle(e, o.needs, o.method, o.path, answer)
	}
	if s.config.Pages != nil {
		for route, page := range s.config.Pages.Routes() {
			method, path, sends := strings.Cut(route, " ")
			if !sends {
				method, path = http.MethodGet, route
			}
			answer := s.page(page.Show)
			if conditional(method) {
				answer = s.obeysIfMatch(answer, nil)
			}
			s.handle(e, page.Needs, method, path, answer)
		}
	}
	for _, r := range e.Routes() {
		if r.Method == http.MethodGet {
			e.HEAD(r.Path, r.HandlerFunc)
		}
	}
	return e
}

// handle answers calls of a route that have the right which it takes.
func (s *Server) handle(e *gin.Engine, needs api.Right, method, path string, answer func(*gin.Context) error) {
	s.rights[routeOf(method, path)] = needs
	e.Handle(method, path, func(c *gin.Context) {
		if err := s.remember(c, needs); err != nil {
			s.fail(c, err)
			return
		}
		if err := answer(c); err != nil {
			s.fail(c, err)
			return
		}
		s.audit(c, needs)
	})
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
		if err := enter(c, s.brief); err != nil {
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
	return reads && (c.FullPath() == "" || c.FullPath() == providerPath || c.FullPath() == returnPath ||
		s.config.Pages.Routes()[c.FullPath()].Show != nil)
}

// fail answers with a problem, or with a page that says it. Faults of the
// server are written to its log, and their details stay there.
func (s *Server) fail(c *gin.Context, err error) {
	c.Abort()
	if c.Writer.Written() {
		s.log.Error("answer cut short", "path", loggedPath(c), "error", err)
		return
	}
	p := newProblem(err)
	p.Type = Base(c.Request) + p.Type
	if p.Status >= http.StatusInternalServerError && c.Request.Context().Err() == nil { // else nobody waits
		s.log.Error(p.Title, "path", loggedPath(c), "error", err)
	}
	if !s.asksPage(c) {
		p.write(c.Writer)
		return
	}
	if denied := (*api.DeniedError)(nil); errors.As(err, &denied) && denied.Guest {
		c.Header("Location", Base(c.Request)+"/login?next="+url.QueryEscape(c.Request.URL.RequestURI()))
		c.Status(http.StatusSeeOther)
		c.Writer.WriteHeaderNow()
		return
	}
	p.head(c.Writer.Header())
	pageHeaders(c)
	if err := s.config.Pages.Refuse(c.Writer, c.Request, p); err != nil {
		s.log.Error("page not drawn", "path", loggedPath(c), "error", err)
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
			s.log.Error("panic", "path", loggedPath(c), "value", fmt.Sprint(r), "stack", string(debug.Stack()))
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

// encryptedFor has browsers use TLS for a year once they did.
const encryptedFor = "max-age=31536000"

// secure sets the headers of every answer: nothing of it is to be run, framed
// or taken for another type.
func (s *Server) secure(c *gin.Context) {
	h := c.Writer.Header()
	if s.encrypted(c.Request) {
		h.Set("Strict-Transport-Security", encryptedFor)
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
}
