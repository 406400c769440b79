package rest

import (
	"context"

	"github.com/gin-gonic/gin"

	"assay/api"
	"assay/api/present"
)

// reviseParameters are a game and the expected revision of its record.
type reviseParameters struct {
	gameParameters
	ifMatch
}

func (p *reviseParameters) Parameters() []*Parameter {
	tag := func(revision int64) string { return api.RecordTag(p.game, revision) }
	return append(p.gameParameters.Parameters(), p.ifMatch.parameter(tag, ifMatchHelp).Required())
}

func (s *Server) putRecord(c *gin.Context, p *reviseParameters, in *api.RevisionInput) error {
	r, err := s.archive.Revise(c.Request.Context(), p.game, p.revision, *in)
	return replyOr(c, r, err)
}

func (s *Server) patchRecord(c *gin.Context, p *reviseParameters, in *api.HeaderInput) error {
	r, err := s.archive.SetHeaders(c.Request.Context(), p.game, p.revision, *in)
	return replyOr(c, r, err)
}

func (s *Server) listRevisions(ctx context.Context, p *gamePartsParameters) (*api.RevisionHistory, error) {
	h, err := s.archive.Revisions(ctx, p.game)
	if err != nil {
		return nil, err
	}
	h.Revisions, h.Paged, err = page(&p.wholeParameters, h.Revisions,
		func(i int) int64 { return h.Revisions[i].Revision })
	return h, err
}

// revertParameters also name the revision to restore.
type revertParameters struct {
	reviseParameters
	target int64
}

func (p *revertParameters) Parameters() []*Parameter {
	return append(p.reviseParameters.Parameters(), Number("n", &p.target, "number of the revision").From(1).InPath())
}

func (s *Server) restoreRevision(c *gin.Context, p *revertParameters, in *api.RevertInput) error {
	r, err := s.archive.Revert(c.Request.Context(), p.game, p.revision, p.target, *in)
	return replyOr(c, r, err)
}

// differenceParameters are two revisions of a game's record.
type differenceParameters struct {
	gameParameters
	from, to int64
}

func (p *differenceParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(),
		Number("n", &p.to, "number of the revision").From(1).InPath(),
		Number("from", &p.from, "number of the revision to compare with").From(1).Usually(1))
}

func (s *Server) compareRevisions(ctx context.Context, p *differenceParameters) (*present.Difference, error) {
	return s.archive.Difference(ctx, p.game, p.from, p.to)
}

// recordBytesParameters identify a revision of a game's record.
type recordBytesParameters struct {
	gameParameters
	revision int64
}

func (p *recordBytesParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), Number("revision", &p.revision,
		"revision of the record: 1 for the original, 0 for the current one").From(0).Usually(0))
}
