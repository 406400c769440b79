package rest

import (
	"bytes"
	"context"
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"

	"assay/api/events"
	"assay/api/search"
	"assay/api/tournament"
	"assay/store"
)

// eventParameters identify an event.
type eventParameters struct{ event int64 }

func (p *eventParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.event, "number of the event").From(1).InPath()}
}

// eventRevisionParameters identify an event and its expected revision.
type eventRevisionParameters struct {
	eventParameters
	ifMatch
}

func (p *eventRevisionParameters) Parameters() []*Parameter {
	tag := func(revision int64) string { return events.EventTag(p.event, revision) }
	return append(p.eventParameters.Parameters(), p.ifMatch.parameter(tag, ifMatchHelp).Required())
}

// eventListParameters select a page of events.
type eventListParameters struct {
	words string
	pageParameters
}

func (p *eventListParameters) Parameters() []*Parameter {
	return append([]*Parameter{Text("q", &p.words, "words in the name, or their beginnings")},
		p.pageParameters.Parameters()...)
}

func (s *Server) listEvents(ctx context.Context, p *eventListParameters) (*events.EventPage, error) {
	return s.archive.Events(ctx, p.words, p.cursor, p.limit)
}

func (s *Server) postEvent(c *gin.Context, _ *noParameters, in *events.EventInput) error {
	v, err := s.archive.AddEvent(c.Request.Context(), *in)
	if err != nil {
		return err
	}
	return replyCreated(c, v, "/events/%d", v.ID)
}

func (s *Server) getEvent(ctx context.Context, p *eventParameters) (*events.EventView, error) {
	return s.archive.Event(ctx, p.event)
}

func (s *Server) putEvent(c *gin.Context, p *eventRevisionParameters, in *events.EventInput) error {
	v, err := s.archive.ChangeEvent(c.Request.Context(), p.event, p.revision, *in)
	return replyOr(c, v, err)
}

// putReport replaces the tournament report of an event, which is the body.
func (s *Server) putReport(c *gin.Context, p *eventRevisionParameters) error {
	text, err := s.body(c)
	if err != nil {
		return err
	}
	if err := enter(c, s.brief); err != nil {
		return err
	}
	v, err := s.archive.SetReport(c.Request.Context(), p.event, p.revision, text)
	return replyOr(c, v, err)
}

func (s *Server) deleteReport(c *gin.Context, p *eventRevisionParameters) error {
	v, err := s.archive.RemoveReport(c.Request.Context(), p.event, p.revision)
	return replyOr(c, v, err)
}

func (s *Server) deleteEvent(c *gin.Context, p *eventRevisionParameters) error {
	return replyNoContent(c, s.archive.DeleteEvent(c.Request.Context(), p.event, p.revision))
}

// standingsParameters are an event and the format of its standings.
type standingsParameters struct {
	eventParameters
	form      string
	tieBreaks string
}

func (p *standingsParameters) Parameters() []*Parameter {
	return append(p.eventParameters.Parameters(),
		Text("as", &p.form, "csv: the crosstable; html: it as a page; trf, trf16: FIDE's tournament report; "+
			"lines: one game per line, as JSON").
			OneOf("json", "csv", "html", "trf", "trf16", "lines").Usually("json"),
		Text("tieBreaks", &p.tieBreaks, "codes of FIDE C.07 in order, such as BH/C1,SB,DE; the tournament is then in "+
			"the response, as it is if the event has a report"))
}

func (s *Server) getStandings(c *gin.Context, p *standingsParameters) error {
	standing, err := s.archive.Standing(c.Request.Context(), p.event)
	if err != nil {
		return err
	}
	if p.tieBreaks != "" || standing.Event.HasReport || p.form != "json" && p.form != "csv" && p.form != "lines" {
		if standing.Tournament, err = s.archive.Tournament(c.Request.Context(), p.event, p.tieBreaks); err != nil {
			return err
		}
	}
	var body bytes.Buffer
	mediaType := "text/csv; charset=utf-8"
	switch p.form {
	case "csv":
		if standing.Tournament != nil {
			err = standing.Tournament.WriteCSV(&body)
		} else {
			err = standing.WriteCSV(&body)
		}
	case "html":
		mediaType, err = "text/html; charset=utf-8", standing.Tournament.WriteHTML(&body)
	case "trf", "trf16":
		edition := tournament.TRF26
		if p.form == "trf16" {
			edition = tournament.TRF16
		}
		mediaType = "text/plain; charset=utf-8"
		_, err = standing.Tournament.WriteReport(&body, edition)
	case "lines":
		mediaType, err = ndjson, writeLines(c, &body, standing.Games)
	default:
		return reply(c, http.StatusOK, standing)
	}
	if err != nil {
		return err
	}
	Send(c.Writer, c.Request, http.StatusOK, mediaType, body.Bytes())
	return nil
}

// eventExportParameters are an event and how to export its games.
type eventExportParameters struct {
	eventParameters
	exportParameters
	cursor string
}

func (p *eventExportParameters) Parameters() []*Parameter {
	return slices.Concat(p.eventParameters.Parameters(), []*Parameter{streamCursor(&p.cursor)},
		p.exportParameters.Parameters())
}

// exportEvent returns the games of an event in one file, or one record a line.
func (s *Server) exportEvent(c *gin.Context, p *eventExportParameters) error {
	o, err := s.withLimits(p.named(s))
	if err != nil {
		return err
	}
	after, err := store.ReadCursor(p.cursor)
	if err != nil {
		return err
	}
	lines := wantsNDJSON(c, o.Format.MediaType())
	if err := enter(c, s.long); err != nil {
		return err
	}
	games, name, err := s.archive.EventGames(c.Request.Context(), p.event)
	switch {
	case err != nil:
		return err
	case !lines:
		return s.replyCollection(c, games, false, name, o)
	}
	c.Writer.(*transfer).leaveSlot()
	behind, there := slices.BinarySearch(games, after)
	if there {
		behind++
	}
	of := search.Selection{Games: append([]int64{}, games[behind:]...)}
	return s.streamExport(c, &collectionParameters{Selection: of}, o)
}
