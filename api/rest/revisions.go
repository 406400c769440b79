package rest

import (
	"context"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// mendParameters are those of a call that gives a game another record.
type mendParameters struct {
	gameParameters
	match
}

func (p *mendParameters) Parameters() []*Parameter {
	tag := func(revision int64) string { return api.RecordTag(p.game, revision) }
	return append(p.gameParameters.Parameters(), p.match.parameter(tag, meantHelp).Required())
}

func (s *Server) putRecord(c *gin.Context, p *mendParameters, in *api.RevisionInput) error {
	r, err := s.archive.Revise(c.Request.Context(), p.game, p.revision, *in)
	return replyOr(c, r, err)
}

func (s *Server) patchRecord(c *gin.Context, p *mendParameters, in *api.HeaderInput) error {
	r, err := s.archive.SetHeaders(c.Request.Context(), p.game, p.revision, *in)
	return replyOr(c, r, err)
}

func (s *Server) listRevisions(ctx context.Context, p *gameParameters) (*api.RevisionHistory, error) {
	return s.archive.Revisions(ctx, p.game)
}

// pastParameters are those of a call that brings a revision back.
type pastParameters struct {
	mendParameters
	past int64
}

func (p *pastParameters) Parameters() []*Parameter {
	return append(p.mendParameters.Parameters(), Number("n", &p.past, "number of a revision").From(1).InPath())
}

func (s *Server) restoreRevision(c *gin.Context, p *pastParameters, in *api.RevertInput) error {
	r, err := s.archive.Revert(c.Request.Context(), p.game, p.revision, p.past, *in)
	return replyOr(c, r, err)
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

func (s *Server) differRevisions(ctx context.Context, p *differenceParameters) (*api.Difference, error) {
	return s.archive.Difference(ctx, p.game, p.from, p.to)
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
