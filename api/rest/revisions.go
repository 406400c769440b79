package rest

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// mendParameters are those of a call that gives a game another record.
type mendParameters struct {
	gameParameters
	tags []string // the lines of If-Match
}

func (p *mendParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), Header("If-Match", &p.tags, "etag of the revision that is meant, or * for whichever holds").Required())
}

// meant is the revision of a call, which has to say which.
func (p *mendParameters) meant() (revision int64, err error) {
	if strings.TrimSpace(strings.Join(p.tags, "")) == "" {
		return 0, errNoMatch
	}
	return taggedRevision(p.tags, func(revision int64) string { return api.RecordTag(p.game, revision) })
}

// replyRevised answers with what became of a game, and the tag of its record.
func replyRevised(c *gin.Context, r *api.Revised, err error) error {
	if err != nil {
		return err
	}
	c.Header("ETag", r.ETag)
	return reply(c, http.StatusOK, r)
}

func (s *Server) putRecord(c *gin.Context, p *mendParameters) error {
	revision, err := p.meant()
	if err != nil {
		return err
	}
	var in api.RevisionInput
	if err := ReadJSON(c.Request, s.config.MaxBody, &in); err != nil {
		return err
	}
	if err := s.enter(c, s.long); err != nil {
		return err
	}
	r, err := s.archive.Revise(c.Request.Context(), p.game, revision, in)
	return replyRevised(c, r, err)
}

func (s *Server) patchRecord(c *gin.Context, p *mendParameters) error {
	revision, err := p.meant()
	if err != nil {
		return err
	}
	var in api.HeaderInput
	if err := readBody(c, &in); err != nil {
		return err
	}
	if err := s.enter(c, s.long); err != nil {
		return err
	}
	r, err := s.archive.SetHeaders(c.Request.Context(), p.game, revision, in)
	return replyRevised(c, r, err)
}

func (s *Server) listRevisions(c *gin.Context, p *gameParameters) error {
	history, err := s.archive.Revisions(c.Request.Context(), p.game)
	if err != nil {
		return err
	}
	c.Header("ETag", history.ETag)
	return reply(c, http.StatusOK, history)
}

// pastParameters are those of a call that brings a revision back.
type pastParameters struct {
	mendParameters
	past int64
}

func (p *pastParameters) Parameters() []*Parameter {
	return append(p.mendParameters.Parameters(), Number("n", &p.past, "number of a revision").From(1).InPath())
}

func (s *Server) restoreRevision(c *gin.Context, p *pastParameters) error {
	revision, err := p.meant()
	if err != nil {
		return err
	}
	var in api.RevertInput
	if err := readBody(c, &in); err != nil {
		return err
	}
	if err := s.enter(c, s.long); err != nil {
		return err
	}
	r, err := s.archive.Revert(c.Request.Context(), p.game, revision, p.past, in)
	return replyRevised(c, r, err)
}

// differenceParameters are two revisions of a game's record.
type differenceParameters struct {
	gameParameters
	from, to int64
}

func (p *differenceParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(),
		Number("n", &p.to, "number of a revision").From(1).InPath(),
		Number("from", &p.from, "number of the revision that it is compared with").From(1).Usually(1))
}

func (s *Server) differRevisions(c *gin.Context, p *differenceParameters) error {
	d, err := s.archive.Difference(c.Request.Context(), p.game, p.from, p.to)
	return replyOr(c, d, err)
}

// bytesParameters are those of a call for the bytes of a record.
type bytesParameters struct {
	gameParameters
	revision int64
}

func (p *bytesParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), Number("revision", &p.revision,
		"number of an earlier record of the game: 1 is the one that was archived, and 0 the one that holds").From(0).Usually(0))
}
