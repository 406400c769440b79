package rest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/analysis/crash"
	"assay/api/present"
	"assay/api/request"
)

// basePath is the path prefix of the REST interface.
const basePath = "/api/v1"

// externalPath is the path prefix of games by their IDs in other systems.
// formerExternalPath still works, but it is ambiguous: a game's path could
// match it too.
const (
	externalPath       = basePath + "/external"
	formerExternalPath = basePath + "/games/by"
)

// operations returns all operations of the interface.
func (s *Server) operations() []operation {
	all := []operation{
		route(request.Read, "POST", basePath+"/validate", s.validate),
		route(request.Read, "POST", basePath+"/text", s.readText),
		route(request.Contribute, "POST", basePath+"/games", s.postGames),
		route(request.Read, "GET", basePath+"/games", s.listGames),
		route(request.Read, "GET", basePath+"/changes", returning(s.listChanges)),
		route(request.Read, "GET", basePath+"/faults", returning(s.listFaults)),
		route(request.Read, "GET", basePath+"/games/:id", s.getGame),
		route(request.Arbitrate, "DELETE", basePath+"/games/:id", s.deleteGame),
		route(request.Read, "GET", externalPath+"/:source/:id", s.getExternal),
		route(request.Contribute, "PUT", externalPath+"/:source/:id", s.putExternal),
		route(request.Arbitrate, "POST", basePath+"/games/:id/restore", s.restoreGame),
		route(request.Read, "GET", basePath+"/games/:id/record", s.getRecord),
		route(request.Arbitrate, "PUT", basePath+"/games/:id/record",
			readingBody(s.config.MaxBody, &s.long, s.putRecord)),
		route(request.Arbitrate, "PATCH", basePath+"/games/:id/record", readingBody(maxJSON, &s.long, s.patchRecord)),
		route(request.Read, "GET", basePath+"/games/:id/revisions", returning(s.listRevisions)),
		route(request.Read, "GET", basePath+"/games/:id/revisions/:n/difference", returning(s.compareRevisions)),
		route(request.Arbitrate, "POST", basePath+"/games/:id/revisions/:n/restore",
			readingBody(maxJSON, &s.long, s.restoreRevision)),
		route(request.Read, "GET", basePath+"/twins", queued(&s.long, returning(s.listTwins))),
		route(request.Read, "GET", basePath+"/games/:id/twins/:twin", queued(&s.brief, returning(s.compareTwins))),
		route(request.Arbitrate, "POST", basePath+"/games/:id/twins/:twin",
			readingBody(maxJSON, &s.long, s.decideTwins)),
		route(request.Read, "GET", basePath+"/players", queued(&s.long, returning(s.listPlayers))),
		route(request.Read, "GET", basePath+"/players/suggestions",
			queued(&s.long, returning(s.listPlayerSuggestions))),
		route(request.Read, "GET", basePath+"/players/comparison", queued(&s.brief, returning(s.comparePlayers))),
		route(request.Arbitrate, "POST", basePath+"/players/names", readingBody(maxJSON, nil, s.decideNames)),
		route(request.Arbitrate, "GET", basePath+"/players/claims", returning(s.listClaims)),
		route(request.Arbitrate, "POST", basePath+"/players/claims", readingBody(maxJSON, nil, s.decideClaim)),
		route(request.Read, "GET", basePath+"/player", queued(&s.brief, returning(s.getPlayer))),
		route(request.Contribute, "POST", basePath+"/submissions", s.postSubmissions),
		route(request.Contribute, "GET", basePath+"/submissions", returning(s.listSubmissions)),
		route(request.Contribute, "GET", basePath+"/submissions/:id", queued(&s.long, s.getSubmission)),
		route(request.Contribute, "GET", basePath+"/submissions/:id/record", s.getSubmissionRecord),
		route(request.Contribute, "GET", basePath+"/submissions/:id/file", s.getUploadedFile),
		route(request.Contribute, "POST", basePath+"/submissions/:id/steps",
			readingBody(s.config.MaxBody, &s.long, s.postStep)),
		route(request.Contribute, "GET", basePath+"/queue/events", s.queueEvents),
		route(request.Read, "GET", basePath+"/live", returningOnly(s.liveBoards)),
		route(request.Read, "GET", basePath+"/live/events", s.liveEvents),
		route(request.Read, "GET", basePath+"/live/records", s.liveRecords),
		route(request.Read, "GET", basePath+"/events", returning(s.listEvents)),
		route(request.Arbitrate, "POST", basePath+"/events", readingBody(maxJSON, nil, s.postEvent)),
		route(request.Read, "GET", basePath+"/events/:id", returning(s.getEvent)),
		route(request.Arbitrate, "PUT", basePath+"/events/:id", readingBody(maxJSON, nil, s.putEvent)),
		route(request.Arbitrate, "DELETE", basePath+"/events/:id", s.deleteEvent),
		route(request.Arbitrate, "PUT", basePath+"/events/:id/report", s.putReport),
		route(request.Arbitrate, "DELETE", basePath+"/events/:id/report", s.deleteReport),
		route(request.Read, "GET", basePath+"/events/:id/standing", queued(&s.brief, s.getStandings)),
		route(request.Read, "GET", basePath+"/events/:id/export", s.exportEvent),
		route(request.Read, "GET", feedsPath+"/events/:id", queued(&s.brief, s.feedStandings)),
		route(request.Read, "GET", feedsPath+"/puzzles", queued(&s.brief, s.feedPuzzles)),
		route(request.Contribute, "GET", feedsPath+"/submissions", s.feedSubmissions),
		route(request.Read, "GET", basePath+"/games/:id/rulings", returning(s.listRulings)),
		route(request.Arbitrate, "POST", basePath+"/games/:id/rulings", readingBody(maxJSON, &s.long, s.postRuling)),
		route(request.Read, "GET", basePath+"/games/:id/rulings/:n", returning(s.getRuling)),
		route(request.Arbitrate, "DELETE", basePath+"/games/:id/rulings/:n",
			queued(&s.long, returning(s.deleteRuling))),
		route(request.Read, "GET", basePath+"/games/:id/positions/:ply", queued(&s.brief, returning(s.getPosition))),
		route(request.Read, "GET", basePath+"/games/:id/export", queued(&s.long, s.exportGame)),
		route(request.Read, "GET", basePath+"/export", s.exportGames),
		route(request.Read, "GET", basePath+"/games/:id/comments", returning(s.getComments)),
		route(request.Arbitrate, "PUT", basePath+"/games/:id/comments", readingBody(maxJSON, nil, s.putComments)),
		route(request.Read, "GET", basePath+"/games/:id/annotations", returning(s.listAnnotations)),
		route(request.Annotate, "POST", basePath+"/games/:id/annotations",
			readingBody(maxAnnotation, &s.brief, s.postAnnotation)),
		route(request.Read, "GET", basePath+"/games/:id/annotations/events", s.annotationEvents),
		route(request.Read, "GET", basePath+"/games/:id/annotations/:aid", returning(s.getAnnotation)),
		route(request.Annotate, "PUT", basePath+"/games/:id/annotations/:aid",
			readingBody(maxAnnotation, &s.brief, s.putAnnotation)),
		route(request.Annotate, "DELETE", basePath+"/games/:id/annotations/:aid", s.deleteAnnotation),
		route(request.Read, "GET", basePath+"/games/:id/annotations/:aid/history", returning(s.annotationHistory)),
		route(request.Annotate, "POST", basePath+"/games/:id/annotations/:aid/restore",
			readingBody(maxJSON, nil, s.restoreAnnotation)),
		route(request.Contribute, "POST", basePath+"/games/:id/analysis", s.postAnalysis),
		route(request.Read, "GET", basePath+"/games/:id/analysis", queued(&s.brief, returning(s.getAnalysis))),
		route(request.Read, "POST", basePath+"/analysis", readingKeys(queued(&s.long, s.analysePosition))),
		route(request.Read, "GET", basePath+"/jobs", returning(s.listJobs)),
		route(request.Read, "GET", basePath+"/jobs/:id", returning(s.getJob)),
		route(request.Contribute, "DELETE", basePath+"/jobs/:id", s.deleteJob),
		route(request.Read, "GET", basePath+"/jobs/:id/events", s.jobEvents),
		route(request.Read, "POST", basePath+"/positions/search", readingKeys(s.search)),
		route(request.Read, "GET", basePath+"/positions/search", s.search),
		route(request.Read, "POST", basePath+"/positions/similar", readingKeys(queued(&s.brief, returning(s.similar)))),
		route(request.Read, "POST", basePath+"/positions/play", readingKeys(queued(&s.brief, returning(s.play)))),
		route(request.Read, "POST", basePath+"/positions/setup", readingKeys(queued(&s.brief, returning(s.setUp)))),
		route(request.Read, "POST", basePath+"/games/:id/line", s.continueLine),
		route(request.Read, "POST", basePath+"/positions/count", readingKeys(s.perft)),
		route(request.Read, "POST", basePath+"/positions/sample", readingKeys(s.sample)),
		route(request.Read, "POST", basePath+"/positions/solve", readingKeys(queued(&s.long, returning(s.solve)))),
		route(request.Read, "GET", basePath+"/explorer", queued(&s.brief, returning(s.explore))),
		route(request.Read, "GET", basePath+"/statistics", queued(&s.long, s.statistics)),
		route(request.Read, "GET", basePath+"/ratings", queued(&s.long, s.ratings)),
		route(request.Read, "GET", basePath+"/puzzles", queued(&s.brief, returning(s.listPuzzles))),
		route(request.Read, "GET", basePath+"/puzzles/daily", queued(&s.brief, returning(s.dailyPuzzle))),
		route(request.Read, "GET", basePath+"/puzzles/mistakes", queued(&s.brief, returning(s.listMistakes))),
		route(request.Read, "GET", basePath+"/puzzles/:id", queued(&s.brief, returning(s.getPuzzle))),
		route(request.Read, "GET", basePath+"/repertoires", returningOnly(s.listRepertoires)),
		route(request.Contribute, "POST", basePath+"/repertoires",
			readingBody(s.config.MaxBody, &s.long, s.postRepertoire)),
		route(request.Read, "GET", basePath+"/repertoires/:id", queued(&s.brief, returning(s.getRepertoire))),
		route(request.Contribute, "DELETE", basePath+"/repertoires/:id", s.deleteRepertoire),
		route(request.Read, "GET", basePath+"/repertoires/:id/departures",
			queued(&s.long, returning(s.listDepartures))),
		route(request.Read, "POST", basePath+"/training/next", readingBody(maxProgress, &s.brief, s.nextCards)),
		route(request.Read, "PUT", basePath+"/training/:deck/cards/:card",
			readingBody(maxJSON, &s.brief, s.putReview)),
		route(request.Read, "GET", basePath+"/studies", queued(&s.brief, returning(s.listStudies))),
		route(request.Contribute, "POST", basePath+"/studies", readingBody(s.config.MaxBody, &s.long, s.postStudy)),
		route(request.Read, "GET", basePath+"/studies/:id", returning(s.getStudy)),
		route(request.Contribute, "PUT", basePath+"/studies/:id", readingBody(maxChapter, nil, s.putStudy)),
		route(request.Read, "GET", basePath+"/studies/:id/versions", returning(s.studyHistory)),
		route(request.Read, "GET", basePath+"/studies/:id/export", queued(&s.long, s.exportStudy)),
		route(request.Contribute, "POST", basePath+"/studies/:id/chapters",
			readingBody(maxChapter, &s.long, s.postChapters)),
		route(request.Read, "GET", basePath+"/studies/:id/chapters/:chapter",
			queued(&s.brief, returning(s.getChapter))),
		route(request.Contribute, "PUT", basePath+"/studies/:id/chapters/:chapter",
			readingBody(maxChapter, &s.brief, s.putChapter)),
		route(request.Read, "GET", basePath+"/studies/:id/chapters/:chapter/versions", returning(s.chapterHistory)),
		route(request.Read, "GET", basePath+"/variants", returning(s.listVariants)),
		route(request.Read, "POST", basePath+"/variants/check", s.checkDefinition),
		route(request.Read, "POST", basePath+"/variants/design", readingBody(maxDraft, &s.brief, s.designVariant)),
		route(request.Contribute, "POST", basePath+"/variants/:id/lab", queued(&s.long, s.postVariantLab)),
		route(request.Contribute, "POST", basePath+"/drafts/:id/lab", queued(&s.long, s.postDraftLab)),
		route(request.Read, "GET", basePath+"/lab", returning(s.listLab)),
		route(request.Read, "GET", basePath+"/lab/:id", returning(s.getLab)),
		route(request.Contribute, "DELETE", basePath+"/lab/:id", s.deleteLab),
		route(request.Read, "GET", basePath+"/lab/:id/events", s.labEvents),
		route(request.Read, "GET", basePath+"/lab/:id/report", queued(&s.brief, s.getLabReport)),
		route(request.Read, "GET", basePath+"/definition-language", returningOnly(getLanguage)),
		route(request.Contribute, "POST", basePath+"/drafts", readingBody(maxDraft, nil, s.postDraft)),
		route(request.Read, "GET", basePath+"/drafts/:id", returning(s.getDraft)),
		route(request.Contribute, "PUT", basePath+"/drafts/:id", readingBody(maxDraft, nil, s.putDraft)),
		route(request.Arbitrate, "POST", basePath+"/drafts/:id/publish", queued(&s.long, s.publishDraft)),
		route(request.Read, "GET", basePath+"/query/completions", returning(s.completions)),
		route(request.Read, "GET", basePath+"/query/examples", returning(s.queryExamples)),
		route(request.Read, "GET", basePath+"/variants/:id", queued(&s.brief, returning(s.getVariant))),
		route(request.Read, "GET", present.DiagramAddress, queued(&s.brief, s.drawDiagram)),
		route(request.Read, "GET", basePath+"/diagram.png", queued(&s.brief, s.paintDiagram)),
		route(request.Free, "GET", basePath+"/record.schema.json", s.recordSchema),
		route(request.Free, "GET", problemsPath+"/:name", s.explain),
		route(request.Read, "GET", feedsPath+"/games", queued(&s.brief, s.feedGames)),
		route(request.Free, "GET", basePath+"/me", returningOnly(s.me)),
		route(request.Account, "PUT", basePath+"/me/player", readingBody(maxJSON, nil, s.claimPlayer)),
		route(request.Account, "DELETE", basePath+"/me/player", s.unclaimPlayer),
		route(request.Free, "POST", basePath+"/session", readingBody(maxJSON, nil, s.logIn)),
		route(request.Account, "DELETE", basePath+"/session", s.logOut),
		route(request.Free, "POST", basePath+"/join", readingBody(maxJSON, nil, s.join)),
		route(request.Account, "PUT", basePath+"/password", readingBody(maxJSON, nil, s.changePassword)),
		route(request.Account, "GET", basePath+"/tokens", returning(s.listTokens)),
		route(request.Account, "POST", basePath+"/tokens", readingBody(maxJSON, nil, s.newToken)),
		route(request.Account, "GET", basePath+"/tokens/:id", returning(s.getToken)),
		route(request.Account, "DELETE", basePath+"/tokens/:id", s.revokeToken),
		route(request.Administer, "GET", basePath+"/people", returning(s.listPeople)),
		route(request.Administer, "POST", basePath+"/people", readingBody(maxJSON, nil, s.invite)),
		route(request.Administer, "GET", basePath+"/people/:id", returning(s.getPerson)),
		route(request.Administer, "PATCH", basePath+"/people/:id", readingBody(maxJSON, nil, s.changePerson)),
		route(request.Administer, "POST", basePath+"/people/:id/link", s.newLink),
		route(request.Administer, "GET", basePath+"/audit", returning(s.listAudit)),
		route(request.Administer, "GET", basePath+"/webhooks", returning(s.listWebhooks)),
		route(request.Administer, "POST", basePath+"/webhooks", readingBody(maxJSON, nil, s.addWebhook)),
		route(request.Administer, "GET", basePath+"/webhooks/:id", returning(s.getWebhook)),
		route(request.Administer, "PATCH", basePath+"/webhooks/:id", readingBody(maxJSON, nil, s.changeWebhook)),
		route(request.Administer, "DELETE", basePath+"/webhooks/:id", s.removeWebhook),
		route(request.Administer, "POST", basePath+"/webhooks/:id/test", returning(s.testWebhook)),
		route(request.Administer, "GET", basePath+"/webhooks/:id/dispatches", returning(s.listDeliveries)),
		route(request.Administer, "POST", basePath+"/webhooks/:id/dispatches", readingBody(maxJSON, nil, s.redeliver)),
	}
	for _, base := range []string{basePath, ""} {
		all = append(all,
			route(request.Free, "GET", base+"/healthz", s.health),
			route(request.Free, "GET", base+"/readyz", s.ready),
			route(request.Read, "GET", base+"/metrics", s.showMetrics),
			route(request.Free, "GET", base+"/openapi.json", s.getOpenAPI))
	}
	return all
}

// engine returns the router.
func (s *Server) engine() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.HandleMethodNotAllowed = true
	e.RedirectTrailingSlash = false
	e.ForwardedByClientIP = false // see remoteAddress
	e.Use(s.metrics.measure, s.wrapTransfer, s.logRequest, s.recover, s.secure, s.guard, s.allowOrigins, s.identify,
		s.limitRate)
	e.NoRoute(func(c *gin.Context) {
		if s.wantsPage(c) {
			s.fail(c, ErrNoPage)
		} else {
			s.fail(c, errNoRoute)
		}
	})
	e.NoMethod(func(c *gin.Context) { s.fail(c, errMethod) })

	operations := append(s.operations(), s.providerRoutes()...)
	reads := map[string]func(*gin.Context) error{}
	changed := map[string]bool{} // paths with methods other than GET
	for _, o := range operations {
		changed[o.path] = changed[o.path] || isConditional(o.method) && o.right != request.Read
	}
	for i, o := range operations {
		if o.method != http.MethodGet {
			continue
		}
		if changed[o.path] {
			operations[i].handle = withStrongTag(o.handle)
		}
		reads[o.path] = operations[i].handle
	}
	types := describedTypes()
	for _, o := range operations {
		answer := accepting(types[routeKey(o.method, o.path)], o.handle)
		for _, p := range o.parameters() {
			if p.in != "header" {
				s.parameterNames[routeKey(o.method, o.path)] = append(s.parameterNames[routeKey(o.method, o.path)],
					p.name)
			}
		}
		if isConditional(o.method) && !o.comparesRevisions() {
			read := reads[o.path]
			if o.right == request.Read { // its GET has parameters instead of a body
				read = nil
			}
			answer = s.obeysIfMatch(answer, read)
		}
		if o.acceptsKey() && !o.storesResponse() {
			once := answer
			answer = func(c *gin.Context) error { return s.idempotent(c, once) }
		}
		s.handle(e, o.right, o.method, o.path, answer)
		if id, is := strings.CutPrefix(o.path, externalPath); is {
			former := routeKey(o.method, formerExternalPath+id)
			s.parameterNames[former] = s.parameterNames[routeKey(o.method, o.path)]
			s.handle(e, o.right, o.method, formerExternalPath+id, answer)
		}
	}
	if s.config.Pages != nil {
		for route, page := range s.config.Pages.Routes() {
			method, path, sends := strings.Cut(route, " ")
			if !sends {
				method, path = http.MethodGet, route
			}
			answer := s.page(page.Show)
			if isConditional(method) {
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

// handle adds a route that requires a right.
func (s *Server) handle(e *gin.Engine, needs request.Right, method, path string, answer func(*gin.Context) error) {
	s.requiredRights[routeKey(method, path)] = needs
	e.Handle(method, path, func(c *gin.Context) {
		if err := s.trackChange(c, needs); err != nil {
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

// maxPageBody is the largest body that a page's script may send, in bytes.
const maxPageBody = 512 << 10

// page returns the handler of a page. A path with an unknown variant has no
// page.
func (s *Server) page(show Page) func(*gin.Context) error {
	return func(c *gin.Context) error {
		if c.Request.Method == http.MethodPost { // read before a slot is held
			body, err := readAll(c.Request, maxPageBody, "bytes for a page's call")
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
		return asVariantError(show(c.Writer, c.Request))
	}
}

// wantsPage reports whether a request is for a page, not for a page's script.
func (s *Server) wantsPage(c *gin.Context) bool {
	path := c.Request.URL.Path
	if s.config.Pages == nil || path == "/api" || strings.HasPrefix(path, "/api/") || strings.HasSuffix(path, ".json") {
		return false
	}
	reads := c.Request.Method == http.MethodGet || c.Request.Method == http.MethodHead
	return reads && (c.FullPath() == "" || c.FullPath() == providerPath || c.FullPath() == returnPath ||
		s.config.Pages.Routes()[c.FullPath()].Show != nil)
}

// fail responds with a problem, as HTML if a page was requested. Details of
// server errors only go to the log.
func (s *Server) fail(c *gin.Context, err error) {
	c.Abort()
	if c.Writer.Written() {
		s.log.Error("response aborted", "path", loggedPath(c), "error", err)
		return
	}
	p := s.problem(c, err)
	if p.Status >= http.StatusInternalServerError && c.Request.Context().Err() == nil { // the client is still connected
		s.log.Error(p.Title, "path", loggedPath(c), "error", err)
	}
	if !s.wantsPage(c) {
		p.write(c.Writer)
		return
	}
	p.Type = Base(c.Request) + p.kind.Type()
	if denied, ok := errors.AsType[*request.DeniedError](err); ok && denied.Guest {
		c.Header("Location", Base(c.Request)+"/login?next="+url.QueryEscape(c.Request.URL.RequestURI()))
		c.Status(http.StatusSeeOther)
		c.Writer.WriteHeaderNow()
		return
	}
	p.setHeaders(c.Writer.Header())
	pageHeaders(c)
	if err := s.config.Pages.Refuse(c.Writer, c.Request, p); err != nil {
		s.log.Error("cannot render page", "path", loggedPath(c), "error", err)
	}
}

// recover turns a panic into a problem, so that the server keeps running.
func (s *Server) recover(c *gin.Context) {
	defer crash.Handle(func(e *crash.Error) {
		if e.Cause == http.ErrAbortHandler {
			panic(e.Cause)
		}
		s.log.Error("panic", "path", loggedPath(c), "value", fmt.Sprint(e.Cause), "stack", string(e.Stack))
		s.fail(c, errors.New("panic"))
	})
	c.Next()
}

// pagePolicy lets a page load from its own server only, and run no inline
// script.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; font-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; " +
	"frame-ancestors 'none'"

// pageHeaders sets the headers of pages, which replace the headers of secure.
func pageHeaders(c *gin.Context) {
	c.Header("Content-Security-Policy", pagePolicy)
	c.Header("Cross-Origin-Opener-Policy", "same-origin")
}

// hstsPolicy makes browsers use TLS for a year.
const hstsPolicy = "max-age=31536000"

// secure sets the default headers: nothing may be run, framed or sniffed.
func (s *Server) secure(c *gin.Context) {
	h := c.Writer.Header()
	if s.encrypted(c.Request) {
		h.Set("Strict-Transport-Security", hstsPolicy)
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
}
