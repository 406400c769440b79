package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api"
	"assay/index"
)

// thinkingKeys are how long the engine is to think about each position.
type thinkingKeys struct {
	Nodes  int64  `json:"nodes"`
	Depth  int    `json:"depth"`
	Engine string `json:"engine"`
}

// Parameters are the keys.
func (k *thinkingKeys) Parameters() []*Parameter {
	return []*Parameter{
		Number("nodes", &k.Nodes, "how many positions are searched").From(1).To(api.MaxJobNodes).Usually(api.DefaultNodes),
		Number("depth", &k.Depth, "how many plies deep, 0 for no limit").From(0).To(api.MaxThinkingDepth).Usually(0),
		Text("engine", &k.Engine, "name of an engine of the server's configuration; its own where it is empty"),
	}
}

func (k *thinkingKeys) thinking() api.Thinking {
	return api.Thinking{Nodes: uint64(k.Nodes), Depth: k.Depth, Engine: k.Engine}
}

// analysisRequest is the body of a call for the analysis of a game.
type analysisRequest struct {
	thinkingKeys
	Batch bool `json:"batch"`
}

// Parameters are the keys of the body.
func (p *analysisRequest) Parameters() []*Parameter {
	return append(p.thinkingKeys.Parameters(), Truth("batch", &p.Batch, "one of many: those that somebody waits for come first"))
}

func (s *Server) postAnalysis(c *gin.Context, g *gameParameters) error {
	p := analysisRequest{thinkingKeys: thinkingKeys{Nodes: api.DefaultNodes}}
	if c.Request.ContentLength != 0 {
		if err := readKeys(c, &p); err != nil {
			return err
		}
	}
	if err := enter(c, s.brief); err != nil {
		return err
	}
	job, err := s.archive.RequestAnalysis(c.Request.Context(), g.game, p.thinking(), p.Batch)
	if err != nil {
		return err
	}
	c.Header("Location", Base(c.Request)+fmt.Sprintf("%s/jobs/%d", basePath, job.ID))
	return reply(c, http.StatusAccepted, job)
}

// gameAnalysis is what there is of the analysis of a game: null for what is
// not.
type gameAnalysis struct {
	Analysis *api.GameAnalysis `json:"analysis"`
	Job      *api.JobView      `json:"job"` // the last one
}

func (s *Server) getAnalysis(ctx context.Context, p *gameParameters) (found gameAnalysis, err error) {
	if found.Analysis, err = s.archive.Analysis(ctx, p.game); err == nil {
		found.Job, err = s.archive.JobOf(ctx, p.game)
	}
	return found, err
}

// thinkRequest is the body of a call for what is best in a position.
type thinkRequest struct {
	PositionParameters
	thinkingKeys
	Mate    int `json:"mate"`
	MultiPV int `json:"multiPv"`
}

// Parameters are the keys of the body.
func (p *thinkRequest) Parameters() []*Parameter {
	return append(append(p.PositionParameters.Parameters(), p.thinkingKeys.Parameters()...),
		Number("mate", &p.Mate, "look for nothing but a mate in so many plies; 0 for what is best").From(0).To(api.MaxMate).Usually(0),
		Number("multiPv", &p.MultiPV, "how many of the best lines are wanted").From(1).To(api.MaxMultiPV).Usually(1))
}

// callMemory is what the engine of one call remembers positions in, in
// megabytes.
const callMemory = 4

// deepening is a line as it deepens.
type deepening struct {
	MultiPV int `json:"multiPv"` // its place among the best, from 1
	*api.Thought
}

// think answers with what is best in a position; before that with its lines as
// they deepen, where the caller asks for events or for an object a line.
func (s *Server) think(c *gin.Context, p *thinkRequest) error {
	position, err := s.archive.Position(p.Variant, p.Options, p.Position)
	if err != nil {
		return err
	}
	limits := p.thinking()
	limits.Seconds = s.thinks.Seconds()
	if limits.Mate = p.Mate; p.MultiPV > 1 {
		limits.MultiPV = p.MultiPV
	}
	thinker := s.archive.NewThinker(callMemory)
	defer thinker.Close()
	c.Writer.Header().Add("Vary", "Accept")
	accepted := c.NegotiateFormat(gin.MIMEJSON, eventStream, ndjson)
	if accepted != eventStream && accepted != ndjson {
		found, err := thinker.Think(c.Request.Context(), position, limits, nil)
		return replyOr(c, found, err)
	}
	defer c.Writer.(*flow).keepSlot()()
	ctx, cancel := context.WithCancelCause(c.Request.Context())
	defer cancel(nil)
	tell := func(event string, v any) {
		if err := tell(c, accepted, event, v); err != nil {
			cancel(err)
		}
	}
	found, err := thinker.Think(ctx, position, limits, func(multiPV int, line *api.Thought) { tell("line", deepening{multiPV, line}) })
	switch {
	case err == nil:
		tell("thought", found)
	case c.Writer.Written() && ctx.Err() == nil:
		tell("problem", newProblem(err))
	case !c.Writer.Written():
		return err
	}
	return nil
}

// The forms of answers that come in parts.
const (
	eventStream = "text/event-stream"
	ndjson      = "application/x-ndjson"
)

// tell sends a part of an answer at once.
func tell(c *gin.Context, form, event string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	c.Header("Content-Type", form)
	if form == eventStream {
		_, err = fmt.Fprintf(c.Writer, "event: %s\ndata: %s\n\n", event, text)
	} else {
		_, err = fmt.Fprintf(c.Writer, "%s\n", text)
	}
	c.Writer.Flush()
	return err
}

// watched answers with server-sent events of one type, as long as something is
// watched by a caller whose rights have not changed. Its watch tells at once of
// what there is, or of nothing. The error is a [*BusyError] if too many watch.
func watched[T any](s *Server, c *gin.Context, event string, watch func(ctx context.Context, tell func(*T) error) error) error {
	ctx, end := s.streaming(c.Request)
	defer end(nil)
	leave, err := s.streams.enter(api.CallerOf(ctx).Client(), end)
	if err != nil {
		return err
	}
	defer leave()
	err = watch(ctx, func(v *T) error {
		if c.Request.Method == http.MethodHead {
			end(nil)
			v = nil
		}
		if v != nil {
			return tell(c, eventStream, event, v)
		}
		c.Header("Content-Type", eventStream)
		c.Writer.WriteHeaderNow()
		c.Writer.Flush()
		return nil
	})
	if ctx.Err() != nil && c.Writer.Written() {
		return nil // the caller asks again
	}
	return err
}

// jobParameters are those of a call on a job.
type jobParameters struct{ id int64 }

func (p *jobParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.id, "number of a job").From(1).InPath()}
}

func (s *Server) getJob(ctx context.Context, p *jobParameters) (*api.JobView, error) {
	return s.archive.Job(ctx, p.id)
}

func (s *Server) deleteJob(c *gin.Context, p *jobParameters) error {
	return noBody(c, s.archive.CancelJob(c.Request.Context(), p.id))
}

// streaming is the context of an answer that goes on until the caller goes, is
// let in otherwise than when he began, or the server stops, and a function that
// ends it.
func (s *Server) streaming(r *http.Request) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(r.Context())
	began := api.CallerOf(ctx)
	again := time.NewTicker(s.again)
	go func() {
		defer again.Stop()
		for {
			select {
			case <-s.stopping:
				cancel(index.ErrClosed)
			case <-again.C:
				if now, _, err := s.caller(r.WithContext(ctx)); err != nil || now.Name != began.Name || !slices.Equal(now.Rights, began.Rights) {
					cancel(err)
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, cancel
}

// jobEvents tells of a job as it goes on, until it has ended or the server
// stops.
func (s *Server) jobEvents(c *gin.Context, p *jobParameters) error {
	return watched(s, c, "job", func(ctx context.Context, tell func(*api.JobView) error) error {
		return s.archive.WatchJob(ctx, p.id, tell)
	})
}
