package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api/analyse"
	"assay/api/laboratory"
	"assay/api/present"
	"assay/api/request"
	"assay/index"
	"assay/store"
)

// limitKeys are the limits of the analysis of one position.
type limitKeys struct {
	Nodes  int64  `json:"nodes"`
	Depth  int    `json:"depth"`
	Engine string `json:"engine"`
}

// Parameters lists the keys.
func (k *limitKeys) Parameters() []*Parameter {
	return []*Parameter{
		Number("nodes", &k.Nodes, "maximum number of positions to search").From(1).To(analyse.MaxJobNodes).
			Usually(analyse.DefaultNodes),
		Number("depth", &k.Depth, "maximum depth in plies, 0 for no limit").From(0).To(analyse.MaxAnalysisDepth).
			Usually(0),
		Text("engine", &k.Engine, "name of a configured engine; the built-in one by default"),
	}
}

func (k *limitKeys) limits() analyse.AnalysisLimits {
	return analyse.AnalysisLimits{Nodes: uint64(k.Nodes), Depth: k.Depth, Engine: k.Engine}
}

// analysisRequest is the body of a request to analyse a game.
type analysisRequest struct {
	limitKeys
	Batch bool `json:"batch"`
}

// Parameters lists the keys of the body.
func (p *analysisRequest) Parameters() []*Parameter {
	return append(p.limitKeys.Parameters(), Truth("batch", &p.Batch, "part of a batch, which runs after other jobs"))
}

func (s *Server) postAnalysis(c *gin.Context, g *gameParameters) error {
	p := analysisRequest{limitKeys: limitKeys{Nodes: analyse.DefaultNodes}}
	if c.Request.ContentLength != 0 {
		if err := readKeys(c, &p); err != nil {
			return err
		}
	}
	if err := enter(c, s.brief); err != nil {
		return err
	}
	job, err := s.archive.RequestAnalysis(c.Request.Context(), g.game, p.limits(), p.Batch)
	if err != nil {
		return err
	}
	c.Header("Location", Base(c.Request)+fmt.Sprintf("%s/jobs/%d", basePath, job.ID))
	return reply(c, http.StatusAccepted, job)
}

// gameAnalysis is the stored analysis of a game and its last job; each is null
// if there is none.
type gameAnalysis struct {
	Analysis *analyse.GameAnalysis `json:"analysis"`
	Job      *analyse.JobView      `json:"job"`
	// Lines are the best lines of the analysis, one per ply, if requested.
	Lines []present.BestLine `json:"lines,omitempty"`
}

// gameAnalysisParameters identify a game and say how lines are written.
type gameAnalysisParameters struct {
	gameParameters
	lines    bool
	notation string
}

func (p *gameAnalysisParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(),
		Truth("lines", &p.lines, "also return the best lines in a notation; null if the variant's rules have changed"),
		Text("notation", &p.notation, "notation of the lines; by default that of the record").
			OneOf(present.Notations()...))
}

func (s *Server) getAnalysis(ctx context.Context, p *gameAnalysisParameters) (found gameAnalysis, err error) {
	if found.Analysis, err = s.archive.Analysis(ctx, p.game); err == nil {
		found.Job, err = s.archive.JobOf(ctx, p.game)
	}
	if err != nil || found.Analysis == nil || !p.lines {
		return found, err
	}
	replay, err := s.archive.Replay(ctx, p.game)
	if err != nil {
		return found, err
	}
	lines := make([][]string, len(found.Analysis.Plies))
	for i := range lines {
		lines[i] = found.Analysis.Plies[i].Line
	}
	found.Lines, err = replay.BestLines(lines, p.notation)
	return found, err
}

// positionAnalysisRequest is the body of a request to analyse a position.
type positionAnalysisRequest struct {
	PositionParameters
	limitKeys
	Mate    int `json:"mate"`
	MultiPV int `json:"multiPv"`
}

// Parameters lists the keys of the body.
func (p *positionAnalysisRequest) Parameters() []*Parameter {
	return append(append(p.PositionParameters.Parameters(), p.limitKeys.Parameters()...),
		Number("mate", &p.Mate, "search only for a mate in at most this many plies; 0 for the best move").From(0).
			To(analyse.MaxMate).Usually(0),
		Number("multiPv", &p.MultiPV, "number of best lines").From(1).To(analyse.MaxMultiPV).Usually(1))
}

// requestHashMB is the hash size of one request's engine in megabytes.
const requestHashMB = 4

// lineUpdate is a line at a new depth.
type lineUpdate struct {
	MultiPV int `json:"multiPv"` // rank of the line, from 1
	*analyse.PositionAnalysis
}

// analysePosition returns the analysis of a position. If the client accepts
// events or NDJSON, it first sends each line as its depth grows.
func (s *Server) analysePosition(c *gin.Context, p *positionAnalysisRequest) error {
	position, err := s.archive.Position(p.Variant, p.Options, p.Position)
	if err != nil {
		return err
	}
	limits := p.limits()
	limits.Seconds = s.analysisLimit.Seconds()
	if limits.Mate = p.Mate; p.MultiPV > 1 {
		limits.MultiPV = p.MultiPV
	}
	analyser := s.archive.NewAnalyser(requestHashMB)
	defer analyser.Close()
	c.Writer.Header().Add("Vary", "Accept")
	accepted := negotiate(c.Request, gin.MIMEJSON, eventStream, ndjson)
	if accepted != eventStream && accepted != ndjson {
		result, err := analyser.AnalysePosition(c.Request.Context(), position, limits, nil)
		return replyOr(c, result, err)
	}
	defer c.Writer.(*transfer).keepSlot()()
	ctx, cancel := context.WithCancelCause(c.Request.Context())
	defer cancel(nil)
	send := func(event string, v any) {
		if err := sendEvent(c, accepted, "", event, v); err != nil {
			cancel(err)
		}
	}
	result, err := analyser.AnalysePosition(ctx, position, limits,
		func(multiPV int, line *analyse.PositionAnalysis) { send("line", lineUpdate{multiPV, line}) })
	switch {
	case err == nil:
		send("thought", result)
	case c.Writer.Written() && ctx.Err() == nil:
		send("problem", s.problem(c, err))
	case !c.Writer.Written():
		return err
	}
	return nil
}

// Media types of responses sent in parts.
const (
	eventStream = "text/event-stream"
	ndjson      = "application/x-ndjson"
)

// sendEvent writes one part of a response and flushes it. id identifies an
// event of a stream that can be resumed.
func sendEvent(c *gin.Context, form, id, event string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	c.Header("Content-Type", form)
	if form == eventStream {
		if id != "" {
			id = "id: " + id + "\n"
		}
		_, err = fmt.Fprintf(c.Writer, "%sevent: %s\ndata: %s\n\n", id, event, text)
	} else {
		_, err = fmt.Fprintf(c.Writer, "%s\n", text)
	}
	c.Writer.Flush()
	return err
}

// lastEvent is the event after which a stream is resumed.
type lastEvent struct{ id string }

// Parameters returns Last-Event-ID.
func (p *lastEvent) Parameters() []*Parameter {
	return []*Parameter{Header("Last-Event-ID", func(lines []string) error {
		p.id = strings.Join(lines, ", ")
		return nil
	}, "id of the last event that arrived: the stream continues after it")}
}

// change returns the ID as the number of a change; 0 without one. The error is
// an [*request.InputError].
func (p *lastEvent) change() (int64, error) {
	if p.id == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(p.id, 10, 64)
	if err != nil || n < 0 {
		return 0, &request.InputError{Field: "Last-Event-ID", Value: p.id, Want: "the id of an event of this stream"}
	}
	return n, nil
}

// streamEvents sends server-sent events of one type until watch returns or the
// caller's rights change. watch calls its function at once, with the ID of an
// event and its value, or nil if there is none yet. The error is a [*BusyError]
// if too many streams are open.
func streamEvents[T any](s *Server, c *gin.Context, event string,
	watch func(ctx context.Context, tell func(id string, v *T) error) error) error {
	ctx, end := s.streamContext(c.Request)
	defer end(nil)
	leave, err := s.streams.enter(request.CallerOf(ctx).Client(), end)
	if err != nil {
		return err
	}
	defer leave()
	err = watch(ctx, func(id string, v *T) (err error) {
		isHead := c.Request.Method == http.MethodHead
		if v != nil && !isHead {
			return sendEvent(c, eventStream, id, event, v)
		}
		c.Header("Content-Type", eventStream)
		c.Writer.WriteHeaderNow()
		if isHead {
			end(nil)
		} else { // no event, but where to resume
			_, err = fmt.Fprintf(c.Writer, "id: %s\n\n", id)
		}
		c.Writer.Flush()
		return err
	})
	if ctx.Err() != nil && c.Writer.Written() {
		return nil // the client reconnects
	}
	return err
}

// jobParameters identify a job.
type jobParameters struct{ id int64 }

func (p *jobParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.id, "number of the job").From(1).InPath()}
}

func (s *Server) listJobs(ctx context.Context, p *pageParameters) (*analyse.JobPage, error) {
	return s.archive.Jobs(ctx, p.cursor, p.limit)
}

func (s *Server) getJob(ctx context.Context, p *jobParameters) (*analyse.JobView, error) {
	return s.archive.Job(ctx, p.id)
}

func (s *Server) deleteJob(c *gin.Context, p *jobParameters) error {
	return replyNoContent(c, s.archive.CancelJob(c.Request.Context(), p.id))
}

// streamContext returns the context of a streamed response. It ends when the
// client disconnects, the caller's rights change, or the server stops.
func (s *Server) streamContext(r *http.Request) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(r.Context())
	began := request.CallerOf(ctx)
	again := time.NewTicker(s.recheckEvery)
	go func() {
		defer again.Stop()
		for {
			select {
			case <-s.stopping:
				cancel(index.ErrClosed)
			case <-again.C:
				if now, _, err := s.caller(r.WithContext(ctx)); err != nil || now.Name != began.Name ||
					!slices.Equal(now.Rights, began.Rights) {
					cancel(err)
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, cancel
}

// jobEventsParameters identify a job and the event to resume after.
type jobEventsParameters struct {
	jobParameters
	last lastEvent
}

func (p *jobEventsParameters) Parameters() []*Parameter {
	return append(p.jobParameters.Parameters(), p.last.Parameters()...)
}

// jobEvents streams a job until it ends or the server stops.
func (s *Server) jobEvents(c *gin.Context, p *jobEventsParameters) error {
	job, err := s.archive.Job(c.Request.Context(), p.jobParameters.id)
	if err != nil {
		return err
	}
	return followState(s, c, "job", &p.last, job, job.State.Ended(),
		func(ctx context.Context, report func(*analyse.JobView) error) error {
			return s.archive.WatchJob(ctx, job.ID, report)
		})
}

// followState streams what changes of a job that may have ended. The response
// has no event if its last one arrived.
func followState[T any, V interface {
	*T
	EventID() string
}](s *Server, c *gin.Context, event string, last *lastEvent, now V, ended bool,
	watch func(ctx context.Context, report func(V) error) error) error {
	if ended && now.EventID() == last.id {
		return replyNoContent(c, nil) // browsers do not connect again
	}
	return streamEvents(s, c, event, func(ctx context.Context, tell func(string, *T) error) error {
		began := false
		return watch(ctx, func(v V) error {
			id := v.EventID()
			if !began && id == last.id {
				v = nil
			}
			began = true
			return tell(id, v)
		})
	})
}

// labRequest is the body of a request to measure a variant or a draft.
type labRequest struct {
	Time           string `json:"time"`
	Games          int    `json:"games"`
	Against        string `json:"against"`
	AgainstDraft   string `json:"againstDraft"`
	AgainstVersion int64  `json:"againstVersion"`
	duration       time.Duration
}

// Parameters lists the keys of the body.
func (p *labRequest) Parameters() []*Parameter {
	return []*Parameter{
		Text("time", &p.Time, "time of play, such as 90s or 3m, which both versions share; at most lab_minutes of the "+
			"server's configuration; 3m by default").Valid(p.readTime),
		Number("games", &p.Games, "end the play of a version at this total number of games, with those of earlier "+
			"runs").
			From(1).To(laboratory.MaxGames).Usually(laboratory.MaxGames),
		Text("against", &p.Against, "compare with this variant: id, name or alias"),
		Text("againstDraft", &p.AgainstDraft, "compare with this draft: its id"),
		Number("againstVersion", &p.AgainstVersion, "version of that draft, or another version of the same draft; "+
			"0 for the latest").From(0).Usually(0),
	}
}

// readTime reads the time. The error is a [*store.FieldError].
func (p *labRequest) readTime() (err error) {
	if p.Time == "" {
		return nil
	}
	if p.duration, err = time.ParseDuration(p.Time); err != nil || p.duration <= 0 {
		return &store.FieldError{Field: "time", Value: p.Time, Want: "a time such as 90s or 3m"}
	}
	return nil
}

func (s *Server) postVariantLab(c *gin.Context, p *variantParameters) error {
	return asVariantError(s.startLab(c, laboratory.RunInput{Variant: p.Variant, Options: p.Options}))
}

func (s *Server) postDraftLab(c *gin.Context, p *draftParameters) error {
	return s.startLab(c, laboratory.RunInput{Draft: p.id, Version: p.version})
}

// startLab queues a run of the laboratory.
func (s *Server) startLab(c *gin.Context, of laboratory.RunInput) error {
	p := labRequest{}
	if c.Request.ContentLength != 0 {
		if err := readKeys(c, &p); err != nil {
			return err
		}
	}
	of.Time, of.Games = p.duration, p.Games
	of.Against, of.AgainstDraft, of.AgainstVersion = p.Against, p.AgainstDraft, p.AgainstVersion
	run, err := s.archive.Laboratory.Start(c.Request.Context(), of)
	if err != nil {
		return err
	}
	c.Header("Location", Base(c.Request)+fmt.Sprintf("%s/lab/%d", basePath, run.ID))
	return reply(c, http.StatusAccepted, run)
}

// labListParameters select runs of the laboratory.
type labListParameters struct {
	laboratory.RunFilter
	pageParameters
}

func (p *labListParameters) Parameters() []*Parameter {
	return append(p.pageParameters.Parameters(),
		Text("variant", &p.Variant, "only runs of this variant: id, name or alias"),
		Text("draft", &p.Draft, "only runs of the draft with this id"))
}

func (s *Server) listLab(ctx context.Context, p *labListParameters) (*laboratory.RunPage, error) {
	if p.Variant != "" {
		id, known := s.archive.Book().Registry().Find(p.Variant)
		if !known {
			return nil, s.archive.Book().Registry().Unknown(p.Variant)
		}
		p.Variant = id
	}
	return s.archive.Laboratory.List(ctx, p.RunFilter, p.cursor, p.limit)
}

// labParameters identify a run of the laboratory.
type labParameters struct{ id int64 }

func (p *labParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.id, "number of the run").From(1).InPath()}
}

func (s *Server) getLab(ctx context.Context, p *labParameters) (*laboratory.RunView, error) {
	return s.archive.Laboratory.Run(ctx, p.id)
}

func (s *Server) deleteLab(c *gin.Context, p *labParameters) error {
	return replyNoContent(c, s.archive.Laboratory.Cancel(c.Request.Context(), p.id))
}

// labEventsParameters identify a run and the event to resume after.
type labEventsParameters struct {
	labParameters
	last lastEvent
}

func (p *labEventsParameters) Parameters() []*Parameter {
	return append(p.labParameters.Parameters(), p.last.Parameters()...)
}

// labEvents streams a run until it ends or the server stops.
func (s *Server) labEvents(c *gin.Context, p *labEventsParameters) error {
	run, err := s.archive.Laboratory.Run(c.Request.Context(), p.labParameters.id)
	if err != nil {
		return err
	}
	return followState(s, c, "run", &p.last, run, run.State.Ended(),
		func(ctx context.Context, report func(*laboratory.RunView) error) error {
			return s.archive.Laboratory.Watch(ctx, run.ID, report)
		})
}

// labReportParameters identify the report of a run and its format.
type labReportParameters struct {
	labParameters
	as   string
	part laboratory.Part
}

func (p *labReportParameters) Parameters() []*Parameter {
	return append(p.labParameters.Parameters(),
		Text("as", &p.as, "html: a page with its diagrams; text: as the command line writes it").
			OneOf("json", "html", "text").Usually("json"),
		Text("part", (*string)(&p.part), "part to write as html or text; by default the comparison, or the report if "+
			"nothing is compared").OneOf(request.Words(laboratory.Parts)...))
}

func (s *Server) getLabReport(c *gin.Context, p *labReportParameters) error {
	result, err := s.archive.Laboratory.Result(c.Request.Context(), p.id)
	if err != nil || p.as == "json" {
		return replyOr(c, result, err)
	}
	document := result.Document(p.part)
	if document == nil {
		return laboratory.ErrNoPart
	}
	var body bytes.Buffer
	if p.as == "text" {
		err = document.WriteText(&body)
	} else {
		err = document.WriteHTML(&body)
	}
	if err != nil {
		return err
	}
	media := map[string]string{"text": "text/plain; charset=utf-8", "html": "text/html; charset=utf-8"}[p.as]
	c.Header("Content-Security-Policy", reportPolicy)
	Send(c.Writer, c.Request, http.StatusOK, media, body.Bytes())
	return nil
}

// reportPolicy lets a report's page use its own styles, and nothing else.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
